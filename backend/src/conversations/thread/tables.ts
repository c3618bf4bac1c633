import type {
  AccountId,
  Actor,
  AgentId,
  AttachmentId,
  ContentId,
  ContentItem,
  ConversationId,
  CustomerId,
  KnownSource,
  MediaKind,
  MerchantId,
  SendStatus,
  TempId,
  TicketId,
  UploadId,
} from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';
import type { ContentDetails } from './content-details';

/** A row of `posts`; the world outside names a post by the channel's id. */
export type PostRowId = number;

export interface PostsTable {
  id: Generated<PostRowId>;
  merchant_id: MerchantId;
  account_id: AccountId;
  external_id: string;
  permalink: string | null;
  caption: string | null;
  post_type: string | null;
  ad_type: string | null;
  storage_key: string | null;
  picture_type: string | null;
  fetched_at: Date | null;
  created_at: Generated<Date>;
}

export interface UploadsTable {
  id: Generated<UploadId>;
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** Null for a file that a template, or an e-mail that begins a ticket, goes with. */
  ticket_id: TicketId | null;
  storage_key: string;
  kind: MediaKind;
  filename: string;
  content_type: string;
  size: number;
  created_at: Generated<Date>;
  used_at: Date | null;
  /** For a note: no reply may carry it. */
  for_note: Generated<boolean>;
}

export interface MessageRawsTable {
  merchant_id: MerchantId;
  content_id: ContentId;
  body: string;
}

export interface ConversationsTable {
  id: Generated<ConversationId>;
  merchant_id: MerchantId;
  account_id: AccountId;
  customer_id: CustomerId;
  source: KnownSource;
  contact: string;
  thread_key: Generated<string>;
  erased_at: ColumnType<Date | null, undefined, Date>;
  /** All that was sent up to then has been delivered, or read: what Instagram and Messenger tell. */
  delivered_until: ColumnType<Date | null, undefined, Date>;
  read_until: ColumnType<Date | null, undefined, Date>;
  created_at: Generated<Date>;
}

export interface ContentsTable {
  id: Generated<ContentId>;
  merchant_id: MerchantId;
  conversation_id: ConversationId;
  ticket_id: TicketId;
  account_id: AccountId | null;
  rev: Generated<number>;
  content_type: ContentItem['content_type'];
  message_type: Generated<'session' | 'session_outbound_bot' | 'template' | 'interactive' | 'unsupported'>;
  actor: Actor | null;
  agent_id: AgentId | null;
  message: Generated<string>;
  details: ColumnType<ContentDetails, string | undefined, string>;
  parent_id: ContentId | null;
  post_id: ColumnType<PostRowId | null, PostRowId | null | undefined, PostRowId | null>;
  external_id: string | null;
  temp_id: TempId | null;
  send_status: Generated<SendStatus>;
  delivered: Generated<boolean>;
  read: Generated<boolean>;
  deleted: Generated<boolean>;
  /** Without its words: reports count it, and no thread shows it. */
  erased: Generated<boolean>;
  error_message: string | null;
  /** The place in the thread: `threadPlace` in the domain. */
  created_at: Generated<Date>;
  /** What the sender claims, when that is far from `created_at`. */
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the inbox received it. */
  stored_at: Generated<Date>;
}

export interface AttachmentsTable {
  id: Generated<AttachmentId>;
  merchant_id: MerchantId;
  content_id: ContentId;
  kind: MediaKind;
  filename: string;
  content_type: string;
  size: number;
  disposition: Generated<'inline' | 'attachment'>;
  content_id_header: string | null;
  storage_key: string | null;
  external_media_id: string | null;
  /** Its channel handed out a virus, which is not kept. */
  infected: Generated<boolean>;
  created_at: Generated<Date>;
}

/** All of the HTML of mails of which the row in contents has the beginning. */
export interface LongMailsTable {
  merchant_id: MerchantId;
  content_id: ContentId;
  html: string;
}
