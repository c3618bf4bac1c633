import type {
  AccountId,
  Actor,
  AgentId,
  BeforeClose,
  ConversationId,
  CustomerId,
  KnownSource,
  LastMessage,
  MerchantId,
  Priority,
  TicketId,
  TicketStatus,
} from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

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
  received_at: Generated<Date>;
  replied_at: Date | null;
  session_expiry_at: Date | null;
  follow_up_at: Date | null;
  is_csat_sent: Generated<boolean>;
  created_at: Generated<Date>;
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
