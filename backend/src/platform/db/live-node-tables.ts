import type { AgentId, MerchantId } from '@inbox/domain';
import type { ColumnType } from 'kysely';

/** The backend processes that have open pages. */
export interface LiveNodesTable {
  /** A uuid of its own, for as long as it runs. */
  id: string;
  /** By the database's clock: a process that was not seen for a while is gone. */
  seen_at: ColumnType<Date, undefined, Date>;
}

/** How many pages of an agent are open at a process; no row for none. */
export interface LivePagesTable {
  node_id: string;
  merchant_id: MerchantId;
  agent_id: AgentId;
  pages: number;
}
