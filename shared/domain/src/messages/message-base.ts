import type { AgentId, AttachmentId, ContentId, ConversationId, IsoTime, TempId, TicketId } from '../ids';
import type { Actor } from '../tickets/ticket';

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
  /** Where the file of a comment is on the channel, with http or https, while it is not here. */
  external_url?: string | undefined;
  /** It has a virus, and is not had anywhere here. */
  infected?: true | undefined;
}

/**
 * Where an outgoing message stands (spec section 4). `unknown`: the process died while the channel was being asked and
 * the channel cannot tell; an agent decides whether to send again, so that nothing is sent twice in silence.
 */
export const SEND_STATUSES = ['sending', 'sent', 'not_sent', 'unknown'] as const;
export type SendStatus = (typeof SEND_STATUSES)[number];

/** What all items of a thread have. */
export interface ContentBase {
  id: ContentId;
  /** Rises by one with every change of the item; see `Ticket.rev`. */
  rev: number;
  conversation_id: ConversationId;
  ticket_id: TicketId;
  /** The place in the thread (`threadPlace`); together with `id` it is the thread's order. */
  created_at: IsoTime;
}

/** What all have that people write. */
export interface MessageBase extends ContentBase {
  /** What its sender claims, when that is far from `created_at`; else null. */
  sent_at: IsoTime | null;
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
