import { findAccount, type AccountKey } from '../accounts/accounts';
import { completeCutShort, completeSend } from '../conversations/send/complete-send';
import type { Queryable } from '../platform/db/connection';
import { messages } from '../platform/errors/messages';
import type { LookupAnswer } from '../platform/outbox/answer';
import { noteError, type CutShortRow } from '../platform/outbox/queue';
import type { DeliveryDeps } from './deliver';

type Deps = Pick<DeliveryDeps, 'context' | 'vault' | 'channels'> & { timeoutMs: number };

/** Milliseconds: the lookup is repeated until then while the channel does not answer, once for each lease. */
const ASKED_FOR_MS = 600_000;

/**
 * Settles a send whose answer never came. Inbox looks for the message at the channel and marks it as sent or not sent. If the
 * channel cannot tell, the message is marked as unknown and the agent decides. No message is sent again automatically.
 * @throws only when the database fails
 */
export async function settleCutShort(deps: Deps, row: CutShortRow): Promise<void> {
  const { context } = deps;
  const answer = await ask(deps, row);
  if (answer.kind === 'sent') {
    return completeSend(context, row, { ...answer, note: null, requestedAt: row.asked_at });
  }
  if (answer.kind === 'absent') {
    return completeCutShort(context, row, { status: 'not_sent', words: messages.sendDidNotArrive });
  }
  if (answer.kind === 'later' && context.now().getTime() - row.asked_at.getTime() < ASKED_FOR_MS) {
    return noteError(context.db, row, answer.reason);
  }
  return completeCutShort(context, row, { status: 'unknown', words: messages.sendUnknown });
}

async function ask({ context, vault, channels, timeoutMs }: Deps, row: CutShortRow): Promise<LookupAnswer> {
  const account =
    row.account_id === null ? undefined : await findAccount(context.db, vault, row.merchant_id, row.account_id);
  const job = account && channels.get(account.kind)?.jobOf(account, row);
  if (account === undefined || job === undefined || typeof job === 'string' || job.kind !== 'send' || !job.find) {
    return { kind: 'unknown' };
  }
  const known = (externalIds: readonly string[]) => namesOfOthers(context.db, account, externalIds);
  return job.find({ askedAt: row.asked_at, known, timeoutMs });
}

/** The channel's ids that belong to stored messages. */
async function namesOfOthers(db: Queryable, account: AccountKey, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('contents')
    .select('external_id')
    .where('merchant_id', '=', account.merchant_id)
    .where('account_id', '=', account.id)
    .where('external_id', 'in', externalIds)
    .execute();
  return new Set(rows.flatMap(({ external_id }) => external_id ?? []));
}
