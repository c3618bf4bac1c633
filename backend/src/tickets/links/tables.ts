import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import type { Generated } from 'kysely';

/** A link has no direction: it stands once, from the lower id to the higher. */
export interface TicketLinksTable {
  merchant_id: MerchantId;
  low_id: TicketId;
  high_id: TicketId;
  agent_id: AgentId;
  created_at: Generated<Date>;
}
