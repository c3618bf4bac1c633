import { addBuckets, bucketsOf, HEALTH_MEASURES, isMeasure, type HealthEntry } from '@inbox/domain/operations';
import type { AgentId } from '@inbox/domain';
import type { WorkContext } from '../platform/db/unit-of-work';
import { addHealth, healthKey, hourOf, type HealthRow } from './health-queries';
import type { KnownRuns } from './known-runs';

/** Page loads of one agent that count of one version in one hour: who reloads all day has no more say than others. */
const LOADS_OF_ONE_AGENT = 20;

/** What one agent's pages have counted of one run, in this hour. */
interface Share {
  loads: number;
  failures: number;
  measures: number;
}

export interface HealthRecorder {
  /**
   * Counts what a page reports. Of versions that were never given out, and of more than one agent's share, it counts
   * nothing.
   * @returns how many entries were counted, and whether a failure is among them
   */
  record(agent: AgentId, entries: readonly HealthEntry[]): Promise<{ counted: number; failed: boolean }>;
}

/** Sums up reports in rows by the hour. Who reported what is in memory alone, until the hour is over. */
export function createHealthRecorder({ db, now }: Pick<WorkContext, 'db' | 'now'>, runs: KnownRuns): HealthRecorder {
  let current = 0;
  let shares = new Map<string, Share>();

  function shareOf(agent: AgentId, key: string, hour: Date): Share {
    if (hour.getTime() !== current) {
      current = hour.getTime();
      shares = new Map();
    }
    const name = `${agent} ${key}`;
    const share = shares.get(name) ?? { loads: 0, failures: 0, measures: 0 };
    shares.set(name, share);
    return share;
  }

  /** What the entry adds to its row; null when it counts for nothing. */
  function additionOf(
    entry: HealthEntry,
    share: Share,
  ): Pick<HealthRow, 'count' | 'sum' | 'buckets' | 'agents'> | null {
    const { kind, value = 0 } = entry;
    if (isMeasure(kind)) {
      if (share.measures >= share.loads * HEALTH_MEASURES.length) return null;
      share.measures += 1;
      return { count: 1, sum: value, buckets: bucketsOf(kind, value) };
    }
    if (kind === 'load') {
      if (share.loads >= LOADS_OF_ONE_AGENT) return null;
      share.loads += 1;
      return { count: 1 };
    }
    // A page fails once for each time that it loads, which may have been an hour ago.
    if (share.failures > share.loads) return null;
    share.failures += 1;
    return { count: 1, agents: share.failures === 1 ? 1 : 0 };
  }

  return {
    async record(agent, entries) {
      const hour = hourOf(now());
      const rows = new Map<string, HealthRow>();
      const runOf = await runs.now();
      let counted = 0;
      let failed = false;
      for (const entry of entries) {
        const { panel, version, kind } = entry;
        const run = runOf(panel, version);
        if (!run) continue;
        const key = healthKey({ panel, version, since: run.since });
        const added = additionOf(entry, shareOf(agent, key, hour));
        if (!added) continue;
        counted += 1;
        failed ||= kind === 'load_failed' || kind === 'render_error';
        const { count, sum = 0, buckets = [], agents = 0 } = rows.get(`${key} ${kind}`) ?? { count: 0 };
        rows.set(`${key} ${kind}`, {
          panel,
          version,
          since: run.since,
          hour,
          kind,
          count: count + added.count,
          sum: sum + (added.sum ?? 0),
          buckets: addBuckets(buckets, added.buckets ?? []),
          agents: agents + (added.agents ?? 0),
        });
      }
      await addHealth(db, [...rows.values()]);
      return { counted, failed };
    },
  };
}
