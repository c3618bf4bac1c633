import {
  addBuckets,
  HEALTH_COUNTS,
  HEALTH_MEASURES,
  isMeasure,
  NO_FIGURES,
  percentile,
  type HealthFigures,
  type HealthKind,
  type HealthMeasure,
} from '@inbox/domain/operations';
import { sql, type Insertable } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { PanelHealthTable } from './tables';

export type HealthRow = Insertable<PanelHealthTable>;

/** One version in one run: a version that comes back is judged anew. */
export interface VersionRun {
  panel: string;
  version: string;
  since: number;
}

const keyOf = ({ panel, version, since, hour, kind }: HealthRow): string =>
  [panel, version, since, new Date(hour).toISOString(), kind].join(' ');

/** Adds counts to their rows, of which no two have the same key. */
export async function addHealth(db: Queryable, rows: readonly HealthRow[]): Promise<void> {
  if (rows.length === 0) return;
  // In one order: two reports at once must not wait for each other.
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db
    .insertInto('panel_health')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.columns(['panel', 'version', 'since', 'hour', 'kind']).doUpdateSet({
        count: sql`panel_health.count + excluded.count`,
        sum: sql`panel_health.sum + excluded.sum`,
        agents: sql`panel_health.agents + excluded.agents`,
        buckets: sql`(
          select coalesce(array_agg(coalesce(one, 0) + coalesce(other, 0) order by place), '{}')
          from unnest(panel_health.buckets, excluded.buckets) with ordinality as both_of(one, other, place)
        )`,
      }),
    )
    .execute();
}

/** What was counted of a run, from this time on; the hour in which it lies counts as a whole. */
export async function readFigures(db: Queryable, run: VersionRun, from: Date): Promise<HealthFigures> {
  const rows = await db
    .selectFrom('panel_health')
    .select(({ fn }) => ['kind', fn.sum<number>('count').as('count'), fn.max('agents').as('agents')])
    .where('panel', '=', run.panel)
    .where('version', '=', run.version)
    .where('since', '=', run.since)
    .where('hour', '>=', hourOf(from))
    .groupBy('kind')
    .execute();
  return rows.reduce<HealthFigures>(countIn, NO_FIGURES);
}

function countIn(figures: HealthFigures, row: { kind: HealthKind; count: number; agents: number }): HealthFigures {
  const count = Number(row.count);
  switch (row.kind) {
    case 'load':
      return { ...figures, loads: figures.loads + count };
    case 'load_failed':
    case 'render_error':
      return {
        ...figures,
        [row.kind]: figures[row.kind] + count,
        agents: Math.max(figures.agents, row.agents),
      };
    default:
      return figures;
  }
}

/** All that is known of one run. */
export interface RunHealth {
  figures: HealthFigures;
  histograms: Partial<Record<HealthMeasure, number[]>>;
}

/** What three in four measured pages are within, of what was measured at all. */
export function vitalsOf(histograms: RunHealth['histograms']): Partial<Record<HealthMeasure, number>> {
  const found: Partial<Record<HealthMeasure, number>> = {};
  for (const [measure, buckets] of Object.entries(histograms) as [HealthMeasure, number[]][]) {
    const value = percentile(measure, buckets, 0.75);
    if (value !== null) found[measure] = value;
  }
  return found;
}

/** What is known of every run of every panel, by `healthKey`. */
export async function readAllHealth(db: Queryable): Promise<ReadonlyMap<string, RunHealth>> {
  const rows = await db
    .selectFrom('panel_health')
    .select(['panel', 'version', 'since', 'kind', 'count', 'buckets', 'agents'])
    .execute();
  const found = new Map<string, RunHealth>();
  for (const row of rows) {
    const key = healthKey(row);
    const { figures, histograms } = found.get(key) ?? { figures: NO_FIGURES, histograms: {} };
    const { kind, buckets } = row;
    found.set(key, {
      figures: countIn(figures, row),
      histograms: isMeasure(kind) ? { ...histograms, [kind]: addBuckets(histograms[kind] ?? [], buckets) } : histograms,
    });
  }
  return found;
}

export const healthKey = ({ panel, version, since }: VersionRun): string => `${panel}@${version}@${since}`;

export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000);

/** Forgets hours before this one. */
export async function forgetOldHealth(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('panel_health').where('hour', '<', before).execute();
}

/** What pages have reported of each panel since an hour's beginning, over all its versions: for operators' figures. */
export async function countPanelHealth(
  db: Queryable,
  since: Date,
): Promise<{ panel: string; kind: HealthKind; count: number }[]> {
  return db
    .selectFrom('panel_health')
    .select(({ fn }) => ['panel', 'kind', fn.sum<number>('count').as('count')])
    .where('hour', '>', since)
    .where('kind', 'in', HEALTH_COUNTS)
    .groupBy(['panel', 'kind'])
    .execute();
}

/** The vitals of each version of a panel that pages have measured since an hour's beginning: for operators' figures. */
export async function readVitals(
  db: Queryable,
  since: Date,
): Promise<{ panel: string; version: string; vitals: Partial<Record<HealthMeasure, number>> }[]> {
  const rows = await db
    .selectFrom('panel_health')
    .select(['panel', 'version', 'kind', 'buckets'])
    .where('hour', '>', since)
    .where('kind', 'in', HEALTH_MEASURES)
    .execute();
  const found = new Map<string, { panel: string; version: string; histograms: RunHealth['histograms'] }>();
  for (const { panel, version, kind, buckets } of rows) {
    if (!isMeasure(kind)) continue;
    const key = `${panel}@${version}`;
    const histograms: RunHealth['histograms'] = found.get(key)?.histograms ?? {};
    found.set(key, {
      ...{ panel, version },
      histograms: { ...histograms, [kind]: addBuckets(histograms[kind] ?? [], buckets) },
    });
  }
  return [...found.values()].map(({ histograms, ...of }) => ({ ...of, vitals: vitalsOf(histograms) }));
}
