import { agentName, type ReopenRefusal, type Ticket, type TicketId } from '@inbox/domain';
import { afterReopen, mayReopen } from '@inbox/domain/conversation';
import { changeTickets, insertLogs, type TicketPatch } from './ticket-changes';
import { findRunningTickets, ruledTicket, toTicket, type TicketRow } from './ticket-rows';
import { lockAllowed, publishAll, type Part, type PartDone } from './change-many';
import { messages } from '../../platform/errors/messages';
import type { Surveys } from './surveys';
import type { SignedIn } from '../../agents/sessions/session';

const refusals: Record<ReopenRefusal, string> = {
  not_closed: messages.alreadyOpen,
  not_owner: messages.notReopener,
};

/**
 * Opens tickets again, each on its own. One ticket of a conversation runs at most: an older one stays closed, and of two
 * closed ones the newer is opened. A survey that has not left yet is not sent any more.
 * @param restores leaves each ticket as it was before it was closed
 */
export async function reopenTickets(
  surveys: Surveys,
  work: Part,
  who: SignedIn,
  ids: readonly TicketId[],
  { restores = false }: { restores?: boolean } = {},
): Promise<PartDone> {
  const { tx, merchantId, now, ref, publish } = work;
  const running = await findRunningTickets(tx, merchantId, ids);
  const newest = new Map<number, TicketId>();
  const refusal = (row: TicketRow): string | null => {
    const verdict = mayReopen(who.agent, ruledTicket(row));
    if (!verdict.allowed) return refusals[verdict.reason];
    const other = running.get(row.conversation_id) ?? newest.get(row.conversation_id);
    if (other !== undefined && other !== row.id) return messages.newerTicket;
    newest.set(row.conversation_id, row.id);
    return null;
  };
  const { allowed, failed, doneBefore } = await lockAllowed(work, ids, refusal, ['reopened']);

  const opened = new Map<TicketId, Ticket>();
  for (const [patch, alike] of groupByPatch(who, allowed, restores)) {
    for (const row of await changeTickets(tx, merchantId, alike, patch)) opened.set(row.id, toTicket(row));
  }
  const recalled = await surveys.recall(work, who, allowed);
  for (const ticket of recalled.tickets) opened.set(ticket.id, ticket);

  const comment = (restores ? messages.logCloseUndone : messages.logReopened)(agentName(who.agent));
  const log = { event: 'reopened', comment, agentId: who.agent.id, at: now, ref } as const;
  const items = await insertLogs(tx, merchantId, [...opened.keys()], log);
  const tickets = [...opened.values()].sort((a, b) => a.id - b.id);
  publishAll(publish, 'tickets.status_updated', tickets, [...items, ...recalled.items]);
  return { tickets, failed, doneBefore };
}

/** Tickets that end alike are changed by one statement. */
function groupByPatch(who: SignedIn, rows: readonly TicketRow[], restores: boolean): Map<TicketPatch, TicketId[]> {
  const known = new Map<string, TicketPatch>();
  const groups = new Map<TicketPatch, TicketId[]>();
  for (const row of rows) {
    const after = afterReopen(who.agent, ruledTicket(row), restores ? row.before_close : null);
    const key = JSON.stringify(after);
    const { follow_up_at, ...rest } = after;
    const patch = known.get(key) ?? {
      ...rest,
      follow_up_at: follow_up_at === null ? null : new Date(follow_up_at),
      closed_at: null,
      closed_ref: null,
      before_close: null,
    };
    known.set(key, patch);
    groups.set(patch, [...(groups.get(patch) ?? []), row.id]);
  }
  return groups;
}
