import { withoutBidiControls } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import type { Alteration } from '../../../conversations/remote-edits/remote-edits';
import type { IncomingAttachment, IncomingMessage } from '../../../conversations/incoming/incoming-message';
import type { KnownPost } from '../../../conversations/thread/posts';
import { messages } from '../messages';

/** Ids of the channel: longer ones are none, and would not fit an index. */
export const commentIdSchema = z.string().check(z.minLength(1), z.maxLength(512));

/** What a change says of a comment. */
export type CommentEvent =
  | { kind: 'comment'; incoming: IncomingMessage; byMerchant: boolean }
  | { kind: 'altered'; externalId: string; what: Alteration };

/**
 * Reads a change under a post; null when it does not say which comment it is, whose, or under which post.
 * @param at the delivery's time
 */
export type ReadComment = (account: MetaAccount, given: unknown, at: number | null, now: Date) => CommentEvent | null;

export function commentOf(
  account: MetaAccount,
  from: { id: string; name: string },
  said: {
    externalId: string;
    text: string;
    files: IncomingAttachment[];
    parent: string | null;
    at: Date;
    post: KnownPost;
  },
): CommentEvent {
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
    message: said.text || (said.files.length > 0 ? '' : messages.wordlessComment(linkOf(said))),
    details: { username: withoutBidiControls(from.name), comment_parent: said.parent, hidden: false },
    quotes: said.parent,
    attachments: said.files,
    post: said.post,
  };
  return { kind: 'comment', incoming, byMerchant };
}

/** Where the comment is seen, when it is known. */
const linkOf = ({ externalId, post }: { externalId: string; post: KnownPost }): string => {
  if (post.permalink === null || !URL.canParse(post.permalink)) return '';
  const link = new URL(post.permalink);
  if (/(?:^|\.)facebook\./.test(link.hostname)) link.searchParams.set('comment_id', externalId.split('_').at(-1) ?? '');
  return link.href;
};

/** Seconds, or milliseconds where a delivery has its time so. */
export function commentTime(time: number | null, now: Date): Date {
  if (time === null || time <= 0) return now;
  const ms = time < 1e11 ? time * 1000 : time;
  return ms < 8.64e15 ? new Date(ms) : now;
}
