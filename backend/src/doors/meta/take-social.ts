import type { MetaAccount } from '../../store/accounts';
import type { WorkContext } from '../../work/change';
import { alterElsewhere } from '../../work/changed-elsewhere';
import { receiveEcho } from '../../work/receive-echo';
import { receiveMessage } from '../../work/receive-message';
import { reportDelivery } from '../../work/report-delivery';
import { reportUntil } from '../../work/report-until';
import type { Part } from './delivery';
import { readComment } from './read-comment';
import { readMessaging } from './read-messaging';

const NOT_UNDERSTOOD = 'A message of a kind that is not understood; its thread shows that it came.';

/** Works on an event of Instagram or Messenger. @returns why the operator should look at it; null when all is well */
export async function takeMessaging(
  context: WorkContext,
  part: Extract<Part, { kind: 'messaging' }>,
  account: MetaAccount,
): Promise<string | null> {
  const told = readMessaging(account, part.event, context.now());
  if (told === null) return 'An event of a kind that is not understood.';
  const of = { merchantId: account.merchant_id, accountId: account.id };
  switch (told.kind) {
    case 'message':
      await receiveMessage(context, told.incoming);
      return told.isUnderstood ? null : NOT_UNDERSTOOD;
    case 'echo':
      await receiveEcho(context, told.incoming, told.contentId);
      return told.isUnderstood ? null : NOT_UNDERSTOOD;
    case 'altered':
      await alterElsewhere(context, { ...of, externalId: told.externalId, what: told.what });
      return null;
    case 'report': {
      const { status, mids, until, contact } = told;
      for (const externalId of mids) {
        await reportDelivery(context, { ...of, externalId, contentId: null, status, error: null });
      }
      if (until !== null) await reportUntil(context, { ...of, contact, status, until });
      return null;
    }
  }
}

/** The same for a comment under a post. */
export async function takeComment(
  context: WorkContext,
  part: Extract<Part, { kind: 'comment' }>,
  account: MetaAccount,
): Promise<string | null> {
  const news = readComment(account, part.value, part.at, context.now());
  if (news === null) return 'A comment that does not say which it is, whose, or under which post.';
  if (news.kind === 'altered') {
    const { externalId, what } = news;
    await alterElsewhere(context, { merchantId: account.merchant_id, accountId: account.id, externalId, what });
  } else if (news.byMerchant) await receiveEcho(context, news.incoming, null);
  else await receiveMessage(context, news.incoming);
  return null;
}
