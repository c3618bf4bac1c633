import type { CommentItem, ContentId, ContentItem, CommentPost, PostComment } from '@inbox/domain';
import { commentPosts } from '@inbox/domain/conversation';

/** What one began under a post, with all answers to it. */
export interface CommentThread {
  post: Omit<CommentPost, 'comment_data'>;
  root: PostComment;
  /** The place of the root in the post's list. */
  index: number;
  /** Is it the first of its post that shows? */
  isFirst: boolean;
}

/** The threads of comments among the items, by the item that begins each. */
export function commentThreads(items: readonly ContentItem[]): ReadonlyMap<ContentId, CommentThread> {
  const comments = items.filter((item): item is CommentItem => item.content_type === 'comment');
  if (comments.length === 0) return new Map();
  return new Map(
    commentPosts(comments).flatMap(({ comment_data, ...post }) =>
      comment_data.map((root, index) => [root.id, { post, root, index, isFirst: index === 0 }] as const),
    ),
  );
}

/** Is the item this comment, or one of the answers below it? */
export const holds = (comment: PostComment, id: ContentId): boolean =>
  comment.id === id || comment.children.some((child) => holds(child, id));
