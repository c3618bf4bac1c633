import type { TicketId } from '@inbox/domain';
import type { Random } from '@inbox/simulate';
import { sql } from 'kysely';
import { chunks } from './chunks';
import type { SeedDeps } from './deps';
import { assignable, type ReadyMerchantTickets } from './entered';
import type { PlannedTicket } from './plan';

const NOTES = [
  'Customer was upset on the phone; please answer first thing.',
  'Warehouse confirms: the parcel left on Monday.',
  'Promised a call back before 6 pm.',
  'Regular customer, offer free pick-up.',
] as const;

/** Priorities, tags, follow-ups, the bot's tickets, and which of the waiting ones have been looked at. */
export async function markTickets(deps: SeedDeps, { merchant, tickets }: ReadyMerchantTickets): Promise<void> {
  const rows = tickets.map(({ id, planned }) => ({
    id,
    priority: planned.priority,
    tags: planned.tag === null ? [] : [planned.tag],
    status: markedStatus(planned),
    // Whoever answered has read what came before.
    is_read: planned.isRead || planned.status === 'closed' || planned.lines.at(-1)?.by === 'merchant',
    follow_up_at: planned.status === 'follow_up' ? new Date(deps.now.getTime() + ((id % 20) + 1) * 3_600_000) : null,
  }));
  for (const some of chunks(rows, 500)) {
    await sql`
      update tickets t set
        priority = r.priority, tags = r.tags, follow_up_at = r.follow_up_at,
        status = coalesce(r.status, t.status),
        conversation_read = t.conversation_read or r.is_read,
        unread_count = case when r.is_read then 0 else t.unread_count end
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as r(id bigint, priority smallint, tags text[], status text, is_read boolean, follow_up_at timestamptz)
      where t.merchant_id = ${merchant.id} and t.id = r.id`.execute(deps.db);
  }
}

/** States that come about by work which is not part of what the demo's channels bring: a bot's ticket, a follow-up. */
function markedStatus({ status }: PlannedTicket): string | null {
  return status === 'assigned_to_bot' || status === 'follow_up' ? status : null;
}

export async function enterNotes(
  deps: SeedDeps,
  random: Random,
  { merchant, tickets }: ReadyMerchantTickets,
): Promise<void> {
  const authors = assignable(merchant);
  const notes = tickets
    .filter(({ planned }) => planned.hasNote)
    .flatMap(({ id, planned }: { id: TicketId; planned: PlannedTicket }) => {
      const author = authors[random.between(0, authors.length - 1)];
      if (!author) return [];
      const created_at = new Date((planned.lines.at(-1)?.at ?? deps.now.getTime()) + 30_000);
      return {
        merchant_id: merchant.id,
        ticket_id: id,
        agent_id: author.agent.id,
        notes: `<p>${random.pick(NOTES)}</p>`,
        created_at,
      };
    });
  if (notes.length > 0) await deps.db.insertInto('notes').values(notes).execute();
}
