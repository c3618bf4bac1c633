import * as z from 'zod/mini';
import type { MetaAccount } from '../../store/accounts';
import type { Alteration } from '../../work/changed-elsewhere';
import type { IncomingMessage } from '../../work/incoming';
import type { KnownPost } from '../../store/posts';
import { messages } from './messages';

const id = z.string().check(z.minLength(1), z.maxLength(512));
const optionalText = z._default(z.optional(z.string()), '');

const instagram = z.object({
  id,
  from: z.object({ id, username: optionalText }),
  text: optionalText,
  media: z.object({ id, media_product_type: z.optional(z.string()), ad_id: z.optional(z.string()) }),
  parent_id: z.optional(id),
});

const page = z.object({
  comment_id: id,
  post_id: id,
  parent_id: z.optional(id),
  verb: z.enum(['add', 'edit', 'edited', 'remove', 'hide', 'unhide']),
  from: z.optional(z.object({ id, name: optionalText })),
  message: optionalText,
  /** A picture in the comment. */
  photo: z.optional(z.string()),
  video: z.optional(z.string()),
  created_time: z.optional(z.number()),
  post: z.optional(
    z.object({
      permalink_url: z.optional(z.string()),
      status_type: z.optional(z.string()),
      promotion_status: z.optional(z.string()),
    }),
  ),
});

/** What a change says of a comment. */
export type CommentNews =
  | { kind: 'comment'; incoming: IncomingMessage; byMerchant: boolean }
  | { kind: 'altered'; externalId: string; what: Alteration };

/** Null when it does not say which comment it is, whose, or under which post. @param at the delivery's time */
export function readComment(account: MetaAccount, given: unknown, at: number | null, now: Date): CommentNews | null {
  return account.kind === 'instagram' ? readInstagram(account, given, at, now) : readPage(account, given, at, now);
}

function readInstagram(account: MetaAccount, given: unknown, at: number | null, now: Date): CommentNews | null {
  const read = instagram.safeParse(given);
  if (!read.success) return null;
  const { id: externalId, from, text, media, parent_id } = read.data;
  const isAd = media.media_product_type === 'AD' || media.ad_id !== undefined;
  const post = { externalId: media.id, permalink: null, postType: null, adType: isAd ? 'FEED' : null };
  const said = { externalId, text, parent: parent_id ?? null, at: timeOf(at, now), post };
  return commentOf(account, { id: from.id, name: from.username }, said);
}

function readPage(account: MetaAccount, given: unknown, at: number | null, now: Date): CommentNews | null {
  const read = page.safeParse(given);
  if (!read.success) return null;
  const {
    comment_id: externalId,
    post_id,
    parent_id,
    verb,
    from,
    message,
    photo,
    video,
    created_time,
    post,
  } = read.data;
  if (verb === 'remove') return { kind: 'altered', externalId, what: { kind: 'deleted' } };
  if (verb === 'hide' || verb === 'unhide') {
    return { kind: 'altered', externalId, what: { kind: 'hidden', hidden: verb === 'hide' } };
  }
  if (verb === 'edit' || verb === 'edited')
    return { kind: 'altered', externalId, what: { kind: 'edited', text: message } };
  if (from === undefined) return null;
  const known = {
    externalId: post_id,
    permalink: post?.permalink_url ?? null,
    postType: post?.status_type ?? null,
    adType: post?.promotion_status === 'active' ? 'FEED' : null,
  };
  // A comment right under the post names the post as its parent.
  const parent = parent_id === undefined || parent_id === post_id ? null : parent_id;
  const text = [message, photo ?? video].filter(Boolean).join('\n');
  return commentOf(account, from, { externalId, text, parent, at: timeOf(created_time ?? at, now), post: known });
}

function commentOf(
  account: MetaAccount,
  from: { id: string; name: string },
  said: { externalId: string; text: string; parent: string | null; at: Date; post: KnownPost },
): CommentNews {
  const byMerchant = from.id === account.external_id;
  const incoming: IncomingMessage = {
    merchantId: account.merchant_id,
    accountId: account.id,
    source: 'comment',
    externalId: said.externalId,
    contact: from.id,
    answers: said.parent === null ? [] : [said.parent],
    from: { name: from.name || messages.unnamed.comment, phone: null, email: null },
    isUnnamed: false,
    sentAt: said.at,
    content_type: 'comment',
    message_type: 'session',
    message: said.text,
    details: { username: from.name, comment_parent: said.parent, hidden: false },
    quotes: said.parent,
    attachments: [],
    post: said.post,
  };
  return { kind: 'comment', incoming, byMerchant };
}

/** Seconds, or milliseconds where a delivery has its time so. */
function timeOf(time: number | null, now: Date): Date {
  if (time === null || time <= 0) return now;
  const ms = time < 1e11 ? time * 1000 : time;
  return ms < 8.64e15 ? new Date(ms) : now;
}
