import { agentName } from '@inbox/domain';
import { agentLater } from '../../agents/sessions/session';
import { change } from '../../platform/db/unit-of-work';
import type { Uploads } from '../../platform/files/uploads';
import { messages } from '../../platform/errors/messages';
import { startWhenDue } from '../../platform/scheduling/when-due';
import { WorkError } from '../../platform/errors/errors';
import { insertLogs } from '../../tickets/lifecycle/ticket-changes';
import { isMail, replyByMail, type MailReplyContext } from '../send/mail-reply';
import { failDue, findDue, nextScheduled, takeDue, type ScheduledRow } from './scheduled-mail-rows';
import { scheduledChanged } from './send-later';

const AT_ONCE = 100;
/** Milliseconds. A mail that was put off by less than this is at most so late. */
const LOOK_EVERY_MS = 5_000;

type Store = Pick<Uploads, 'put' | 'remove'>;

/** The mail was sent by another node, called off or put off while this one looked at it. */
class NotDueError extends Error {}

/**
 * Makes replies of the mails whose time has come, as their writers, by the rules as they are now. A row goes in the
 * transaction that stores its reply: it is sent once, whatever stops or runs at the same time. What the rules refuse stays
 * with the reason, and stands in the thread. Answers how many were due.
 */
export async function sendDueMails(
  context: MailReplyContext,
  uploads: Store,
  report: (error: unknown) => void,
): Promise<number> {
  const due = await findDue(context.db, context.now(), AT_ONCE);
  for (const row of due) {
    // One that cannot be stored now does not hold up the others.
    await sendDue(context, uploads, row).catch(report);
  }
  return due.length;
}

async function sendDue(context: MailReplyContext, uploads: Store, row: ScheduledRow): Promise<void> {
  const { merchant_id, agent_id, ticket_id, request } = row;
  try {
    const writer = await agentLater(context.db, merchant_id, agent_id);
    if (writer?.mayUseInbox !== true) throw new WorkError(403, messages.writerGone, 'writer_gone');
    if (!isMail(request)) throw new WorkError(409, messages.laterNotMail, 'not_email');
    await replyByMail(context, uploads, writer, request, async ({ tx, now }) => {
      if (!(await takeDue(tx, row, now))) throw new NotDueError();
    });
  } catch (error) {
    if (error instanceof NotDueError) return;
    if (!(error instanceof WorkError)) throw error;
    await noteFailed(context, row, error.message);
  }
  scheduledChanged(context, merchant_id, ticket_id);
}

async function noteFailed(context: MailReplyContext, row: ScheduledRow, reason: string): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async ({ tx, merchantId, now, publish }) => {
    if (!(await failDue(tx, row, now, reason))) return;
    const comment = messages.logNotSentLater(agentName(row), reason);
    const log = { event: 'scheduled', comment, agentId: null, at: now } as const;
    publish('tickets.ticket_content_v2', { items: await insertLogs(tx, merchantId, [row.ticket_id], log) });
  });
}

/** Sends scheduled mails as their time comes, until stopped. */
export const startScheduledMails = (
  context: MailReplyContext,
  uploads: Store,
  report: (error: unknown) => void,
): (() => Promise<void>) =>
  startWhenDue({
    now: context.now,
    async work() {
      await sendDueMails(context, uploads, report);
      // One that cannot be stored stays due: the others have their turn with the next look.
      return false;
    },
    next: (after) => nextScheduled(context.db, after),
    lookEveryMs: LOOK_EVERY_MS,
    afterFailureMs: LOOK_EVERY_MS,
    report,
  }).stop;
