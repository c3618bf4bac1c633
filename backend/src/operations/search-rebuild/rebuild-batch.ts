import type { ContentId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { repairMailText } from './repair-mail-text';

/** Brings the texts and search words of the shop's next `size` contents up to the present rules. @returns whether more remain */
export async function rebuildBatch(db: Queryable, merchantId: MerchantId, size: number): Promise<boolean> {
  const shop = await db
    .selectFrom('merchants')
    .select('search_rebuilt_until as until')
    .where('id', '=', merchantId)
    .where('search_rebuilt_until', 'is not', null)
    .executeTakeFirst();
  if (shop === undefined || shop.until === null) return false;
  const batch = await db
    .selectFrom('contents')
    .select(['id', 'ticket_id'])
    .select(
      sql<boolean>`content_type = 'email' and not deleted and message ~ '&[A-Za-z]|\u00ad'
      and details ->> 'html' is not null`.as('is_suspect'),
    )
    .where('merchant_id', '=', merchantId)
    .where('id', '>', shop.until)
    .orderBy('id')
    .limit(size)
    .execute();
  for (const { id, is_suspect } of batch) if (is_suspect) await repair(db, merchantId, id);
  await refreshWords(db, merchantId, batch);
  const last = batch.length < size ? null : (batch.at(-1)?.id ?? null);
  await db
    .updateTable('merchants')
    .set({ search_rebuilt_until: last })
    .where('id', '=', merchantId)
    // Another process may be further on.
    .where('search_rebuilt_until', '=', shop.until)
    .execute();
  return last !== null;
}

async function repair(db: Queryable, merchantId: MerchantId, id: ContentId): Promise<void> {
  const mail = await db
    .selectFrom('contents')
    .select(['id', 'ticket_id', 'message'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (mail !== undefined) await repairMailText(db, merchantId, mail);
}

/**
 * Writes the words of these contents, and of their tickets' names and subjects, by the present rule. A row that is locked is
 * left out: a trigger writes it at this moment, by the present rule.
 */
async function refreshWords(
  db: Queryable,
  merchantId: MerchantId,
  batch: readonly { id: ContentId; ticket_id: TicketId }[],
): Promise<void> {
  const contents = batch.map(({ id }) => id);
  const tickets = [...new Set(batch.map(({ ticket_id }) => ticket_id))];
  await sql`
    update search_texts s set words = fresh.words
    from (
      select free.row, search_words(${merchantId}::bigint, coalesce(c.message, free.label)) as words
      from (
        select ctid as row, content_id, label from search_texts
        where merchant_id = ${merchantId} and ticket_id = any(${tickets}::bigint[])
          and (content_id is null or content_id = any(${contents}::bigint[]))
        for update skip locked
      ) as free
      left join contents c on c.merchant_id = ${merchantId} and c.id = free.content_id
    ) as fresh
    where s.ctid = fresh.row and fresh.words is not null and s.words is distinct from fresh.words`.execute(db);
}
