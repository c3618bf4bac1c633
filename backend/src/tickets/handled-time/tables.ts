import type { AgentId, MerchantId, TicketId } from '@inbox/domain';

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
