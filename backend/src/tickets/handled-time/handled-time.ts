import { countedSeconds, type TicketId } from '@inbox/domain';
import { addStretch, lockHandledTime, readHandledTime, setHandledTime } from './handled-time-queries';
import { findTicket } from '../lifecycle/ticket-rows';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

type Deps = Pick<WorkContext, 'db' | 'now'>;

/** Seconds for which agents have handled the ticket so far. */
export async function handledTime({ db }: Pick<Deps, 'db'>, who: SignedIn, ticketId: TicketId): Promise<number> {
  if ((await findTicket(db, who.merchantId, ticketId)) === undefined) {
    throw new WorkError(404, messages.noTicket, 'no_ticket');
  }
  return readHandledTime(db, who.merchantId, ticketId);
}

/**
 * Counts a stretch of handling, once however often it is reported, and never more than has passed by the server's clock
 * since the ticket began.
 * It tells nobody: the ticket itself has not changed.
 * @returns seconds for which agents have handled the ticket, this stretch included
 */
export async function reportHandledTime(
  { db, now }: Deps,
  who: SignedIn,
  { ticketId, seconds, stretchId }: { ticketId: TicketId; seconds: number; stretchId: string },
): Promise<number> {
  const { merchantId, agent } = who;
  const ticket = await findTicket(db, merchantId, ticketId);
  if (ticket === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  const of = { merchantId, ticketId, agentId: agent.id };
  return inTransaction(db, async (tx) => {
    const time = now();
    const total = await lockHandledTime(tx, of);
    if (await addStretch(tx, { ...of, stretchId }, time)) {
      const counted = countedSeconds(seconds, { total, began: ticket.created_at.getTime(), now: time.getTime() });
      await setHandledTime(tx, of, total + counted);
    }
    return readHandledTime(tx, merchantId, ticketId);
  });
}
