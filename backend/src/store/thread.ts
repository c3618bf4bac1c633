import { END_OF_LIST, type ContentItem, type ConversationId, type MerchantId, type SiblingTicket } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from './connection';
import { toContentItems } from './content-rows';
import { writeMarker, type Marker } from './marker';

export interface ThreadPage {
  /** Oldest first. */
  content: ContentItem[];
  oldest_timestamp: string;
}

/** One page of a conversation's thread, over all its tickets, counted from the newest item. */
export async function readThread(
  db: Queryable,
  merchantId: MerchantId,
  { conversationId, pageSize, since }: { conversationId: ConversationId; pageSize: number; since: Marker | null },
): Promise<ThreadPage> {
  let query = db
    .selectFrom('contents')
    .selectAll('contents')
    .select(sql<string>`created_at::text`.as('sort_key'))
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (since !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${since.key}::timestamptz, ${since.id}::bigint)`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, pageSize).reverse();
  const [oldest] = page;
  const more = rows.length > pageSize && oldest !== undefined;
  return {
    content: await toContentItems(db, merchantId, page),
    oldest_timestamp: more ? writeMarker({ key: oldest.sort_key, id: oldest.id, part: 0, at: 0 }) : END_OF_LIST,
  };
}

/** All tickets of a conversation, oldest first. */
export async function listSiblings(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<SiblingTicket[]> {
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'status', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
