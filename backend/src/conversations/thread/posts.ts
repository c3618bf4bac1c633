import type { AccountId, MerchantId, SocialPost } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { PostRowId } from './tables';

/** Where a post's picture is had; it answers agents of the post's merchant only. */
const pictureUrl = (id: PostRowId): string => `/api/inbox/posts/${id}/picture/`;

/** These posts as the wire shows them, by their rows' ids. */
export async function readPosts(
  db: Queryable,
  merchantId: MerchantId,
  ids: readonly PostRowId[],
): Promise<Map<PostRowId, SocialPost>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts as p')
    .innerJoin('merchants as m', 'm.id', 'p.merchant_id')
    .select([
      'p.id',
      'p.external_id',
      'p.permalink',
      'p.caption',
      'p.post_type',
      'p.ad_type',
      'p.storage_key',
      'm.name as merchant_name',
    ])
    .where('p.merchant_id', '=', merchantId)
    .where('p.id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        post_id: row.external_id,
        merchant_name: row.merchant_name,
        post_url: row.storage_key === null ? null : pictureUrl(row.id),
        permalink: row.permalink,
        post_caption: row.caption,
        post_type: row.post_type,
        post_ad_type: row.ad_type,
      },
    ]),
  );
}

/** What is known of a post before, or without, asking for its details. */
export interface KnownPost {
  externalId: string;
  permalink: string | null;
  postType: string | null;
  adType: string | null;
}

/** The post's row, made when it is new; says whether its details are still to be fetched. */
export async function ensurePost(
  db: Queryable,
  merchantId: MerchantId,
  accountId: AccountId,
  { externalId, permalink, postType, adType }: KnownPost,
): Promise<{ id: PostRowId; isNew: boolean }> {
  const made = await db
    .insertInto('posts')
    .values({
      merchant_id: merchantId,
      account_id: accountId,
      external_id: externalId,
      permalink,
      post_type: postType,
      ad_type: adType,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'account_id', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return { id: made.id, isNew: true };
  const known = await db
    .selectFrom('posts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirstOrThrow();
  return { id: known.id, isNew: false };
}

export interface PostDetails {
  permalink: string | null;
  caption: string | null;
  post_type: string | null;
  ad_type: string | null;
  storage_key: string | null;
  picture_type: string | null;
}

/** Has the channel told of it? */
export async function isDescribed(db: Queryable, merchantId: MerchantId, id: PostRowId): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('fetched_at')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && row.fetched_at !== null;
}

/** Writes down what the channel told of a post; what it did not tell stays as it was known. */
export async function setPostDetails(
  db: Queryable,
  merchantId: MerchantId,
  id: PostRowId,
  details: PostDetails,
): Promise<void> {
  const told = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
  await db
    .updateTable('posts')
    .set({ ...told, fetched_at: sql<Date>`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute();
}

/** The file of a post's picture, for those who may see it. */
export async function findPostPicture(
  db: Queryable,
  merchantId: MerchantId,
  id: PostRowId,
): Promise<{ storage_key: string; content_type: string } | undefined> {
  const row = await db
    .selectFrom('posts')
    .select(['storage_key', 'picture_type'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.storage_key == null) return undefined;
  return { storage_key: row.storage_key, content_type: row.picture_type ?? 'application/octet-stream' };
}
