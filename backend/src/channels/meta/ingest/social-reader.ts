import type { MetaAccount } from '../account';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import { alterElsewhere } from '../../../conversations/remote-edits/remote-edits';
import { receiveEcho } from '../../../conversations/receive/receive-echo';
import { receiveMessage } from '../../../conversations/receive/receive-message';
import type { ReadComment } from '../comments/comment';
import type { Part, SocialObject } from '../webhook/delivery';
import { ingestEvent } from './ingest-event';
import { readMessaging } from '../read/read-messaging';
import type { MetaReader } from '../webhook/reader';

/** Direct messages and comments of Instagram or Messenger. */
export function socialReader(
  kind: 'instagram' | 'messenger',
  object: SocialObject,
  readComment: ReadComment,
): MetaReader {
  return {
    kind,
    reads: (part) => (part.kind === 'messaging' || part.kind === 'comment') && part.object === object,
    async ingest(context, account, part) {
      if (part.kind === 'comment') return ingestComment(context, account, part, readComment);
      const event = part.kind === 'messaging' ? readMessaging(account, part.event, context.now()) : null;
      return event === null ? 'An event of a kind that is not understood.' : ingestEvent(context, account, event);
    },
  };
}

async function ingestComment(
  context: WorkContext,
  account: MetaAccount,
  part: Extract<Part, { kind: 'comment' }>,
  readComment: ReadComment,
): Promise<string | null> {
  const event = readComment(account, part.value, part.at, context.now());
  if (event === null) return 'A comment that does not say which it is, whose, or under which post.';
  if (event.kind === 'altered') {
    const { externalId, what } = event;
    await alterElsewhere(context, { merchantId: account.merchant_id, accountId: account.id, externalId, what });
  } else if (event.byMerchant) await receiveEcho(context, event.incoming, null);
  else await receiveMessage(context, event.incoming);
  return null;
}
