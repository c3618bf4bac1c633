import type { ConversationId, MerchantId, Note, TicketId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { readNotes } from '../../notes/note-queries';

/** What is stored beside tickets; a ticket or conversation that has nothing is not in the map. */
export interface TicketsAround {
  links: ReadonlyMap<TicketId, TicketId[]>;
  /** Oldest first. */
  notes: ReadonlyMap<TicketId, Note[]>;
  /** By conversation of comments, the channel's id of its post. */
  posts: ReadonlyMap<ConversationId, string>;
}

/** Reads what is linked with these tickets, noted on them, and under which posts their comments are. */
export async function loadTicketRelations(
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
