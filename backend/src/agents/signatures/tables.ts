import type { AccountId, AgentId, MerchantId } from '@inbox/domain';

export interface MailSignaturesTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** The mailbox. */
  account_id: AccountId;
  /** Cleaned; never blank: an agent without one has no row. */
  html: string;
}
