import type { ConversationId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';

/** A note as it was written, oldest first. */
export interface StoredNote {
  notes: string;
  agent_name: string;
  created_at: Date;
}

/** What is stored beside tickets; a ticket or conversation that has nothing is not in the map. */
export interface TicketsAround {
  links: ReadonlyMap<TicketId, TicketId[]>;
  notes: ReadonlyMap<TicketId, StoredNote[]>;
  /** By conversation of comments, the channel's id of its post. */
  posts: ReadonlyMap<ConversationId, string>;
}

/** Reads what is linked with these tickets, noted on them, and under which posts their comments are. */
export async function readTicketsAround(
  db: Queryable,
  merchantId: MerchantId,
  tickets: readonly { id: TicketId; conversation_id: ConversationId; conversation_source: string }[],
): Promise<TicketsAround> {
  const ids = tickets.map(({ id }) => id);
  const ofComments = tickets.flatMap((ticket) =>
    ticket.conversation_source === 'comment' ? [ticket.conversation_id] : [],
  );
  const [links, notes, posts] = await Promise.all([
    readLinks(db, merchantId, ids),
    readNotes(db, merchantId, ids),
    readPostIds(db, merchantId, ofComments),
  ]);
  return { links, notes, posts };
}

async function readLinks(db: Queryable, merchantId: MerchantId, ids: TicketId[]): Promise<Map<TicketId, TicketId[]>> {
  const linked = new Map<TicketId, TicketId[]>();
  if (ids.length === 0) return linked;
  const rows = await db
    .selectFrom('ticket_links')
    .select(['low_id', 'high_id'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('low_id', 'in', ids), eb('high_id', 'in', ids)]))
    .orderBy('created_at', 'desc')
    .execute();
  const add = (from: TicketId, to: TicketId) => linked.set(from, [...(linked.get(from) ?? []), to]);
  for (const { low_id, high_id } of rows) {
    add(low_id, high_id);
    add(high_id, low_id);
  }
  return linked;
}

async function readNotes(db: Queryable, merchantId: MerchantId, ids: TicketId[]): Promise<Map<TicketId, StoredNote[]>> {
  const noted = new Map<TicketId, StoredNote[]>();
  if (ids.length === 0) return noted;
  const rows = await db
    .selectFrom('notes as n')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'n.merchant_id').onRef('a.id', '=', 'n.agent_id'),
    )
    .select(['n.ticket_id', 'n.notes', 'n.created_at'])
    .select(sql<string>`trim(a.first_name || ' ' || a.last_name)`.as('agent_name'))
    .where('n.merchant_id', '=', merchantId)
    .where('n.ticket_id', 'in', ids)
    .orderBy('n.id')
    .execute();
  for (const { ticket_id, ...note } of rows) noted.set(ticket_id, [...(noted.get(ticket_id) ?? []), note]);
  return noted;
}

async function readPostIds(
  db: Queryable,
  merchantId: MerchantId,
  ids: ConversationId[],
): Promise<Map<ConversationId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contents as c')
    .innerJoin('posts as p', (join) =>
      join.onRef('p.merchant_id', '=', 'c.merchant_id').onRef('p.id', '=', 'c.post_id'),
    )
    .select(['c.conversation_id', 'p.external_id'])
    .distinctOn('c.conversation_id')
    .where('c.merchant_id', '=', merchantId)
    .where('c.conversation_id', 'in', ids)
    .orderBy('c.conversation_id')
    .orderBy('c.created_at', 'desc')
    .execute();
  return new Map(rows.map(({ conversation_id, external_id }) => [conversation_id, external_id]));
}
