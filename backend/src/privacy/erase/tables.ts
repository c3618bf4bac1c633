import type { CustomerId, KnownSource, MerchantId, TicketId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** The tables of what is erased, and when. */

export type ErasureId = number;

/** How many things of each kind were erased. */
export type ErasedCounts = Record<string, number>;

export interface ErasuresTable {
  id: Generated<ErasureId>;
  /** Its name in the list that outlives the database. */
  ref: Generated<string>;
  merchant_id: MerchantId;
  reason: 'request' | 'retention';
  customer_ids: CustomerId[];
  ticket_ids: TicketId[];
  /** As in the audit: `operator:asha`, `agent:7`, `system`. */
  requested_by: string;
  erased_at: Date;
  counts: ColumnType<ErasedCounts, string, never>;
  /** Still to be removed from the disk. */
  files: string[];
  /** The transaction that erased. */
  transaction: ColumnType<string, undefined, never>;
  /** JSON; null until nothing of it is on the disk any more. */
  certificate: ColumnType<string | null, undefined, string>;
}

export interface RetentionRulesTable {
  merchant_id: MerchantId;
  /** Empty: for all channels that have no rule of their own. */
  channel: KnownSource | '';
  days: number;
}
