import type { AgentId, ListFilters, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/** Reports that agents have asked for. */
export interface ExportsTable {
  id: Generated<number>;
  merchant_id: MerchantId;
  agent_id: AgentId;
  filters: Json<ListFilters>;
  state: Generated<'waiting' | 'mailed' | 'failed'>;
  attempts: Generated<number>;
  lease_until: Date | null;
  storage_key: string | null;
  last_error: string | null;
  created_at: Generated<Date>;
  ended_at: Date | null;
}
