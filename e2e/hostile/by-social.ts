import { randomInt } from 'node:crypto';
import {
  commentDelivery,
  messagingDelivery,
  newMid,
  newSocialId,
  postSigned,
  type SocialAccount,
} from '@inbox/simulate';
import type { Inbox } from '../harness/inbox';
import { VECTORS, together } from '@inbox/domain/testing/hostile';
import { FILES } from './files';
import { SHORT, type HostileShop } from './shop';

const KINDS = ['image', 'video', 'audio', 'file', 'story_mention'] as const;

/** Writes the corpus as messages and as comments, on Instagram and on Messenger. */
export async function writeOnSocial({ url }: Inbox, { instagram, messenger, graph }: HostileShop): Promise<void> {
  for (const account of [instagram, messenger]) {
    const from = String(randomInt(1e9));
    await writeMessages(url, account, from, graph.url);
    await writeComments(url, account, from);
  }
}

async function writeMessages(url: string, account: SocialAccount, from: string, channel: string): Promise<void> {
  const write = (message: object) => {
    const delivery = messagingDelivery(account, from, { message: { mid: newMid(), ...message } }, { at: Date.now() });
    return postSigned(url, account.app_secret, delivery);
  };
  for (const text of together(VECTORS, 40)) await write({ text });
  for (const n of FILES.keys()) {
    await write({ attachments: [{ type: KINDS[n % KINDS.length], payload: { url: `${channel}/bytes/${n}` } }] });
  }
  await write({ attachments: [{ type: 'image', payload: { url: 'https://evil.example/fetched-by-the-backend' } }] });
  await write({ text: 'story', reply_to: { story: { id: SHORT, url: 'javascript:trap("story")' } } });
}

async function writeComments(url: string, account: SocialAccount, from: string): Promise<void> {
  const post_id = newSocialId();
  let parent: string | undefined;
  for (const text of together(VECTORS, 40)) {
    const id = newSocialId();
    const answers = parent === undefined ? {} : { parent };
    const comment = { id, from: { id: from, name: `Commenter ${SHORT}` }, text, post_id, isAd: true, ...answers };
    await postSigned(url, account.app_secret, commentDelivery(account, comment, Date.now()));
    parent ??= id;
  }
}
