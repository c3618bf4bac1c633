import type { AccountId, AgentId, CallState, MerchantId, TicketId } from '@inbox/domain';
import type { Generated } from 'kysely';

/** The tables of what agents do beside writing: calling, handling, being there. */

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

export interface HandledTimesTable {
  merchant_id: MerchantId;
  ticket_id: TicketId;
  agent_id: AgentId;
  total_seconds: number;
}

export interface HandledStretchesTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  stretch_id: string;
  created_at: Date;
}

export interface TicketPresenceTable {
  /** One open page of an agent; it shows one ticket at most. */
  page_id: string;
  merchant_id: MerchantId;
  ticket_id: TicketId;
  agent_id: AgentId;
  typing_until: Date | null;
  /** When the page's node last said that it is there. */
  seen_at: Date;
}

/** Addresses that agents write to under one name. */
export interface EmailGroupsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  group_name: string;
  email_ids: string[];
  created_at: Generated<Date>;
}

/** A link has no direction: it stands once, from the lower id to the higher. */
export interface TicketLinksTable {
  merchant_id: MerchantId;
  low_id: TicketId;
  high_id: TicketId;
  agent_id: AgentId;
  created_at: Generated<Date>;
}
