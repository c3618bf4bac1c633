import type {
  Actor,
  AgentId,
  CommentPost,
  ContentId,
  ContentItem,
  IsoTime,
  MediaKind,
  NoteMedia,
  TicketId,
  TicketStatus,
} from '@inbox/domain';

/**
 * What answers carry besides what this front end reads, so that every field of spec section 3 is there under its name.
 * Types alone: the schemas of the calls neither ask for these fields nor keep them.
 */
export interface TicketNames {
  agent_id: AgentId | null;
  ticket_status: TicketStatus;
  /** Does the agent who asks follow the ticket? */
  is_subscriber: boolean;
  /** Null where nothing expires: on all channels but WhatsApp. */
  expiration_info: ExpirationInfo | null;
  linked_ticket_ids: TicketId[];
  /** It is the one that a call for a single conversation named. */
  requested_ticket: boolean;
  /** Oldest first. */
  notes: NoteNames[];
  /** The customer has written since an agent last read. */
  new_message: boolean;
  /** The post under which a conversation of comments is, by the channel's id; null on other channels. */
  post_id: string | null;
  /** What the conversation's tickets hold; the content only where a call is for one conversation. */
  tickets: ConversationTicket[];
}

export interface ExpirationInfo {
  expires_at: IsoTime;
  is_expired: boolean;
  /** 0 when it has expired. */
  remaining_seconds: number;
}

export interface NoteNames {
  notes: string;
  agent_name: string;
  created_at: IsoTime;
  media: NoteMedia[];
}

export interface ConversationTicket {
  id: TicketId;
  tags: string;
  requested_ticket: boolean;
  content: ContentNames[];
}

/** Section 3's 'Content item': what an item is, without what it says. */
export interface ContentNames {
  content_type: ContentItem['content_type'];
  post_id: string | null;
  created_at: IsoTime;
  msg_type: string | null;
  id: ContentId;
  /** Who wrote it; null for customers of channels that name nobody, bots and logs. */
  name: string | null;
  url: string | null;
  file_name: string | null;
}

export interface AttachmentNames {
  content_type: string;
  msg_type: MediaKind;
  /** In words for people. */
  msg_type_name: string;
  url: string;
  filename: string;
  file_name: string;
  /** Bytes. */
  size: number;
  content_disposition: 'inline' | 'attachment';
}

/** Section 3's 'Message', as far as an item has it under another name. */
export interface MessageNames {
  message_id: ContentId;
  /** What a reply names to quote or answer this message. */
  convmsg_message_id: ContentId;
  /** The first of its attachments. */
  attachment: AttachmentNames | null;
  parent_message_id: ContentId | null;
  parent_actor: Actor | null;
  parent_message: string | null;
  parent_msg_type: string | null;
  parent_attachment: MediaKind | null;
  /** Null while it is on its way, or when nobody knows. */
  success: boolean | null;
  error: string | null;
  api_response: { success: boolean | null; error: string | null };
}

/** What the answer with a conversation's content has beside its ticket and items. */
export interface ConversationNames extends Pick<TicketNames, 'new_message' | 'post_id' | 'tickets'> {
  comment_posts: CommentPost[];
}

/** Section 3's 'Customer' has who it is a second time. */
export interface CustomerNames {
  basic_info: {
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    phone: string | null;
    address: string | null;
    city: string | null;
    pin: string | null;
  };
}

/** The profile's settings by channel: enabled when the shop has an account there that is switched on. */
export type ChannelSettings = Record<'whatsapp' | 'instagram' | 'messenger' | 'email' | 'phone', { enabled: boolean }>;
