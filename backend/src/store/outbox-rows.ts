import type { AccountId, ContentId, MerchantId } from '@inbox/domain';
import type { Queryable } from './connection';

/** Stores what is to leave, in the transaction of what it belongs to. */
export async function insertOutbox(
  db: Queryable,
  row: {
    merchantId: MerchantId;
    accountId: AccountId;
    contentId: ContentId;
    letter: { kind: string; payload: unknown };
    due: Date;
  },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      merchant_id: row.merchantId,
      account_id: row.accountId,
      content_id: row.contentId,
      conversation_id: (eb) =>
        eb
          .selectFrom('contents')
          .select('conversation_id')
          .where('merchant_id', '=', row.merchantId)
          .where('id', '=', row.contentId),
      kind: row.letter.kind,
      payload: JSON.stringify(row.letter.payload),
      next_at: row.due,
      lease_until: null,
      last_error: null,
    })
    .execute();
}

/** Puts what failed for good in line again, as it was. Says whether there was something. */
export async function requeueOutbox(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  due: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: due, lease_until: null, last_error: null })
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
