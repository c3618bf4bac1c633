import { findDueFollowUps, lockDueFollowUp, nextFollowUp } from './due-follow-ups';
import { insertLogs } from './ticket-changes';
import { change, type WorkContext } from '../db/unit-of-work';
import { messages } from '../lib/messages';
import { changeTicket } from './one-ticket';

const AT_ONCE = 100;
/** A follow-up is an hour long at least: looking this often finds each in time, without being told of new ones. */
const LOOK_EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 5_000;

/**
 * Opens the tickets whose follow-up time is up, and tells the agents. The tickets are the queue: each is opened in one
 * transaction that holds its row, so that a restart loses none and two nodes open none twice. Answers how many.
 */
export async function reopenDue(context: WorkContext): Promise<number> {
  let reopened = 0;
  for (const due of await findDueFollowUps(context.db, context.now(), AT_ONCE)) {
    const isReopened = await change(context, { merchantId: due.merchant_id, by: null }, async (work) => {
      const row = await lockDueFollowUp(work.tx, due, work.now);
      if (row === undefined) return false;
      const ticket = await changeTicket(work, row.id, { status: 'open', follow_up_at: null });
      const log = { event: 'follow_up', comment: messages.logFollowUpDue, agentId: null, at: work.now } as const;
      const items = await insertLogs(work.tx, work.merchantId, [row.id], log);
      work.publish('tickets.status_updated', { tickets: [ticket], items });
      return true;
    });
    if (isReopened) reopened += 1;
  }
  return reopened;
}

/** Opens tickets as their time comes, until stopped. Failures are reported, and tried again. */
export function startFollowUps(context: WorkContext, report: (error: unknown) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    const ms = await lookOnce().catch((error: unknown) => {
      report(error);
      return AFTER_FAILURE_MS;
    });
    if (!isStopped) timer = setTimeout(again, ms);
  }
  async function lookOnce(): Promise<number> {
    // What comes due while this looks is after this moment, and found at once.
    const from = context.now();
    while (!isStopped && (await reopenDue(context)) === AT_ONCE);
    const next = await nextFollowUp(context.db, from);
    const ms = next === null ? LOOK_EVERY_MS : next.getTime() - context.now().getTime() + 1;
    return Math.min(LOOK_EVERY_MS, Math.max(0, ms));
  }
  const again = (): void => void (looking = look());

  again();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
