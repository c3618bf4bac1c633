import type { HealthKind } from '@inbox/domain/operations';
import type { Generated } from 'kysely';

/** What a team publishes its panel with. Panels belong to the inbox, not to a merchant. */
export interface PanelTokensTable {
  id: Generated<number>;
  /** Who has changed what, in the history of panels. */
  name: string;
  panel: string;
  /** SHA-256 of the secret. */
  digest: Buffer;
  /** The operator who made it. */
  made_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** What pages report of panels, in sums by the hour. It belongs to no merchant: all have the same panels. */
export interface PanelHealthTable {
  panel: string;
  version: string;
  /** The revision of the registry from which on the version is given out without a break. */
  since: number;
  hour: Date;
  kind: HealthKind;
  count: number;
  /** Of a measure: of its values. */
  sum: Generated<number>;
  /** Of a measure: its histogram, by `bucketBounds` of the domain. */
  buckets: Generated<number[]>;
  /** Of a failure: how many different agents met it in this hour. */
  agents: Generated<number>;
}
