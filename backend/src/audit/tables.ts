import type { MerchantId } from '@inbox/domain';
import type { ColumnType } from 'kysely';

/** The audit; migrations 039 and 069 write both by triggers. See schema.ts. */

/** Whose chain: a merchant's, or 0 for what belongs to all of them. */
export type ChainId = MerchantId | 0;

export interface AuditChainsTable {
  merchant_id: ColumnType<ChainId, never, never>;
  /** The last record. */
  seq: ColumnType<number, never, never>;
  hash: ColumnType<Buffer, never, never>;
  /** The last record that was pruned; 0 when none was. */
  pruned_seq: ColumnType<number, never, number>;
  pruned_hash: ColumnType<Buffer, never, Buffer>;
}

export interface AuditRecordsTable {
  merchant_id: ColumnType<ChainId, never, never>;
  seq: ColumnType<number, never, never>;
  /** JSON, the very text that is hashed. */
  content: ColumnType<string, never, never>;
  previous: ColumnType<Buffer, never, never>;
  hash: ColumnType<Buffer, never, never>;
  /** Made of `content`, to search by: an ISO time, `ticket.changed`, `ticket:5`, `agent:7`. */
  at: ColumnType<string, never, never>;
  what: ColumnType<string, never, never>;
  about: ColumnType<string, never, never>;
  who: ColumnType<string, never, never>;
  /** Says in which month's partition it is; infinity for what belongs to all merchants. */
  made_at: ColumnType<Date, never, never>;
}
