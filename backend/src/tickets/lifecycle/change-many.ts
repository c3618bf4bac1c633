import {
  BULK_LIMIT,
  isSelection,
  isSubscribedOnly,
  type AgentId,
  type ContentItem,
  type LiveEventType,
  type LogEntry,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { findChangedUnder, findOpenTicketIds } from './bulk-tickets';
import { lockTickets, ruledTicket, type TicketRow } from './ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

export type Failed = ChangeAnswer['failed'];

/** Tickets in one transaction and in one live event: other agents never wait long, and an event stays small. */
const AT_ONCE = 100;

/** One part of a change of many: its tickets, and the `ref` of the request, for the log entries. */
export interface Part extends Change {
  ref: string | undefined;
}

/** What became of a part. */
export interface PartDone {
  tickets: Ticket[];
  failed: Failed;
  /** Tickets that this very request had changed before it was cut short. */
  doneBefore: number;
}

/**
 * Changes many tickets, a hundred to a transaction, the newest first. Between two of them others get their turn; a crash
 * leaves every ticket whole, and the same request again does the rest. Who asked is told how far it is, if the request
 * has a `ref`; that the caller goes away changes nothing.
 * @throws WorkError when the filters match more than may be changed at once
 */
export async function changeMany(
  context: WorkContext,
  who: SignedIn,
  chosen: ManyTickets,
  step: (part: Part, ids: readonly TicketId[]) => Promise<PartDone>,
): Promise<ChangeAnswer> {
  const { ref } = chosen;
  const ids = await idsOf(context, who, chosen);
  const tickets: Ticket[] = [];
  const failed: Failed = [];
  let changed = 0;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const few = ids.slice(from, from + AT_ONCE);
    const done = await change(context, { merchantId: who.merchantId, by: who.agent.id }, (work) =>
      step({ ...work, ref }, few),
    );
    changed += done.tickets.length + done.doneBefore;
    failed.push(...done.failed);
    if (ids.length <= AT_ONCE) tickets.push(...done.tickets);
    if (ref !== undefined) {
      const progress = { type: 'tickets.progress', ref, done: from + few.length, total: ids.length } as const;
      context.live.signal(who.merchantId, progress, who.agent.id);
    }
  }
  return { tickets, failed, changed };
}

async function idsOf({ db }: WorkContext, who: SignedIn, chosen: ManyTickets): Promise<TicketId[]> {
  const { ticket_ids, filters, except = [] } = chosen;
  // The newest first: of two closed tickets of a conversation the newer is the one to open again.
  if (filters === undefined) return [...new Set(ticket_ids)].sort((a, b) => b - a);
  const ids = await findOpenTicketIds(db, who.merchantId, filters, except, BULK_LIMIT + 1);
  if (ids.length > BULK_LIMIT) throw new WorkError(409, messages.tooMany, 'too_many');
  return ids;
}

/** Why this ticket may not be part of what was chosen (spec section 5, 'Selection'); null when it may, or nothing was. */
export function selectRefusal(who: SignedIn, chosen: ManyTickets, row: TicketRow): string | null {
  return isSelection(chosen) && isSubscribedOnly(who.agent, ruledTicket(row)) ? messages.subscribed : null;
}

/**
 * Locks the tickets and sorts out, newest first, those that `refusal` has a reason against or that are not there. What
 * this very request had changed before is refused no more: it is done.
 */
export async function lockAllowed(
  { tx, merchantId, ref }: Pick<Part, 'tx' | 'merchantId'> & Partial<Pick<Part, 'ref'>>,
  ids: readonly TicketId[],
  refusal: (row: TicketRow) => string | null,
  /** The log entries by which the request knows its own work. */
  did: readonly LogEntry['event'][] = [],
): Promise<{ allowed: TicketRow[]; failed: Failed; doneBefore: number }> {
  const wanted = [...new Set(ids)];
  const rows = (await lockTickets(tx, merchantId, wanted)).toReversed();
  const known = new Set(rows.map(({ id }) => id));
  const missing = wanted.filter((id) => !known.has(id));
  const judged = rows.map((row) => ({ row, message: refusal(row) }));
  const refused = judged.flatMap(({ row, message }) => (message === null ? [] : [{ row, message }]));
  const before =
    ref === undefined
      ? new Set<TicketId>()
      : await findChangedUnder(
          tx,
          merchantId,
          { ref, did },
          refused.map(({ row }) => row),
        );
  return {
    allowed: judged.flatMap(({ row, message }) => (message === null ? [row] : [])),
    failed: [
      ...missing.map((ticket_id) => ({ ticket_id, message: messages.noTicket })),
      ...refused.flatMap(({ row: { id }, message }) => (before.has(id) ? [] : [{ ticket_id: id, message }])),
    ],
    doneBefore: before.size,
  };
}

/** Tells of many tickets in several events. */
export function publishAll(
  publish: Change['publish'],
  type: LiveEventType,
  tickets: readonly Ticket[],
  items: readonly ContentItem[],
  onlyAgent?: AgentId,
): void {
  for (let from = 0; from < tickets.length; from += AT_ONCE) {
    const part = tickets.slice(from, from + AT_ONCE);
    const ids = new Set(part.map(({ id }) => id));
    publish(type, { tickets: part, items: items.filter((item) => ids.has(item.ticket_id)) }, onlyAgent);
  }
}
