import type { AgentId, LiveEvent, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

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

export interface LiveEventsTable {
  merchant_id: MerchantId;
  seq: number;
  agent_id: AgentId | null;
  event: Json<Omit<LiveEvent, 'seq'>>;
  /** W3C traceparent of the work that wrote it; null without traces. */
  trace: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
