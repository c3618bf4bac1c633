import type { HealthKind } from '@inbox/domain/operations';
import type { Generated } from 'kysely';

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
