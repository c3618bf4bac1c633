import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { ContentRow } from './content-rows';

/** A comment by the channel's ids of it and of its post. */
export async function findComment(
  db: Queryable,
  merchantId: MerchantId,
  { comment_id, post_id }: { comment_id: string; post_id: string },
): Promise<ContentRow | undefined> {
  return db
    .selectFrom('contents as c')
    .innerJoin('posts as p', (join) =>
      join.onRef('p.merchant_id', '=', 'c.merchant_id').onRef('p.id', '=', 'c.post_id'),
    )
    .selectAll('c')
    .where('c.merchant_id', '=', merchantId)
    .where('c.content_type', '=', 'comment')
    .where('c.external_id', '=', comment_id)
    .where('p.external_id', '=', post_id)
    .executeTakeFirst();
}

/** Marks a comment as hidden from others, or shown again; one revision on. */
export async function markHidden(
  db: Queryable,
  merchantId: MerchantId,
  comment: Pick<ContentRow, 'id' | 'details'>,
  hidden: boolean,
): Promise<ContentRow> {
  return db
    .updateTable('contents')
    .set({ details: JSON.stringify({ ...comment.details, hidden }), error_message: null, rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', comment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
