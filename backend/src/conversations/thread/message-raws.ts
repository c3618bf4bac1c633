import type { ContentId, MerchantId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';

/** The most that is stored of a message as the channel told it, in characters. */
const MAX_RAW = 64_000;

/** Stores a message as the channel told it. */
export async function insertRaw(
  db: Queryable,
  merchantId: MerchantId,
  contentId: ContentId,
  raw: string,
): Promise<void> {
  const body = storable(raw.slice(0, MAX_RAW));
  await db
    .insertInto('message_raws')
    .values({ merchant_id: merchantId, content_id: contentId, body })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'content_id']).doNothing())
    .execute();
}

/** The message as the channel told it; undefined when there is no such message, or it was taken back. */
export async function findRaw(db: Queryable, merchantId: MerchantId, id: ContentId): Promise<string | undefined> {
  const row = await db
    .selectFrom('message_raws')
    .select('body')
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', id)
    .executeTakeFirst();
  return row?.body;
}

/** What its author took back is not stored. */
export async function deleteRaw(db: Queryable, merchantId: MerchantId, id: ContentId): Promise<void> {
  await db.deleteFrom('message_raws').where('merchant_id', '=', merchantId).where('content_id', '=', id).execute();
}
