import {
  livedReleases,
  operate,
  readRegistry,
  RegistryError,
  releaseBefore,
  type PanelEntry,
  type Registry,
} from '@inbox/federation';
import {
  failingWords,
  isFailing,
  isLiveFailing,
  NO_FIGURES,
  type HealthBounds,
  type HealthFigures,
} from '@inbox/domain/operations';
import type { Queryable } from '../platform/db/connection';
import { readFigures } from './health-queries';
import type { KnownRuns } from './known-runs';

/** Who the history names when no person has taken a release back. */
export const HEALTH = 'health';

const EVER = new Date(0);

interface TakeBackDeps {
  db: Queryable;
  dataDir: string;
  runs: KnownRuns;
  bounds: HealthBounds;
  log: (line: string) => void;
}

/**
 * Takes back what passes its bound: a canary that fails more than what it is compared with, or a release that fails for
 * everybody while the one before is known to have worked. The registry's lock and its check of the version make it happen
 * once, however many backends see it.
 */
export async function takeBackFailing(deps: TakeBackDeps): Promise<void> {
  const { dataDir, log } = deps;
  const registry = await readRegistry(dataDir);
  for (const [panel, entry] of Object.entries(registry.panels)) {
    const found = entry.canary
      ? await failingCanary(deps, entry, entry.canary.version)
      : entry.first_share
        ? await failingFirst(deps, registry, entry)
        : await failingLive(deps, registry, entry);
    if (!found) continue;
    const { version, why } = found;
    try {
      await operate(dataDir, { action: 'rollback', panel, version }, { by: HEALTH, why });
      log(`${panel} ${version} was taken back: ${why}.`);
    } catch (error) {
      // Another backend, or an operator, was first.
      if (!(error instanceof RegistryError)) throw error;
      log(error.message);
    }
  }
}

interface Failing {
  version: string;
  why: string;
}

async function failingCanary(deps: TakeBackDeps, stable: PanelEntry, version: string): Promise<Failing | null> {
  const { bounds } = deps;
  const from = await beganAt(deps, stable.name, version);
  const figures = await figuresOf(deps, stable.name, version, EVER);
  const beside = await figuresOf(deps, stable.name, stable.version, from);
  if (!isFailing(figures, bounds, beside)) return null;
  return { version, why: failingWords(figures, { to: `stable ${stable.version}`, figures: beside }) };
}

/** A panel's first version has no other beside it: it is compared with the other panels. */
async function failingFirst(deps: TakeBackDeps, registry: Registry, first: PanelEntry): Promise<Failing | null> {
  if (!first.enabled) return null;
  const figures = await figuresOf(deps, first.name, first.version, EVER);
  const others = await othersThan(deps, registry, first);
  if (!isFailing(figures, deps.bounds, others)) return null;
  return { version: first.version, why: failingWords(figures, { to: 'other panels', figures: others }) };
}

async function failingLive(deps: TakeBackDeps, registry: Registry, live: PanelEntry): Promise<Failing | null> {
  const { dataDir, bounds } = deps;
  const { name: panel, version } = live;
  const figures = await figuresOf(deps, panel, version, EVER);
  // Most of the time there is nothing more to ask.
  if (!isFailing(figures, bounds)) return null;
  const target = releaseBefore(registry, panel, await livedReleases(dataDir, panel));
  if (!target) return null;
  const before = await figuresOf(deps, panel, target.version, EVER);
  const others = await othersThan(deps, registry, live);
  if (!isLiveFailing(figures, bounds, { others, before })) return null;
  return { version, why: failingWords(figures, { to: `${target.version} before it`, figures: before }) };
}

/** What the other panels that are live have counted since this release was. */
async function othersThan(deps: TakeBackDeps, registry: Registry, live: PanelEntry): Promise<HealthFigures> {
  const from = await beganAt(deps, live.name, live.version);
  const others = Object.values(registry.panels).filter(({ name }) => name !== live.name);
  const found = await Promise.all(others.map(({ name, version }) => figuresOf(deps, name, version, from)));
  return found.reduce(
    (sum, { loads, load_failed, render_error }) => ({
      ...sum,
      loads: sum.loads + loads,
      load_failed: sum.load_failed + load_failed,
      render_error: sum.render_error + render_error,
    }),
    NO_FIGURES,
  );
}

async function beganAt({ runs }: TakeBackDeps, panel: string, version: string): Promise<Date> {
  const at = (await runs.now())(panel, version)?.at;
  return at === undefined ? EVER : new Date(at);
}

async function figuresOf({ db, runs }: TakeBackDeps, panel: string, version: string, from: Date) {
  const run = (await runs.now())(panel, version);
  return run ? readFigures(db, { panel, version, since: run.since }, from) : NO_FIGURES;
}
