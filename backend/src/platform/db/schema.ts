import type {
  AccountId,
  Actor,
  AgentId,
  AgentStatus,
  AttachmentId,
  BeforeClose,
  ContentId,
  ContentItem,
  ConversationId,
  KnownSource,
  CustomerId,
  DashboardNotification,
  LastMessage,
  ListFilters,
  LiveEvent,
  MediaKind,
  MerchantId,
  Priority,
  SendStatus,
  TempId,
  TicketId,
  TicketStatus,
} from '@inbox/domain';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountsTable, MailboxesTable, MailboxFoldersTable } from './account-tables';
import type {
  CallsTable,
  EmailGroupsTable,
  HandledStretchesTable,
  HandledTimesTable,
  TicketLinksTable,
  TicketPresenceTable,
} from './agent-tables';
import type { AuditChainsTable, AuditRecordsTable } from './audit-tables';
import type { CellTable, MerchantMovesTable, MoveMarksTable } from './cell-tables';
import type { ContentDetails } from './content-details';
import type { AbandonedCheckoutsTable, CustomerJoinsTable, CustomersTable, OrdersTable } from './customer-tables';
import type { EmbedOriginsTable, EmbedSecretsTable } from './embed-tables';
import type { ErasuresTable, RetentionRulesTable } from './erasure-tables';
import type { FieldTables } from './field-tables';
import type { AgentIdentitiesTable, ProviderAnswersTable } from './identity-tables';
import type { NoteMediaTable, NoteMentionsTable, NotesTable } from './note-tables';
import type { PanelHealthTable, PanelTokensTable } from './panel-tables';
import type { LiveNodesTable, LivePagesTable } from './live-node-tables';
import type { PasskeyChallengesTable, PasskeysTable } from './passkey-tables';
import type { PasswordLinksTable, PasswordMailsTable } from './password-tables';
import type { MailSignaturesTable } from '../../agents/signatures/tables';
import type { ScheduledMailsTable } from './scheduled-mail-tables';
import type { QuickRepliesTable } from './quick-reply-tables';
import type {
  PendingSignInsTable,
  RecoveryCodesTable,
  SecondStepOffersTable,
  SecondStepsTable,
} from './second-step-tables';
import type { ShopRecordsTable, ShopsTable, ShopSyncsTable } from './shop-tables';
import type { ChannelNoticesTable, MessageRawsTable, PostRowId, PostsTable, UploadsTable } from './social-tables';
import type { TemplatesTable, TemplateSyncsTable } from './template-tables';
import type { LongMailsTable, SearchTextsTable, TicketCountersTable } from './trigger-tables';

export type { ContentDetails } from './content-details';
export type { CustomersTable } from './customer-tables';
export type { AccountKind } from './account-tables';
export type { PostRowId } from './social-tables';
/** The tables as migrations/ makes them. Times are Date in rows and ISO text on the wire. */
type Json<T> = ColumnType<T, string, string>;
type Made = Generated<Date>;

export interface MerchantsTable {
  id: Generated<MerchantId>;
  slug: string;
  name: string;
  inbox_enabled: Generated<boolean>;
  disable_reason: string | null;
  redirect_url: string | null;
  notification: JSONColumnType<DashboardNotification> | null;
  csat_enabled: Generated<boolean>;
  /** What the survey says; null for the usual words. */
  csat_text: ColumnType<string | null, string | null | undefined, string | null>;
  audio_enabled: Generated<boolean>;
  /** Two letters of ISO 3166: phone numbers without a country are of this one. */
  country: Generated<string>;
  has_payment_error: Generated<boolean>;
  payment_settings_url: string | null;
  automation_url: ColumnType<string | null, undefined, string | null>;
  automation_secret: ColumnType<Buffer | null, undefined, Buffer | null>;
  live_seq: Generated<number>;
  /** The last content whose text and words follow the present rules; null when all do. */
  search_rebuilt_until: ColumnType<ContentId | null, undefined, ContentId | null>;
  created_at: Made;
}

export interface AgentsTable {
  id: Generated<AgentId>;
  merchant_id: MerchantId;
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string;
  user_permissions: Generated<string[]>;
  can_assign_ticket_to_self: Generated<boolean>;
  can_assign_ticket_to_other_agent: Generated<boolean>;
  is_store_admin: Generated<boolean>;
  agent_status: Generated<AgentStatus>;
  disabled: Generated<boolean>;
  is_demo: Generated<boolean>;
  /** Rings first when the agent calls a customer. */
  phone: ColumnType<string | null, string | null | undefined, string | null>;
  /** Decrypts what browsers store of the agent after a sign-out; sealed, and null until a page has asked for it. */
  browser_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  created_at: Made;
}

/** How a session was begun. */
export type SignedInBy = 'password' | 'demo' | 'identity_provider' | 'passkey';

export interface SessionsTable {
  id: string;
  merchant_id: MerchantId;
  agent_id: AgentId;
  created_at: Made;
  expires_at: Date;
  ended_at: Date | null;
  /** The last use that was written down, which lags by minutes; `address` and `browser` are of it. */
  used_at: Made;
  address: ColumnType<string | null, string | null | undefined, string | null>;
  browser: ColumnType<string | null, string | null | undefined, string | null>;
  signed_in_by: ColumnType<SignedInBy, SignedInBy | undefined, never>;
  /** The identity provider's own name of the session, where it gives one. */
  provider_sid: ColumnType<string | null, string | null | undefined, never>;
  /** The agent has signed out here, and is still to be led to the provider's sign-out. */
  provider_sign_out: ColumnType<boolean, never, boolean>;
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
  created_at: Made;
}

export interface TicketsTable {
  id: Generated<TicketId>;
  merchant_id: MerchantId;
  conversation_id: ConversationId;
  account_id: AccountId;
  customer_id: CustomerId;
  source: KnownSource;
  rev: Generated<number>;
  subject: string | null;
  full_name: string;
  /** E-mail: made with the row, of its conversation's contact. */
  customer_email: ColumnType<string | null, string | undefined, string | null>;
  status: TicketStatus;
  owner_id: AgentId | null;
  priority: Generated<Priority>;
  tags: Generated<string[]>;
  subscribers: Generated<AgentId[]>;
  unread_count: Generated<number>;
  conversation_read: Generated<boolean>;
  initiated_by: Generated<Actor>;
  last_message: Json<LastMessage> | null;
  received_at: Made;
  replied_at: Date | null;
  session_expiry_at: Date | null;
  follow_up_at: Date | null;
  is_csat_sent: Generated<boolean>;
  created_at: Made;
  closed_at: Date | null;
  /** The request that closed it, by which that can be taken back. */
  closed_ref: ColumnType<string | null, string | null | undefined, string | null>;
  /** The request by which an agent made it. */
  created_ref: ColumnType<string | null, string | null | undefined, string | null>;
  /** When what is about its customer was erased; it stays closed, and for reports. */
  erased_at: ColumnType<Date | null, undefined, Date>;
  /** What it was before it was closed. */
  before_close: ColumnType<BeforeClose | null, string | null | undefined, string | null>;
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
  created_at: Made;
  /** What the sender claims, when that is far from `created_at`. */
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When the inbox received it. */
  stored_at: Made;
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
  created_at: Made;
}

export type OutboxState = 'waiting' | 'asking' | 'done' | 'failed' | 'unknown';

export interface OutboxTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  /** Through which it leaves; null for what is told to the merchant's automation. */
  account_id: AccountId | null;
  content_id: ContentId | null;
  /** Whose letters leave one after the other; null for what keeps no order. */
  conversation_id: ColumnType<ConversationId | null, ConversationId | null | undefined, ConversationId | null>;
  kind: string;
  payload: ColumnType<unknown, string, string>;
  state: Generated<OutboxState>;
  attempts: Generated<number>;
  next_at: Made;
  lease_until: Date | null;
  /** When the channel was asked last; null while it was not. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_error: string | null;
  /** W3C traceparent of the work that wrote it; null without traces. */
  trace: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Made;
}

export interface InboxKeptTable {
  id: Generated<number>;
  merchant_id: MerchantId | null;
  door: string;
  reason: string;
  /** Account id, colon, and the channel's id of the message that it waits for. */
  about: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the door knew of it besides the body, which it needs to take it in again. */
  told: ColumnType<unknown, string | null | undefined, string | null>;
  digest: Buffer;
  body: Buffer;
  received_at: Made;
  /** How many deliveries of its kind came. */
  times: Generated<number>;
}

export interface LiveEventsTable {
  merchant_id: MerchantId;
  seq: number;
  agent_id: AgentId | null;
  event: Json<Omit<LiveEvent, 'seq'>>;
  /** W3C traceparent of the work that wrote it; null without traces. */
  trace: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Made;
}

/** Reports that agents have asked for. */
export interface ExportsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  agent_id: AgentId;
  filters: Json<ListFilters>;
  state: Generated<'waiting' | 'mailed' | 'failed'>;
  attempts: Generated<number>;
  lease_until: Date | null;
  storage_key: string | null;
  last_error: string | null;
  created_at: Made;
  ended_at: Date | null;
}

export interface SeedsTable {
  name: string;
  began_at: Made;
  finished_at: Date | null;
}

export interface InboxSchema extends FieldTables {
  calls: CallsTable;
  handled_times: HandledTimesTable;
  handled_stretches: HandledStretchesTable;
  ticket_presence: TicketPresenceTable;
  cell: CellTable;
  merchant_moves: MerchantMovesTable;
  move_marks: MoveMarksTable;
  live_nodes: LiveNodesTable;
  live_pages: LivePagesTable;
  exports: ExportsTable;
  seeds: SeedsTable;
  merchants: MerchantsTable;
  agents: AgentsTable;
  sessions: SessionsTable;
  agent_identities: AgentIdentitiesTable;
  provider_answers: ProviderAnswersTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  password_mails: PasswordMailsTable;
  password_links: PasswordLinksTable;
  second_steps: SecondStepsTable;
  second_step_offers: SecondStepOffersTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  accounts: AccountsTable;
  customers: CustomersTable;
  customer_joins: CustomerJoinsTable;
  conversations: ConversationsTable;
  tickets: TicketsTable;
  ticket_tallies: TicketCountersTable;
  search_texts: SearchTextsTable;
  contents: ContentsTable;
  attachments: AttachmentsTable;
  message_raws: MessageRawsTable;
  channel_notices: ChannelNoticesTable;
  long_mails: LongMailsTable;
  posts: PostsTable;
  uploads: UploadsTable;
  scheduled_mails: ScheduledMailsTable;
  mail_signatures: MailSignaturesTable;
  outbox: OutboxTable;
  inbox_kept: InboxKeptTable;
  live_events: LiveEventsTable;
  quick_replies: QuickRepliesTable;
  email_groups: EmailGroupsTable;
  orders: OrdersTable;
  abandoned_checkouts: AbandonedCheckoutsTable;
  notes: NotesTable;
  note_media: NoteMediaTable;
  note_mentions: NoteMentionsTable;
  ticket_links: TicketLinksTable;
  mailboxes: MailboxesTable;
  mailbox_folders: MailboxFoldersTable;
  templates: TemplatesTable;
  template_syncs: TemplateSyncsTable;
  shops: ShopsTable;
  shop_records: ShopRecordsTable;
  shop_syncs: ShopSyncsTable;
  panel_tokens: PanelTokensTable;
  panel_health: PanelHealthTable;
  embed_origins: EmbedOriginsTable;
  embed_secrets: EmbedSecretsTable;
  erasures: ErasuresTable;
  retention_rules: RetentionRulesTable;
  audit_chains: AuditChainsTable;
  audit_records: AuditRecordsTable;
}
