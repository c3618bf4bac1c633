import type { AccountId, ContentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import { traceparent } from '../tracing/tracing';
import type { OutboxPayload } from './payloads';

/** By the database's clock, so that several nodes agree. */
export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Stores what is to leave, in the transaction of what it belongs to. */
export async function insertOutbox(
  db: Queryable,
  row: {
    merchantId: MerchantId;
    accountId: AccountId;
    contentId: ContentId;
    payload: OutboxPayload;
    /** Milliseconds that it waits. By the database's clock, which also says what is due: nodes' clocks differ. */
    afterMs?: number;
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
      kind: row.payload.kind,
      payload: JSON.stringify(row.payload.payload),
      next_at: fromNow(row.afterMs ?? 0),
      lease_until: null,
      last_error: null,
      trace: traceparent(),
    })
    .execute();
}

const again = (db: Queryable, merchantId: MerchantId) =>
  db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_at: fromNow(0), lease_until: null, last_error: null })
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'failed');

/** Puts what failed for good in line again, as it was. Says whether there was something. */
export async function requeueOutbox(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<boolean> {
  const { numUpdatedRows } = await again(db, merchantId).where('content_id', '=', contentId).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts one row that failed for good in line again. Says whether it had. */
export async function requeueRow(db: Queryable, merchantId: MerchantId, id: number): Promise<boolean> {
  const { numUpdatedRows } = await again(db, merchantId).where('id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes out for good what has not left. Of a row that waits and is in no process's hands the channel has heard nothing.
 * Says whether there was something.
 */
export async function withdrawOutbox(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('state', '=', 'waiting')
    .where('lease_until', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What left for this item, or was about to; undefined when that is not stored any more. */
export async function findPayload(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  kind: string,
): Promise<unknown> {
  const row = await db
    .selectFrom('outbox')
    .select('payload')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.payload;
}

/** Is such a row of this item on its way already? */
export async function hasWaiting(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  kind: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row !== undefined;
}
