import type { MerchantId, QuickReply, QuickReplyId, QuickReplyText } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';

const COLUMNS = ['id', 'shortcut', 'message', 'uses'] as const;

export async function listQuickReplies(db: Queryable, merchantId: MerchantId): Promise<QuickReply[]> {
  return db
    .selectFrom('quick_replies')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .orderBy('shortcut')
    .orderBy('id')
    .execute();
}

/** Holds the merchant's row until the commit: of two who store the same new shortcut at once, one finds the other's. */
export async function lockQuickReplies(tx: Queryable, merchantId: MerchantId): Promise<void> {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function insertQuickReply(
  tx: Queryable,
  merchantId: MerchantId,
  written: QuickReplyText,
): Promise<QuickReply> {
  return tx
    .insertInto('quick_replies')
    .values({ merchant_id: merchantId, ...written })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateQuickReply(
  tx: Queryable,
  merchantId: MerchantId,
  id: QuickReplyId,
  written: QuickReplyText,
): Promise<QuickReply | undefined> {
  return tx
    .updateTable('quick_replies')
    .set(written)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Was it there? */
export async function removeQuickReply(tx: Queryable, merchantId: MerchantId, id: QuickReplyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('quick_replies')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Was it there? */
export async function addUse(db: Queryable, merchantId: MerchantId, id: QuickReplyId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quick_replies')
    .set({ uses: sql<number>`uses + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertManyQuickReplies(
  tx: Queryable,
  merchantId: MerchantId,
  rows: readonly QuickReplyText[],
): Promise<void> {
  await sql`
    insert into quick_replies (merchant_id, shortcut, message)
    select ${merchantId}::bigint, * from unnest(
      ${rows.map(({ shortcut }) => shortcut)}::text[], ${rows.map(({ message }) => message)}::text[]
    )`.execute(tx);
}

export async function updateManyMessages(
  tx: Queryable,
  merchantId: MerchantId,
  rows: readonly { id: QuickReplyId; message: string }[],
): Promise<void> {
  await sql`
    update quick_replies q set message = changed.message
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ message }) => message)}::text[])
      as changed (id, message)
    where q.merchant_id = ${merchantId} and q.id = changed.id`.execute(tx);
}
