import type { MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** What cells between which merchants move have alike; none of it is a secret. */
export interface CellShares {
  /** Names of the keys that credentials are sealed with. */
  keys: string[];
  /** Fingerprint of the key that tokens are signed with. */
  tokens: string;
  /** Where files are. */
  files: string;
}

/** The one row that says which cell this database is; 0 where there is no other. */
export interface CellTable {
  is_only: Generated<boolean>;
  number: number;
  shares: ColumnType<CellShares | null, undefined, string>;
}

/**
 * How far a merchant has got on the way out of this cell.
 * copying: everything is as ever. draining: nothing more is sent. frozen: nothing can be written. gone: it is served by the
 * other cell.
 */
export type MoveStage = 'copying' | 'draining' | 'frozen' | 'gone';

export interface MerchantMovesTable {
  merchant_id: MerchantId;
  slug: string;
  stage: MoveStage;
  to_cell: number;
  changed_at: ColumnType<Date, Date | undefined, Date>;
}

export interface MoveMarksTable {
  merchant_id: MerchantId;
  mark: string;
}
