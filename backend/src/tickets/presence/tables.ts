import type { AgentId, MerchantId, TicketId } from '@inbox/domain';

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
