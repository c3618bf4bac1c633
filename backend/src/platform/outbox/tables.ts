import type { AccountId, ContentId, ConversationId, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

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
  next_at: Generated<Date>;
  lease_until: Date | null;
  /** When the channel was asked last; null while it was not. */
  asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_error: string | null;
  /** W3C traceparent of the work that wrote it; null without traces. */
  trace: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
