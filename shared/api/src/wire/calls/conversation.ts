import {
  CONTENT_PAGE_SIZE,
  MAIL_KINDS,
  MAX_FILES_PER_SEND,
  MOST_FORWARDED_FILES,
  MOST_RECIPIENTS,
  attachmentIdSchema,
  contentIdSchema,
  contentItemSchema,
  conversationIdSchema,
  conversationSourceSchema,
  foundItemSchema,
  readableOf,
  rowsOf,
  tempIdSchema,
  ticketIdSchema,
  threadTicketSchema,
  ticketSchema,
  uploadIdSchema,
  type AttachmentId,
  type ContentId,
  type ContentItem,
  type ConversationId,
  type ConversationSource,
  type FoundItem,
  type MailKind,
  type Schema,
  type TempId,
  type ThreadTicket,
  type Ticket,
  type TicketId,
  type UploadId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { messages } from '../../messages';
import { get, post } from '../call';
import { UPLOAD_PATH } from '../uploads';
import { LONGEST_EMAIL_BODY } from './new-email';
import { conversationParams, marker, oneTicket, ticketParams } from './parts';

export interface ContentQuery {
  page_size: number;
  /** The `oldest_timestamp` of the page before; left out for the newest. */
  fetch_since?: string | undefined;
  /** The page becomes as long as it must to hold this item too, up to 5,000 items. */
  back_to?: ContentId | undefined;
}

export interface ContentAnswer {
  ticket: Ticket;
  /** All tickets of the conversation, oldest first. */
  siblings: ThreadTicket[];
  /** Oldest first: the whole conversation's thread, across its tickets. */
  content: ContentItem[];
  oldest_timestamp: string;
  seq: number;
  /** The server's clock, for countdowns. */
  server_time: string;
}

export interface FindAnswer {
  /** Newest first. */
  found: FoundItem[];
  /** There are more than are answered. */
  more: boolean;
}

export interface ReplyRequest {
  message: string;
  conversation_id: ConversationId;
  temp_id: TempId;
  conversation_source: ConversationSource;
  ticket_id: TicketId;
  /** E-mails: the addresses that the agent has seen; `mayReplyTo` is the rule. Empty on other channels. */
  to: string[];
  cc: string[];
  bcc: string[];
  /** Of these addresses, which the agent has chosen. Any other that is not the customer's is refused. */
  chosen?: string[] | undefined;
  /** Quotes this item (channels that can), or names the mail that is answered. */
  convmsg_message_id: ContentId | null;
  /** Files uploaded before, by this agent for this ticket; they leave after the text, in this order. */
  attachment_ids: UploadId[];
  /** The same files as their uploads answered them; those of both fields leave, each once, five at most. */
  attachment?: { url: string; content_type?: string | undefined; file_name?: string | undefined }[] | undefined;
  /** E-mails: the mailbox that it leaves from, one of the shop's; the one of the ticket when left out. */
  from?: string | undefined;
  /** E-mails: what stands as the subject; empty is 'No subject', left out is that of the mail which is answered. */
  subject?: string | undefined;
  /**
   * E-mails: HTML, with pictures in the text as data URLs, in place of `message`. What no mail may have is left out. The
   * mail `convmsg_message_id` is quoted below it.
   */
  email_body?: string | undefined;
  /** Of a mail with `email_body`: whether it answers `convmsg_message_id`, or hands it on. A reply when left out. */
  mail_kind?: MailKind | undefined;
  /** Of a mail with `email_body` that answers another: that one is not quoted below it. */
  no_quote?: true | undefined;
  /** Of a mail that is handed on: those of its files that go along. */
  forward_attachment_ids?: AttachmentId[] | undefined;
  /**
   * The newest item that the agent had in view. When a colleague has answered since, the reply is refused as
   * `newer_reply` with what they wrote; asked for again with the newest of those, it is sent. Null asks for no such check.
   */
  seen: ContentId | null;
  /**
   * E-mails: in place of all that is written, the mail of this conversation of which nobody knows whether it was sent. It
   * leaves once more as it was, with its files and recipients.
   */
  again_of?: ContentId | undefined;
}

/** Answers the comment `comment_id` under the post `post_id`, both by the channel's ids. */
export interface CommentReplyRequest {
  /** May be empty when the comment is only to be hidden. */
  comment: string;
  conversation_id: ConversationId;
  temp_id: TempId;
  conversation_source: ConversationSource;
  comment_id: string;
  post_id: string;
  /** Hides the answered comment from others as well. */
  hide_comment: boolean;
  /** Where the comment stands in the caller's list; the ids decide. */
  index: number;
}

export interface CommentDeleteRequest {
  conversation_source: ConversationSource;
  comment_id: string;
  post_id: string;
  index: number;
}

const channelId = () => z.string().check(z.minLength(1), z.maxLength(512));
const ofComment = () => ({
  conversation_source: conversationSourceSchema,
  comment_id: channelId(),
  post_id: channelId(),
  index: z._default(z.int(), 0),
});
const oneItem = () => z.object({ item: contentItemSchema, ticket: ticketSchema });

const address = () => z.string().check(z.maxLength(320));
const addresses = () => z._default(z.array(address()).check(z.maxLength(MOST_RECIPIENTS)), []);

export const replyRequest = (): Schema<ReplyRequest> =>
  z.object({
    /** May be empty beside files. */
    message: z.string().check(z.maxLength(65_536)),
    conversation_id: conversationIdSchema,
    temp_id: tempIdSchema,
    conversation_source: conversationSourceSchema,
    ticket_id: ticketIdSchema,
    to: addresses(),
    cc: addresses(),
    bcc: addresses(),
    chosen: z.optional(z.array(address()).check(z.maxLength(3 * MOST_RECIPIENTS))),
    convmsg_message_id: z._default(z.nullable(contentIdSchema), null),
    seen: z._default(z.nullable(contentIdSchema), null),
    attachment_ids: z._default(
      z.array(uploadIdSchema).check(z.maxLength(MAX_FILES_PER_SEND, messages.tooManyFiles)),
      [],
    ),
    attachment: z.optional(
      z
        .array(
          z.object({
            url: z.string().check(z.regex(UPLOAD_PATH)),
            content_type: z.optional(z.string()),
            file_name: z.optional(z.string()),
          }),
        )
        .check(z.maxLength(MAX_FILES_PER_SEND, messages.tooManyFiles)),
    ),
    from: z.optional(z.string().check(z.maxLength(320))),
    subject: z.optional(z.string().check(z.maxLength(998))),
    email_body: z.optional(z.string().check(z.maxLength(LONGEST_EMAIL_BODY))),
    mail_kind: z.optional(z.enum(MAIL_KINDS)),
    no_quote: z.optional(z.literal(true)),
    forward_attachment_ids: z.optional(z.array(attachmentIdSchema).check(z.maxLength(MOST_FORWARDED_FILES))),
    again_of: z.optional(contentIdSchema),
  });

/** One conversation: reading and answering. */
export const conversationCalls = {
  content: get<ContentAnswer, { ticket_id: TicketId }, ContentQuery>(
    '/api/inbox/ticket/:ticket_id/content-v2/',
    () => ({
      params: ticketParams(),
      query: z.object({
        page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), CONTENT_PAGE_SIZE),
        fetch_since: z.optional(marker()),
        back_to: z.optional(
          z.pipe(
            z.coerce.number().check(z.int(), z.positive()),
            z.transform((id: number) => id as ContentId),
          ),
        ),
      }),
      answer: z.object({
        ticket: ticketSchema,
        siblings: readableOf('siblings', threadTicketSchema),
        content: rowsOf('content', contentItemSchema),
        oldest_timestamp: z.string(),
        seq: z.int(),
        server_time: z.string(),
      }),
    }),
  ),

  /** Where a text stands in a conversation, whatever its case. */
  findInConversation: get<FindAnswer, { conversation_id: ConversationId }, { q: string }>(
    '/api/inbox/conversations/:conversation_id/find/',
    () => ({
      params: conversationParams(),
      query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
      answer: z.object({ found: rowsOf('found', foundItemSchema), more: z.boolean() }),
    }),
  ),

  /** Stores the reply and its way out in one transaction; the same temp_id again answers the same item. */
  reply: post<{ item: ContentItem; ticket: Ticket }, null, ReplyRequest>('/api/inbox/ticket/reply/', () => ({
    body: replyRequest(),
    answer: z.object({ item: contentItemSchema, ticket: ticketSchema }),
  })),

  /**
   * Takes back an e-mail of one's own that has not left yet: a log entry stands in its place, its files are uploads again.
   * Refused as `has_left` when it is too late.
   */
  undoReply: post<{ item: ContentItem; ticket: Ticket }, null, { ticket_id: TicketId; temp_id: TempId }>(
    '/api/inbox/ticket/reply/undo/',
    () => ({ body: z.object({ ticket_id: ticketIdSchema, temp_id: tempIdSchema }), answer: oneItem() }),
  ),

  /** Replies to a comment, and hides it as well if asked; the item is the answer, or the comment when it is only hidden. */
  commentReply: post<{ item: ContentItem; ticket: Ticket }, null, CommentReplyRequest>(
    '/api/inbox/ticket/comment/reply/',
    () => ({
      body: z.object({
        ...ofComment(),
        comment: z.string().check(z.maxLength(65_536)),
        conversation_id: conversationIdSchema,
        temp_id: tempIdSchema,
        hide_comment: z._default(z.boolean(), false),
      }),
      answer: oneItem(),
    }),
  ),
  /** The item is the comment as it stands; `conversations.comment_deleted` tells that the channel has deleted it. */
  commentDelete: post<{ item: ContentItem; ticket: Ticket }, null, CommentDeleteRequest>(
    '/api/inbox/ticket/comment/delete/',
    () => ({ body: z.object(ofComment()), answer: oneItem() }),
  ),

  markRead: post<{ ticket: Ticket }, null, { ticket_id: TicketId }>('/api/inbox/ticket/mark-read/', () => ({
    body: z.object({ ticket_id: ticketIdSchema }),
    answer: oneTicket(),
  })),
  markUnread: post<{ ticket: Ticket }, null, { ticket_id: TicketId }>('/api/inbox/ticket/mark-unread/', () => ({
    body: z.object({ ticket_id: ticketIdSchema }),
    answer: oneTicket(),
  })),
} as const;
