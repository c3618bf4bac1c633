import {
  isWithdrawn,
  operate,
  publishedReleases,
  readHistory,
  readRegistry,
  RegistryError,
  type PanelEntry,
} from '@inbox/federation';
import type {
  OperatedPanel,
  PanelChangeRequest,
  PanelOperations,
  PanelVersion,
  VersionHealth,
} from '@inbox/api/panels';
import { NO_FIGURES, type HealthBounds } from '@inbox/domain/operations';
import type { Queryable } from '../platform/db/connection';
import { WorkError } from '../platform/errors/errors';
import { healthKey, readAllHealth, vitalsOf, type RunHealth } from './health-queries';
import type { KnownRuns } from './known-runs';

/** As many as a page shows of each panel; the commands on the machine list all. */
const VERSIONS_SHOWN = 10;
const CHANGES_SHOWN = 20;

interface OperateDeps {
  db: Queryable;
  dataDir: string;
  runs: KnownRuns;
  bounds: HealthBounds;
}

/** Every published panel with its versions, their health, and what was changed. */
export async function readOperations({ db, dataDir, runs, bounds }: OperateDeps): Promise<PanelOperations> {
  const { revision, panels } = await readRegistry(dataDir);
  const [health, changes] = [await readAllHealth(db), await readHistory(dataDir)];
  const runOf = await runs.now();
  const versionsOf = async (entry: PanelEntry): Promise<PanelVersion[]> => {
    const releases = (await publishedReleases(dataDir, entry.name)).toReversed();
    const given = [entry.version, entry.canary?.version];
    const shown = releases.filter(({ version }, at) => at < VERSIONS_SHOWN || given.includes(version));
    return shown.map(({ version, published_at }) => {
      const run = runOf(entry.name, version);
      const found = run && health.get(healthKey({ panel: entry.name, version, since: run.since }));
      return { version, published_at, state: stateOf(entry, version), health: healthOf(found) };
    });
  };
  const operated = Object.values(panels).map(async (entry): Promise<OperatedPanel> => ({
    panel: entry.name,
    title: entry.description?.title ?? entry.name,
    enabled: entry.enabled,
    version: entry.version,
    canary: canaryOf(entry),
    versions: await versionsOf(entry),
    history: changes
      .filter(({ panel }) => panel === entry.name)
      .slice(0, CHANGES_SHOWN)
      .map(({ panel: _panel, ...change }) => change),
  }));
  const all = await Promise.all(operated);
  return { revision, bounds, panels: all.toSorted((a, b) => a.title.localeCompare(b.title)) };
}

/** Also a panel's first version, which nobody else has. */
function canaryOf(entry: PanelEntry): OperatedPanel['canary'] {
  if (entry.first_share && !isWithdrawn(entry)) return { version: entry.version, percent: entry.first_share.percent };
  return entry.canary ? { version: entry.canary.version, percent: entry.canary.percent } : null;
}

function stateOf(entry: PanelEntry, version: string): PanelVersion['state'] {
  const { version: live, canary, first_share, taken_back = [] } = entry;
  if (version === live && first_share) return isWithdrawn(entry) ? 'taken-back' : 'canary';
  if (version === live) return 'live';
  if (version === canary?.version) return 'canary';
  return taken_back.includes(version) ? 'taken-back' : 'published';
}

function healthOf({ figures, histograms }: RunHealth = { figures: NO_FIGURES, histograms: {} }): VersionHealth {
  const { agents: _agents, ...counts } = figures;
  return { ...counts, p75: vitalsOf(histograms) };
}

/**
 * Changes what is given out, for everybody.
 * @param by who, as the history is to say it
 * @throws WorkError 409 with the registry's words when it is not possible, or no longer what the operator saw
 */
export async function changePanel(
  dataDir: string,
  { why, ...change }: PanelChangeRequest,
  by: string,
): Promise<{ revision: number }> {
  try {
    const { revision } = await operate(dataDir, change, { by, ...(why?.trim() && { why: why.trim() }) });
    return { revision };
  } catch (error) {
    if (error instanceof RegistryError) throw new WorkError(409, error.message, 'registry');
    throw error;
  }
}
