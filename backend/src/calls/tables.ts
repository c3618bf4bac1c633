import type { AccountId, AgentId, CallState, MerchantId, TicketId } from '@inbox/domain';
import type { Generated } from 'kysely';

export type CallId = number;

export interface CallsTable {
  id: Generated<CallId>;
  merchant_id: MerchantId;
  account_id: AccountId;
  ticket_id: TicketId;
  /** Who calls; null when the customer does. */
  agent_id: AgentId | null;
  /** The provider's id of the call; null until it has told it. */
  external_id: string | null;
  state: CallState;
  created_at: Date;
}
