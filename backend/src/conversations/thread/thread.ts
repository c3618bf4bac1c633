import {
  END_OF_LIST,
  joinTags,
  type ContentId,
  type ContentItem,
  type ConversationId,
  type FoundItem,
  type MerchantId,
  type ThreadTicket,
  type TicketId,
} from '@inbox/domain';
import { LONG_MAIL } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { toContentItems } from './content-rows';
import { writeCursor, type Cursor } from '../../platform/db/cursor';

export interface ThreadPage {
  /** Oldest first. */
  content: ContentItem[];
  oldest_timestamp: string;
}

/** A page that must reach an item far above is this long at most. */
const LONGEST_REACH = 5_000;
/** What stands above an item that was asked for, so that it is not read without what led to it. */
const ABOVE_REACHED = 5;
const MOST_FOUND = 500;

interface PageRequest {
  conversationId: ConversationId;
  pageSize: number;
  since: Cursor | null;
  /** The page goes back to this item, if that is in the conversation. */
  backTo?: ContentId | undefined;
  /** Of these tickets alone; of all of the conversation when left out. */
  onlyTickets?: readonly TicketId[] | undefined;
}

/** One page of a conversation's thread, over all its tickets, counted from the newest item. */
export async function readThread(db: Queryable, merchantId: MerchantId, request: PageRequest): Promise<ThreadPage> {
  const { conversationId, since } = request;
  const pageSize = await sizeOf(db, merchantId, request);
  let query = db
    .selectFrom('contents')
    .selectAll('contents')
    .select([
      sql<string>`created_at::text`.as('sort_key'),
      // In place of all of it: of a long mail only the beginning shows.
      sql<string>`case content_type when 'email' then left(message, ${LONG_MAIL + 1}) else message end`.as('message'),
      sql<number>`length(message)`.as('message_length'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .where('erased', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (request.onlyTickets !== undefined)
    query = query.where('ticket_id', '=', sql<TicketId>`any(${[...request.onlyTickets]}::bigint[])`);
  if (since !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${since.key}::timestamptz, ${since.id}::bigint)`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, pageSize).reverse();
  const [oldest] = page;
  const more = rows.length > pageSize && oldest !== undefined;
  return {
    content: await toContentItems(db, merchantId, page),
    oldest_timestamp: more ? writeCursor({ key: oldest.sort_key, id: oldest.id, part: 0, at: 0 }) : END_OF_LIST,
  };
}

async function sizeOf(
  db: Queryable,
  merchantId: MerchantId,
  { conversationId, pageSize, since, backTo }: PageRequest,
): Promise<number> {
  if (backTo === undefined) return pageSize;
  const before =
    since === null ? sql`` : sql`and (c.created_at, c.id) < (${since.key}::timestamptz, ${since.id}::bigint)`;
  // Where it stands is looked up first, by its key: as a join, a database without statistics compares all with all.
  const { rows } = await sql<{ items: number }>`
    select count(*)::int as items from (
      select from contents c
      where c.merchant_id = ${merchantId} and c.conversation_id = ${conversationId}
        and (c.created_at, c.id) >= (
          select created_at, id from contents
          where merchant_id = ${merchantId} and conversation_id = ${conversationId} and id = ${backTo}
        ) ${before}
      limit ${LONGEST_REACH}
    ) below`.execute(db);
  const items = rows[0]?.items ?? 0;
  return Math.min(LONGEST_REACH, Math.max(pageSize, items + ABOVE_REACHED));
}

/** Where a text stands in a conversation, whatever its case: newest first. Undefined: there is no such conversation. */
export async function findInThread(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
  text: string,
): Promise<{ found: FoundItem[]; more: boolean } | undefined> {
  const conversation = await db
    .selectFrom('conversations')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (conversation === undefined) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .where('deleted', '=', false)
    .where((eb) => eb.or([eb('message', 'ilike', pattern), eb(sql<string>`details ->> 'subject'`, 'ilike', pattern)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_FOUND + 1)
    .execute();
  const found = rows.slice(0, MOST_FOUND).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  return { found, more: rows.length > MOST_FOUND };
}

/** All tickets of a conversation, oldest first, each with where it begins. */
export async function listSiblings(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<ThreadTicket[]> {
  const rows = await db
    .selectFrom('tickets as t')
    .select((eb) => [
      't.id',
      't.created_at',
      't.tags',
      eb
        .selectFrom('contents as c')
        .select('c.id')
        .whereRef('c.ticket_id', '=', 't.id')
        .where('c.merchant_id', '=', merchantId)
        .where('c.conversation_id', '=', conversationId)
        .where('c.erased', '=', false)
        .orderBy('c.created_at')
        .orderBy('c.id')
        .limit(1)
        .as('first_item_id'),
    ])
    .where('t.merchant_id', '=', merchantId)
    .where('t.conversation_id', '=', conversationId)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), tags: joinTags(row.tags) }));
}
