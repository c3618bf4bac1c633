import { messagingDelivery, newMid, newSocialId, type Person, type SocialMessage } from '@inbox/simulate';
import { answerForChannel } from '../social';
import { bringFile, demoFiles } from './files';
import { actor, answerWith, contentOf, deliver, takeTicket, type Stage } from './stage';

const HOUR = 3_600_000;

/** On Instagram: a story that names the shop, an answer to the shop's own, one that is gone, a message taken back. */
export async function showStories(stage: Stage): Promise<Person[]> {
  const { deps, merchant } = stage;
  const account = merchant.social.instagram;
  const who = actor(2, 'Anoushka Sen', 'Kolkata', '700001');
  let at = deps.now.getTime() - 2 * HOUR;
  const next = () => (at += 90_000);
  const post = (message: SocialMessage) => {
    const now = next();
    return deliver(stage, account, messagingDelivery(account, who.phone, { message }, { at: now }), now);
  };
  const payload = { url: `http://127.0.0.1:${deps.simulator.graph_port}/media-bytes/1` };
  const say = async (message: Omit<SocialMessage, 'mid'>): Promise<string> => {
    const mid = newMid();
    await post({ ...message, mid });
    return mid;
  };

  const mention = await say({ attachments: [{ type: 'story_mention', payload }] });
  await bringFile(stage, await contentOf(stage, mention), demoFiles.photo);
  await answerForChannel(deps, merchant, who.phone, who.full_name);
  const ticket = await takeTicket(stage, who, 'instagram', next());
  const thanks = await answerWith(stage, ticket, next(), 'It looks lovely on you! May we share it?');
  await say({ text: 'Of course 😍', reply_to: { mid: `showcase.${thanks}` } });
  const reply = await say({
    text: 'Is this one still there in green?',
    reply_to: { story: { id: newSocialId(), url: payload.url } },
  });
  await bringFile(stage, await contentOf(stage, reply), demoFiles.panorama);
  // The channel hands stories out for a day: of this one nothing is left.
  const old = await say({ text: 'And this?', reply_to: { story: { id: newSocialId(), url: payload.url } } });
  await deps.db
    .deleteFrom('attachments')
    .where('content_id', '=', await contentOf(stage, old))
    .execute();
  const mid = await say({ text: 'my number is 98300 00000' });
  await post({ mid, is_deleted: true });
  await say({ text: 'How long does it take to Kolkata?', reply_to: { mid: reply } });
  return [who];
}
