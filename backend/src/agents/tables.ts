import type { AgentId, AgentStatus, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

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
  created_at: Generated<Date>;
}
