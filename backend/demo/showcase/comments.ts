import { commentDelivery, demoPost, newSocialId, type Person, type SocialAccount } from '@inbox/simulate';
import { alterElsewhere, type Alteration } from '../../src/conversations/remote-edits/remote-edits';
import { contextAt } from '../adapters';
import { answerForChannel } from '../social';
import { actor, answerWith, deliver, takeTicket, type Stage } from './stage';

const HOUR = 3_600_000;
const PLAIN_POST = demoPost(3);
const ADVERTISEMENT = demoPost(2);

/** Under a post on Instagram and under an advertisement on Facebook: answers, some hidden, taken back or refused. */
export async function showComments(stage: Stage): Promise<Person[]> {
  const { instagram, messenger } = stage.merchant.social;
  const first = await talkUnder(stage, instagram, PLAIN_POST, actor(3, 'Fatima Qureshi', 'Lucknow', '226001'));
  const second = await talkUnder(stage, messenger, ADVERTISEMENT, actor(4, 'Bhavesh Trivedi', 'Ahmedabad', '380001'));
  return [first, second];
}

async function talkUnder(
  stage: Stage,
  account: SocialAccount,
  post: { id: string; isAd: boolean },
  who: Person,
): Promise<Person> {
  const { deps, merchant } = stage;
  const friends = [
    actor(5, 'Rukmini Pai', 'Kochi', '682001'),
    actor(6, 'Om Prakash Yadav', 'Jaipur', '302001'),
  ] as const;
  let at = deps.now.getTime() - 3 * HOUR;
  const next = () => (at += 120_000);
  const say = async ({ phone, full_name }: Person, text: string, parent?: string): Promise<string> => {
    const id = newSocialId();
    const from = { id: phone, name: full_name };
    const comment = { id, from, text, post_id: post.id, isAd: post.isAd, ...(parent && { parent }) };
    const now = next();
    await deliver(stage, account, commentDelivery(account, comment, now), now);
    return id;
  };
  const alter = (externalId: string, what: Alteration) => {
    const accountId = merchant.accounts[account.kind];
    return alterElsewhere(contextAt(deps, next()), { merchantId: merchant.id, accountId, externalId, what });
  };

  const root = await say(who, 'Which sizes do you have? The indigo one, please!');
  await answerForChannel(deps, merchant, who.phone, who.full_name);
  const ticket = await takeTicket(stage, who, 'comment', next());
  await answerWith(stage, ticket, next(), 'S to XXL. We have just written to you with the link.');
  const answer = await say(friends[0], 'Mine came in three days, beautiful cloth 💙', root);
  await say(who, 'Oh good! Does it shrink?', answer);
  await answerWith(stage, ticket, next(), 'Cold water and it will not.', {
    send_status: 'not_sent',
    external_id: null,
    error_message: '(#10) The app has no permission to comment on this post.',
  });
  await alter(await say(friends[1], 'Buy followers cheap!!! www.followers.example', root), {
    kind: 'hidden',
    hidden: true,
  });
  await alter(await say(friends[1], 'Worst shop', root), { kind: 'deleted' });
  await say(who, 'And how much is the stole?');
  return who;
}
