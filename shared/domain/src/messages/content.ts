import type { ChannelFacts, SentFrom } from './channel-facts';
import type { CommentItem } from './comment';
import type { ContentId, IsoTime, TicketId } from '../ids';
import type { ContentBase, MediaKind, MessageBase } from './message-base';
import type { Actor, TicketStatus } from '../tickets/ticket';

/** What a quoted message shows. */
export interface ParentMessage {
  id: ContentId;
  actor: Actor;
  message: string;
  attachment: MediaKind | null;
  /** Its author took it back: nothing of it is left. */
  deleted?: boolean;
}

export const MESSAGE_TYPES = ['session', 'session_outbound_bot', 'template', 'interactive', 'unsupported'] as const;
export const STORY_KINDS = ['story_mention', 'story_replies'] as const;

/** A chat message; `content_type` names its main part. */
export interface ChatMessage extends MessageBase {
  content_type: 'message' | MediaKind;
  /**
   * `session_outbound_bot` was written by the bot, `template` from an approved template. `unsupported`: of a kind that the
   * channel does not hand out, or that is not known here; `message` names it.
   */
  message_type: (typeof MESSAGE_TYPES)[number];
  /** Of a story: the first attachment is its picture or video, as long as the channel hands it out. */
  msg_type: (typeof STORY_KINDS)[number] | null;
  parent: ParentMessage | null;
  /** Absent when the channel tells nothing more of it. */
  channel?: ChannelFacts;
  /** The item is of this kind, which is newer than this version: it is shown as far as it is understood. */
  newer_kind?: string;
}

export interface EmailAddress {
  email: string;
  name: string;
}

/** Why a mail could not be read; it is shown with its sender, its subject and its original. */
export const MAIL_PROBLEMS = [
  'too_complex',
  'too_much_work',
  'too_large',
  'not_understood',
  'infected',
  'encrypted',
  'not_opened',
] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

/** Why a part of a mail that wraps others is shown as a file: it is encrypted, or damaged. */
export const UNREADABLE_PARTS = ['encrypted', 'not_opened'] as const satisfies readonly MailProblem[];

/** Content of a mail that its message does not show: there is too much of it, or it cannot be read. The original has all. */
export interface MailLeftOut {
  /** How many more files there are. */
  attachments: number;
  /** How many more recipients there are. */
  recipients: number;
  /** The text goes on. */
  text: boolean;
  /** Many letters of the text, or of the subject, could not be read. */
  letters?: true | undefined;
  /** Why one of its parts could not be read, while others were. */
  unreadable?: (typeof UNREADABLE_PARTS)[number] | undefined;
}

/** Why it is not proven that a mail comes from the domain of its From. */
export const SENDER_DOUBTS = [
  'dmarc_failed',
  'other_domain',
  'spf_failed',
  'broken_signature',
  'partly_signed',
  'no_proof',
  'several_senders',
  'dns_failed',
  'too_complex',
] as const;
export type SenderDoubt = (typeof SENDER_DOUBTS)[number];

/** What was found of a mail's sender when it came in: by SPF, DKIM and DMARC, or by a server that is trusted. */
export interface SenderCheck {
  verified: boolean;
  doubt?: SenderDoubt | undefined;
  /** `other_domain`: the one that is proven. */
  proven_domain?: string | undefined;
}

export const AUTOMATIC_MAILS = [
  'bounce',
  'delayed',
  'delivered',
  'read',
  'not_read',
  'out_of_office',
  'auto_reply',
] as const;

/** A mail that a program wrote in answer to one of the shop's. It opens no ticket anew, and nothing answers it by itself. */
export interface AutomaticMail {
  /**
   * `bounce`: a mail server could not deliver. `delayed`: it still tries. `delivered`: it says that it could. `read` and `not_read`
   * are receipts. `auto_reply`: all that is answered by a program and is none of the others.
   */
  kind: (typeof AUTOMATIC_MAILS)[number];
  /** Of a report: whom it is about, with commas between several; absent when it does not say. */
  recipient?: string | undefined;
  /** `bounce`, `delayed`: the mail server's words; absent when it gives none. */
  reason?: string | undefined;
}

export interface EmailMessage extends MessageBase {
  content_type: 'email';
  subject: string;
  from: EmailAddress[];
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  /** Where its sender asks for answers, when that is another address than `from`. Absent when nowhere. */
  reply_to?: EmailAddress[] | undefined;
  /** The group's, or the shop's, address that it came from in place of its author's. Absent when it is the author's own. */
  sent_through?: EmailAddress | undefined;
  /** Absent when its sender was not checked. */
  sender_check?: SenderCheck | undefined;
  /**
   * As received, untrusted; shown in a sandboxed frame only. Null for plain-text mail; `message` is it as text. Of a long
   * mail the beginning.
   */
  html: string | null;
  /** Of a long mail: where all of its HTML, or of its text, is had on the inbox backend, and its length in UTF-16 units. */
  whole?: { url: string; length: number } | undefined;
  /** Path on the inbox backend of the mail's bytes as they came; null when they are not kept. */
  original_url: string | null;
  /** Null or absent when the mail was read. */
  problem?: MailProblem | null | undefined;
  /** Absent when nothing was. */
  left_out?: MailLeftOut | undefined;
  /** Absent for what a person wrote. */
  automatic?: AutomaticMail | undefined;
  /** The merchant's: where it was written, when that was not the inbox. */
  sent_from?: SentFrom | undefined;
}

export const LOG_EVENTS = [
  'created',
  'assigned',
  'transferred',
  'status',
  'closed',
  'reopened',
  'follow_up',
  'priority',
  'tags',
  'subscribers',
  'linked',
  'unlinked',
  'fields',
  'csat',
  'call',
  'undone',
  'scheduled',
] as const;

/** What happened to the ticket, told in the thread. */
export interface LogEntry extends ContentBase {
  content_type: 'log';
  /** `other`: something that is newer than this version; `comment` says what. */
  event: (typeof LOG_EVENTS)[number] | 'other';
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
  /** As `Ticket.tags`; absent in answers of an older server. */
  tags?: string | undefined;
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
