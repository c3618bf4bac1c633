import type { AccountId, AgentId, ConversationId, IsoTime, TicketId } from '../ids';

export const TICKET_STATUSES = ['unassigned', 'assigned', 'assigned_to_bot', 'open', 'follow_up', 'closed'] as const;
/** Spec section 3 and 4. `other` is one that is newer than this version. */
export type TicketStatus = (typeof TICKET_STATUSES)[number] | 'other';

/** The list's tabs (spec section 2); null is All. Bot tickets have a toggle of their own. */
export const STATUS_TABS = [null, 'unassigned', 'assigned', 'open', 'follow_up', 'closed'] as const;
export type StatusTab = (typeof STATUS_TABS)[number];

/** The list's filter when nothing is remembered (spec section 3). */
export const DEFAULT_TICKET_STATUS = 'assigned' satisfies TicketStatus;

export const CONVERSATION_SOURCES = ['whatsapp', 'email', 'instagram', 'messenger', 'phone', 'comment'] as const;
export type KnownSource = (typeof CONVERSATION_SOURCES)[number];
/** Where a conversation came in. `comment` is a social post comment, `other` a channel newer than this version. */
export type ConversationSource = KnownSource | 'other';

/** The list's channel tabs (spec section 2); null is All. */
export const SOURCE_TABS = [null, 'whatsapp', 'email', 'instagram', 'messenger', 'phone'] as const;
export type SourceTab = (typeof SOURCE_TABS)[number];

/** Spec section 3: 1 High, 2 Medium, 3 Low, 0 None. */
export const PRIORITIES = { None: 0, High: 1, Medium: 2, Low: 3 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

/** What is done with a ticket as it is made by hand (spec section 9), by the names of `set_status`. */
export const CREATE_VARIANTS = ['create', 'create_and_close', 'create_close_and_send_csat'] as const;
export type CreateVariant = (typeof CREATE_VARIANTS)[number];

export type Actor = 'customer' | 'merchant';

/** What a list row shows of the newest message. */
export interface LastMessage {
  actor: Actor;
  /** The agent who wrote it; null for customers, the bot, and what was sent outside of the inbox. */
  sent_by: AgentId | null;
  /** Plain text; empty for a bare attachment. */
  message: string;
  /** The kind of the attachment, when the message is one. */
  attachment: 'image' | 'document' | 'audio' | 'voice' | 'video' | null;
  is_bot: boolean;
  delivered: boolean;
  read: boolean;
  deleted: boolean;
  created_at: IsoTime;
  /** E-mails only. */
  subject: string | null;
}

/** One row of the ticket list: the ticket with what it shows of its conversation. */
export interface Ticket {
  id: TicketId;
  /** Rises by one with every change of the ticket; decides between two events, whatever their order of arrival. */
  rev: number;
  conversation_id: ConversationId;
  conversation_source: ConversationSource;
  conv_source_acc_id: AccountId;
  subject: string | null;
  full_name: string;
  /** E-mail: the customer's address, to which replies go. Absent or null on other channels, and when the mail told none. */
  customer_email?: string | null | undefined;
  status: TicketStatus;
  /** Null when nobody owns it, shown as Nil. */
  owner_id: AgentId | null;
  priority: Priority;
  /** Comma-separated, as the specification has it; see `tagList`. */
  tags: string;
  subscribers: AgentId[];
  conversation_read: boolean;
  /** Customer messages since an agent last read the conversation. */
  unread_count: number;
  last_message: LastMessage | null;
  /** When the customer's newest message reached the inbox, or of creation: the list's default order. */
  received_at: IsoTime;
  /** When an agent last replied; null when nobody has. */
  replied_at: IsoTime | null;
  /** When the WhatsApp session began to run: it ends 24 hours later. Null on other channels. */
  session_expiry_at: IsoTime | null;
  follow_up_at: IsoTime | null;
  is_csat_sent: boolean;
  created_at: IsoTime;
  /** When what is about its customer was erased: it can only be looked at since. Absent, as a rule. */
  erased_at?: IsoTime | undefined;
}

/** The tags of a ticket as a list, without empties and blanks. */
export function tagList(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The inverse of `tagList`: unique, in order of first mention. */
export function joinTags(tags: readonly string[]): string {
  return [...new Set(tags.map((tag) => tag.replaceAll(/[,\s]+/g, ' ').trim()).filter((tag) => tag !== ''))].join(',');
}
