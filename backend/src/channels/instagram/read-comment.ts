import * as z from 'zod/mini';
import { commentFiles } from '../meta/comments/comment-files';
import { commentIdSchema, commentOf, commentTime, type ReadComment } from '../meta/comments/comment';
import { lenientText } from '../meta/read/lenient-text';

const instagram = z.object({
  id: commentIdSchema,
  from: z.object({ id: commentIdSchema, username: lenientText }),
  text: lenientText,
  media: z.object({ id: commentIdSchema, media_product_type: z.optional(z.string()), ad_id: z.optional(z.string()) }),
  parent_id: z.optional(commentIdSchema),
});

/** A comment on Instagram; edits and deletions are not delivered there. */
export const readInstagramComment: ReadComment = (account, given, at, now) => {
  const read = instagram.safeParse(given);
  if (!read.success) return null;
  const { id: externalId, from, text, media, parent_id } = read.data;
  const isAd = media.media_product_type === 'AD' || media.ad_id !== undefined;
  const post = { externalId: media.id, permalink: null, postType: null, adType: isAd ? 'FEED' : null };
  const said = {
    externalId,
    text,
    files: commentFiles(given),
    parent: parent_id ?? null,
    at: commentTime(at, now),
    post,
  };
  return commentOf(account, { id: from.id, name: from.username }, said);
};
