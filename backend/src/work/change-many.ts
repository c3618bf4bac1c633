import type { AgentId, ContentItem, LiveEventType, MerchantId, Ticket, TicketId } from '@inbox/domain';
import type { ChangeAnswer } from '@inbox/api/wire';
import { lockTickets, type TicketRow } from '../store/ticket-rows';
import type { Change } from './change';
import { messages } from './messages';

export type Failed = ChangeAnswer['failed'];

/** Tickets per live event: an event stays small enough to be sent to every socket. */
const TOLD_AT_ONCE = 100;

/** Locks the tickets and sorts out, newest first, those that `refusal` has a reason against or that are not there. */
export async function lockAllowed(
  { tx, merchantId }: { tx: Change['tx']; merchantId: MerchantId },
  ids: readonly TicketId[],
  refusal: (row: TicketRow) => string | null,
): Promise<{ allowed: TicketRow[]; failed: Failed }> {
  const wanted = [...new Set(ids)];
  const rows = await lockTickets(tx, merchantId, wanted);
  const known = new Set(rows.map(({ id }) => id));
  const failed: Failed = wanted
    .filter((id) => !known.has(id))
    .map((ticket_id) => ({ ticket_id, message: messages.noTicket }));
  const allowed: TicketRow[] = [];
  for (const row of rows.toReversed()) {
    const message = refusal(row);
    if (message === null) allowed.push(row);
    else failed.push({ ticket_id: row.id, message });
  }
  return { allowed, failed };
}

/** Tells of many tickets in several events. */
export function tellAll(
  tell: Change['tell'],
  type: LiveEventType,
  tickets: readonly Ticket[],
  items: readonly ContentItem[],
  onlyAgent?: AgentId,
): void {
  for (let from = 0; from < tickets.length; from += TOLD_AT_ONCE) {
    const part = tickets.slice(from, from + TOLD_AT_ONCE);
    const ids = new Set(part.map(({ id }) => id));
    tell(type, { tickets: part, items: items.filter((item) => ids.has(item.ticket_id)) }, onlyAgent);
  }
}
