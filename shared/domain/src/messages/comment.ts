import type { AgentId, ContentId, IsoTime, TempId } from '../ids';
import type { TextVersion } from './channel-facts';
import type { Attachment, MessageBase, SendStatus } from './message-base';

/** A post, reel or advertisement that people comment on (spec section 3). Null is what the channel has not told (yet). */
export interface SocialPost {
  /** The channel's id of it. */
  post_id: string;
  merchant_name: string;
  /** Its picture, or the still of its video. */
  post_url: string | null;
  permalink: string | null;
  post_caption: string | null;
  /** In the channel's words: IMAGE, VIDEO, CAROUSEL_ALBUM, photo, status …. */
  post_type: string | null;
  /** `FEED` means that it is an advertisement. */
  post_ad_type: string | null;
}

/**
 * One comment, as an item of its conversation's thread. A conversation holds what one person began under one post, with all
 * answers to it, whoever wrote them; `message` is the comment's text.
 */
export interface CommentItem extends MessageBase {
  content_type: 'comment';
  post: SocialPost;
  /** The channel's id; null for the merchant's own until the channel has it. */
  comment_id: string | null;
  /** The channel's id of the comment that this one answers, and of the one that began its thread. */
  parent_id: string | null;
  root_comment_id: string | null;
  username: string;
  /** The channel's own time. */
  comment_dt_time: IsoTime;
  /** Hidden from other people on the channel. */
  hidden: boolean;
  /** Its versions before the last edit, oldest first. */
  edits?: TextVersion[];
}

/** A comment with the answers below it, oldest first. */
export interface PostComment {
  id: ContentId;
  comment_id: string | null;
  parent_id: string | null;
  root_comment_id: string | null;
  comment: string;
  attachments: readonly Attachment[];
  /** Its versions before the last edit, oldest first. */
  edits: readonly TextVersion[];
  username: string;
  is_own: boolean;
  agent_id: AgentId | null;
  comment_dt_time: IsoTime;
  created_at: IsoTime;
  deleted: boolean;
  hidden: boolean;
  send_status: SendStatus;
  temp_id: TempId | null;
  /** Why it could not be sent, hidden or deleted, in words for people. */
  error: string | null;
  children: PostComment[];
}

/** A post with the comments of one conversation (spec section 3, Comment post). */
export interface CommentPost extends SocialPost {
  comment_data: PostComment[];
}

/** An advertisement (spec section 3). */
export const isAd = (post: Pick<SocialPost, 'post_ad_type'>): boolean => post.post_ad_type === 'FEED';

/**
 * The comments as they stand under their posts. Items are in the thread's order; a comment whose parent is not among them
 * begins a thread of its own.
 */
export function commentPosts(items: readonly CommentItem[]): CommentPost[] {
  const posts = new Map<string, CommentPost>();
  const byId = new Map<string, PostComment>();
  for (const item of items) if (item.comment_id !== null) byId.set(item.comment_id, toComment(item));
  for (const item of items) {
    const comment = (item.comment_id === null ? undefined : byId.get(item.comment_id)) ?? toComment(item);
    // The newest item knows most of the post.
    const post = { ...item.post, comment_data: posts.get(item.post.post_id)?.comment_data ?? [] };
    posts.set(post.post_id, post);
    (parentOf(comment, byId)?.children ?? post.comment_data).push(comment);
  }
  return [...posts.values()];
}

/** Null also where parents go in a circle: then nothing would be shown at all. */
function parentOf(comment: PostComment, byId: ReadonlyMap<string, PostComment>): PostComment | null {
  const parent = comment.parent_id === null ? undefined : byId.get(comment.parent_id);
  const seen = new Set<PostComment>([comment]);
  for (let above = parent; above !== undefined; above = byId.get(above.parent_id ?? '')) {
    if (above === comment) return null;
    if (seen.has(above)) break;
    seen.add(above);
  }
  return parent ?? null;
}

function toComment(item: CommentItem): PostComment {
  return {
    id: item.id,
    comment_id: item.comment_id,
    parent_id: item.parent_id,
    root_comment_id: item.root_comment_id,
    comment: item.message,
    attachments: item.attachments,
    edits: item.edits ?? [],
    username: item.username,
    is_own: item.actor === 'merchant',
    agent_id: item.message_sent_by?.id ?? null,
    comment_dt_time: item.comment_dt_time,
    created_at: item.created_at,
    deleted: item.deleted,
    hidden: item.hidden,
    send_status: item.send_status,
    temp_id: item.temp_id,
    error: item.error_message,
    children: [],
  };
}
