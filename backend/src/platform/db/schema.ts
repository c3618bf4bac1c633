import type { Generated } from 'kysely';
import type { AccountsTable, MailboxFoldersTable, MailboxesTable } from '../../accounts/tables';
import type { AgentIdentitiesTable, ProviderAnswersTable } from '../../agents/oidc/tables';
import type { PasskeyChallengesTable, PasskeysTable } from '../../agents/passkeys/tables';
import type {
  PendingSignInsTable,
  RecoveryCodesTable,
  SecondStepOffersTable,
  SecondStepsTable,
} from '../../agents/second-step/tables';
import type { SessionsTable } from '../../agents/sessions/tables';
import type { MailSignaturesTable } from '../../agents/signatures/tables';
import type { AgentsTable } from '../../agents/tables';
import type { AuditChainsTable, AuditRecordsTable } from '../../audit/tables';
import type { CallsTable } from '../../calls/tables';
import type { CellTable, MerchantMovesTable, MoveMarksTable } from '../../cells/tables';
import type { ChannelNoticesTable, DeadLettersTable } from '../../conversations/dead-letters/tables';
import type { ScheduledMailsTable } from '../../conversations/schedule/tables';
import type {
  AttachmentsTable,
  ContentsTable,
  ConversationsTable,
  LongMailsTable,
  MessageRawsTable,
  PostsTable,
  UploadsTable,
} from '../../conversations/thread/tables';
import type {
  AbandonedCheckoutsTable,
  CustomerJoinsTable,
  CustomersTable,
  EmailGroupsTable,
  OrdersTable,
} from '../../customers/tables';
import type { EmbedOriginsTable, EmbedSecretsTable } from '../../embed/tables';
import type { ExportsTable } from '../../exports/tables';
import type { LiveEventsTable, LiveNodesTable, LivePagesTable } from '../../live/tables';
import type { PasswordLinksTable, PasswordMailsTable } from '../../agents/password-reset/tables';
import type { MerchantsTable } from '../../merchants/tables';
import type { NoteMediaTable, NoteMentionsTable, NotesTable } from '../../notes/tables';
import type { PanelHealthTable, PanelTokensTable } from '../../panels/tables';
import type { ErasuresTable, RetentionRulesTable } from '../../privacy/erase/tables';
import type { QuickRepliesTable } from '../../quick-replies/tables';
import type { ShopRecordsTable, ShopSyncsTable, ShopsTable } from '../../shop/tables';
import type { TemplateSyncsTable, TemplatesTable } from '../../templates/tables';
import type { FieldTables } from '../../tickets/custom-fields/tables';
import type { HandledStretchesTable, HandledTimesTable } from '../../tickets/handled-time/tables';
import type { TicketsTable } from '../../tickets/lifecycle/tables';
import type { TicketLinksTable } from '../../tickets/links/tables';
import type { TicketPresenceTable } from '../../tickets/presence/tables';
import type { SearchTextsTable, TicketCountersTable } from '../../tickets/search/tables';
import type { OutboxTable } from '../outbox/tables';

export interface SeedsTable {
  name: string;
  began_at: Generated<Date>;
  finished_at: Date | null;
}

/** The tables as migrations/ makes them. Times are Date in rows and ISO text on the wire. */
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
  inbox_kept: DeadLettersTable;
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
