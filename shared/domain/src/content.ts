import type { CommentItem } from './comment';
import type { Actor, TicketStatus } from './ticket';
import type { AgentId, AttachmentId, ContentId, ConversationId, IsoTime, TempId, TicketId } from './ids';

export const MEDIA_KINDS = ['image', 'document', 'audio', 'voice', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export interface Attachment {
  id: AttachmentId;
  kind: MediaKind;
  /** Path on the inbox backend; it answers this merchant's agents only. */
  url: string;
  filename: string;
  /** MIME type. */
  content_type: string;
  /** Bytes. */
  size: number;
  content_disposition: 'inline' | 'attachment';
  /** E-mails: by what the mail's HTML names it, without angle brackets. */
  content_id: string | null;
}

/**
 * Where an outgoing message stands (spec section 4). `unknown`: the process died while the channel was being asked and
 * the channel cannot tell; an agent decides whether to send again, so that nothing is sent twice in silence.
 */
export const SEND_STATUSES = ['sending', 'sent', 'not_sent', 'unknown'] as const;
export type SendStatus = (typeof SEND_STATUSES)[number];

interface ContentBase {
  id: ContentId;
  /** Rises by one with every change of the item; see `Ticket.rev`. */
  rev: number;
  conversation_id: ConversationId;
  ticket_id: TicketId;
  /** The channel's own time. Together with `id` it is the order of the thread. */
  created_at: IsoTime;
}

/** What all have that people write. */
export interface MessageBase extends ContentBase {
  actor: Actor;
  temp_id: TempId | null;
  /** Incoming messages are `sent`. */
  send_status: SendStatus;
  delivered: boolean;
  read: boolean;
  deleted: boolean;
  error_message: string | null;
  /** The agent who wrote it; null for customers and bots. */
  message_sent_by: { id: AgentId; first_name: string; last_name: string } | null;
  attachments: Attachment[];
  message: string;
}

/** What a quoted message shows. */
export interface ParentMessage {
  id: ContentId;
  actor: Actor;
  message: string;
  attachment: MediaKind | null;
}

/** A chat message; `content_type` names its main part. */
export interface ChatMessage extends MessageBase {
  content_type: 'message' | MediaKind;
  /** `session_outbound_bot` was written by the bot, `template` from an approved template. `unsupported`: 'Media not available'. */
  message_type: 'session' | 'session_outbound_bot' | 'template' | 'interactive' | 'unsupported';
  /** Of a story: the first attachment is its picture or video, as long as the channel hands it out. */
  msg_type: 'story_mention' | 'story_replies' | null;
  parent: ParentMessage | null;
}

export interface EmailAddress {
  email: string;
  name: string;
}

export interface EmailMessage extends MessageBase {
  content_type: 'email';
  subject: string;
  from: EmailAddress[];
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  /** As received, untrusted; shown in a sandboxed frame only. Null for plain-text mail; `message` is it as text. */
  html: string | null;
  /** Path on the inbox backend of the mail's bytes as they came; null when they are not kept. */
  original_url: string | null;
}

/** What happened to the ticket, told in the thread. */
export interface LogEntry extends ContentBase {
  content_type: 'log';
  event:
    | 'created'
    | 'assigned'
    | 'transferred'
    | 'status'
    | 'closed'
    | 'reopened'
    | 'follow_up'
    | 'priority'
    | 'tags'
    | 'subscribers'
    | 'linked'
    | 'csat'
    | 'call'
    | 'undone';
  /** One plain sentence. */
  comment: string;
}

export type ContentItem = ChatMessage | EmailMessage | CommentItem | LogEntry;

/** A ticket of the same customer. */
export interface SiblingTicket {
  id: TicketId;
  status: TicketStatus;
  created_at: IsoTime;
}

/** A ticket of a conversation, with where it begins in the thread; null while nothing was said in it. */
export interface ThreadTicket {
  id: TicketId;
  created_at: IsoTime;
  first_item_id: ContentId | null;
}

/** Something that a search in a conversation has found. */
export interface FoundItem {
  id: ContentId;
  ticket_id: TicketId;
  created_at: IsoTime;
}

/** Newest last. Two items never tie: ids are unique. */
export function compareContent(a: ContentItem, b: ContentItem): number {
  const byTime = Date.parse(a.created_at) - Date.parse(b.created_at);
  return byTime !== 0 ? byTime : a.id - b.id;
}
