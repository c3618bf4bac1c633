import { sql } from 'kysely';
import { toContentItems } from '../thread/content-rows';
import { endRow, type Claim } from '../../platform/outbox/queue';
import { isDescribed, setPostDetails, type PostDetails } from '../thread/posts';
import type { PostRowId } from '../thread/tables';
import { storable } from '../../platform/db/storable-text';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';

/** As many of a post's comments as one event carries; older ones show the details when they are loaded anew. */
const TOLD = 200;

/**
 * Keeps what the channel told of a post, and shows it on the comments under it.
 * @returns false when that was done already: the picture just fetched is then nobody's
 */
export async function describePost(
  context: WorkContext,
  row: Claim,
  postId: PostRowId,
  details: PostDetails,
): Promise<boolean> {
  return change(context, { merchantId: row.merchant_id, by: null }, async (work) => {
    if (!(await endRow(work.tx, row, 'done', null))) return false;
    await showDetails(work, postId, details);
    return true;
  });
}

/** The same of what is known while the picture is still to come; once, however often it is tried. */
export async function describePostSoFar(
  context: WorkContext,
  row: Pick<Claim, 'merchant_id'>,
  postId: PostRowId,
  details: PostDetails,
): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async (work) => {
    if (!(await isDescribed(work.tx, work.merchantId, postId))) await showDetails(work, postId, details);
  });
}

async function showDetails(
  { tx, merchantId, publish }: Change,
  postId: PostRowId,
  details: PostDetails,
): Promise<void> {
  await setPostDetails(tx, merchantId, postId, {
    ...details,
    caption: details.caption === null ? null : storable(details.caption),
  });
  const comments = await tx
    .updateTable('contents')
    .set({ rev: sql<number>`rev + 1` })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('contents')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('post_id', '=', postId)
        .orderBy('id', 'desc')
        .limit(TOLD),
    )
    .returningAll()
    .execute();
  if (comments.length > 0) {
    publish('tickets.ticket_content_v2', { items: await toContentItems(tx, merchantId, comments) });
  }
}
