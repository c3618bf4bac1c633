import * as z from 'zod/mini';
import { commentFiles } from '../meta/comments/comment-files';
import { commentIdSchema, commentOf, commentTime, type ReadComment } from '../meta/comments/comment';
import { lenientText } from '../meta/read/lenient-text';

const page = z.object({
  comment_id: commentIdSchema,
  post_id: commentIdSchema,
  parent_id: z.optional(commentIdSchema),
  verb: z.enum(['add', 'edit', 'edited', 'remove', 'hide', 'unhide']),
  from: z.optional(z.object({ id: commentIdSchema, name: lenientText })),
  message: lenientText,
  /** A link that the comment shares. */
  link: lenientText,
  created_time: z.optional(z.number()),
  post: z.optional(
    z.object({
      permalink_url: z.optional(z.string()),
      status_type: z.optional(z.string()),
      promotion_status: z.optional(z.string()),
    }),
  ),
});

/** A comment under a post of a page, and what happens to it. */
export const readPageComment: ReadComment = (account, given, at, now) => {
  const read = page.safeParse(given);
  if (!read.success) return null;
  const { comment_id: externalId, post_id, parent_id, verb, from, message, link, created_time, post } = read.data;
  if (verb === 'remove') return { kind: 'altered', externalId, what: { kind: 'deleted' } };
  if (verb === 'hide' || verb === 'unhide') {
    return { kind: 'altered', externalId, what: { kind: 'hidden', hidden: verb === 'hide' } };
  }
  const files = commentFiles(given);
  const text = message || (files.length > 0 ? '' : link);
  if (verb === 'edit' || verb === 'edited') {
    const edited = { kind: 'edited', text, at: commentTime(at, now).toISOString() } as const;
    return { kind: 'altered', externalId, what: { ...edited, ...(files.length > 0 && { files }) } };
  }
  if (from === undefined) return null;
  const known = {
    externalId: post_id,
    permalink: post?.permalink_url ?? null,
    postType: post?.status_type ?? null,
    adType: post?.promotion_status === 'active' ? 'FEED' : null,
  };
  // A comment right under the post names the post as its parent.
  const parent = parent_id === undefined || parent_id === post_id ? null : parent_id;
  const said = { externalId, text, files, parent, at: commentTime(created_time ?? at, now), post: known };
  return commentOf(account, from, said);
};
