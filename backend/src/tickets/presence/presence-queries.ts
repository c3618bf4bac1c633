import type { AgentId, MerchantId, Presence, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';

/** An agent's open page. */
export interface Page {
  pageId: string;
  merchantId: MerchantId;
  agentId: AgentId;
}

/** A ticket of a merchant. */
export interface TicketRef {
  merchantId: MerchantId;
  ticketId: TicketId;
}

/** Who moves in or out of a ticket does so alone, until the commit. */
export async function lockPresence(db: Queryable, { merchantId, ticketId }: TicketRef): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`presence:${merchantId}:${ticketId}`}, 0))`.execute(db);
}

/** The page shows this ticket and no other. @returns false when the merchant has no such ticket */
export async function savePage(
  db: Queryable,
  { pageId, merchantId, agentId }: Page,
  at: { ticketId: TicketId; typingUntil: Date | null; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('ticket_presence')
    .columns(['page_id', 'merchant_id', 'ticket_id', 'agent_id', 'typing_until', 'seen_at'])
    .expression((eb) =>
      eb
        .selectFrom('tickets')
        .select([
          sql<string>`${pageId}::uuid`.as('page_id'),
          'merchant_id',
          'id as ticket_id',
          sql<AgentId>`${agentId}::bigint`.as('agent_id'),
          sql<Date | null>`${at.typingUntil}::timestamptz`.as('typing_until'),
          sql<Date>`${at.now}::timestamptz`.as('seen_at'),
        ])
        .where('merchant_id', '=', merchantId)
        .where('id', '=', at.ticketId),
    )
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet((eb) => ({
        ticket_id: eb.ref('excluded.ticket_id'),
        typing_until: eb.ref('excluded.typing_until'),
        seen_at: eb.ref('excluded.seen_at'),
      })),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function removePage(db: Queryable, { pageId, merchantId }: Page): Promise<void> {
  await db.deleteFrom('ticket_presence').where('merchant_id', '=', merchantId).where('page_id', '=', pageId).execute();
}

/** The node says that these pages are still there. */
export async function renewPages(db: Queryable, pageIds: readonly string[], now: Date): Promise<void> {
  if (pageIds.length === 0) return;
  await db
    .updateTable('ticket_presence')
    .set({ seen_at: now })
    .where((eb) => eb('page_id', '=', eb.fn.any(sql<string[]>`${pageIds}::uuid[]`)))
    .execute();
}

/** The tickets in which somebody else is beside these pages' agents, too. */
export async function listSharedTickets(db: Queryable, pageIds: readonly string[]): Promise<TicketRef[]> {
  if (pageIds.length === 0) return [];
  return db
    .selectFrom('ticket_presence as mine')
    .innerJoin('ticket_presence as other', (join) =>
      join.onRef('other.merchant_id', '=', 'mine.merchant_id').onRef('other.ticket_id', '=', 'mine.ticket_id'),
    )
    .select(['mine.merchant_id as merchantId', 'mine.ticket_id as ticketId'])
    .distinct()
    .where((eb) => eb('mine.page_id', '=', eb.fn.any(sql<string[]>`${pageIds}::uuid[]`)))
    .whereRef('other.agent_id', '<>', 'mine.agent_id')
    .execute();
}

/** Forgets the pages of which nothing was heard since, as when their node died. @returns where they were */
export async function deleteStalePages(db: Queryable, since: Date): Promise<TicketRef[]> {
  return db
    .deleteFrom('ticket_presence')
    .where('seen_at', '<', since)
    .returning(['merchant_id as merchantId', 'ticket_id as ticketId'])
    .execute();
}

/** Who is in the ticket: each agent once, whatever number of pages they have open there. */
export async function listPresence(db: Queryable, { merchantId, ticketId }: TicketRef, now: Date): Promise<Presence[]> {
  const rows = await db
    .selectFrom('ticket_presence')
    .select(['agent_id', sql<boolean>`coalesce(bool_or(typing_until > ${now}), false)`.as('types')])
    .where('merchant_id', '=', merchantId)
    .where('ticket_id', '=', ticketId)
    .groupBy('agent_id')
    .orderBy('agent_id')
    .execute();
  return rows.map(({ agent_id, types }) => ({ agent_id, doing: types ? 'typing' : 'viewing' }));
}
