import { findDueFollowUps, lockDueFollowUp, nextFollowUp } from './due-follow-ups';
import { insertLogs } from '../lifecycle/ticket-changes';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { messages } from '../../platform/errors/messages';
import { startWhenDue } from '../../platform/scheduling/when-due';
import { changeTicket } from '../lifecycle/one-ticket';

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

/** Opens tickets as their time comes, until stopped. */
export const startFollowUps = (context: WorkContext, report: (error: unknown) => void): (() => Promise<void>) =>
  startWhenDue({
    now: context.now,
    work: async () => (await reopenDue(context)) === AT_ONCE,
    next: (after) => nextFollowUp(context.db, after),
    lookEveryMs: LOOK_EVERY_MS,
    afterFailureMs: AFTER_FAILURE_MS,
    report,
  }).stop;
