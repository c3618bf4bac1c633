import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { RegistryError, type Registry } from '../registry/registry';
import { changeRegistry, hostDirs, panelDirs, revisions } from '../registry/store';

const HOUR_MS = 3_600_000;

/** Builds of a panel that no page was ever given, such as previews, and their bytes: more of them are not stored. */
const MOST_NEVER_GIVEN = 40;
const MOST_NEVER_GIVEN_BYTES = 400_000_000;
/** One that nobody was given for so long gives way to another such one. */
const NEVER_GIVEN_STAYS_MS = 24 * HOUR_MS;

/** Releases that stay however old they are: rollbacks go to them, and tabs that nobody closes have them. */
const PANEL_RELEASES_KEPT = 10;
const HOST_RELEASES_KEPT = 3;

interface Age {
  /** Days for which a release's files stay once it is no longer given to pages. */
  days: number;
  now: Date;
}

/**
 * Notes that open pages run these releases: their age counts from now, for every backend that removes files in this folder.
 * What is not stored is passed over.
 *
 * @param running as `name@version`, the shell's as `host@version`
 */
export async function noteRunning(dataDir: string, running: ReadonlySet<string>, now: Date): Promise<void> {
  for (const { name, version, dir } of await storedReleases(dataDir)) {
    // The folder's own time, so that a restart of the backend forgets nothing; what lies in it never changes.
    if (running.has(`${name}@${version}`)) await utimes(dir, now, now);
  }
}

/**
 * Removes the files of releases, of panels and of the shell, that for so many days no page was given and no open page has
 * named (`noteRunning`). What the registry names stays, and so do the last ten releases of each panel and the last three of
 * the shell that were live.
 *
 * @returns what was removed, as `name version`
 */
export async function removeOldReleases(dataDir: string, { days, now }: Age): Promise<string[]> {
  const removed: string[] = [];
  const before = now.getTime() - days * 24 * HOUR_MS;
  const note = { action: 'remove old releases', panel: 'all', by: 'start' };
  // Under the registry's lock: nothing becomes live meanwhile.
  await changeRegistry(dataDir, note, async (registry) => {
    const all = await revisions(dataDir);
    const kept = keptVersions(registry, all);
    const ended = lastGiven(all, now);
    for (const { name, version, dir } of await storedReleases(dataDir)) {
      const key = `${name}@${version}`;
      if (kept.has(key)) continue;
      const { mtimeMs } = await stat(dir);
      if (Math.max(mtimeMs, ended.get(key) ?? 0) >= before) continue;
      await rm(dir, { recursive: true, force: true });
      removed.push(`${name} ${version}`);
    }
    return registry;
  });
  return removed;
}

/**
 * Makes room for one more build of a panel among those that no page was ever given: the oldest give way. Those of the last
 * day give way only to one that agents are to have: a repair never waits for previews.
 *
 * @throws RegistryError that says when there is room again
 */
export async function makeRoom(dataDir: string, panel: string, isForAgents: boolean, now = new Date()): Promise<void> {
  const note = { action: 'remove old releases', panel, by: 'publish' };
  await changeRegistry(dataDir, note, async (registry) => {
    const given = lastGiven(await revisions(dataDir), now);
    const stored = (await storedReleases(dataDir)).filter(({ name }) => name === panel);
    const never = stored.filter(({ version }) => !given.has(`${panel}@${version}`));
    const measured = await Promise.all(never.map(async (one) => ({ ...one, ...(await measure(one.dir)) })));
    const youngestFirst = measured.toSorted((one, other) => other.storedAt - one.storedAt);
    let bytes = 0;
    for (const [index, one] of youngestFirst.entries()) {
      bytes += one.bytes;
      if (index + 1 < MOST_NEVER_GIVEN && bytes < MOST_NEVER_GIVEN_BYTES) continue;
      const until = one.storedAt + NEVER_GIVEN_STAYS_MS;
      if (!isForAgents && until > now.getTime()) {
        throw new RegistryError(
          `${panel} has too many versions that nobody was given: ${MOST_NEVER_GIVEN}, of ${MOST_NEVER_GIVEN_BYTES / 1e6} MB ` +
            `together, are the most. There is room again at ${new Date(until).toISOString()}, or once agents are given one.`,
        );
      }
      await rm(one.dir, { recursive: true, force: true });
    }
    return registry;
  });
}

/** Bytes of a release's files, and when it was stored, in milliseconds. */
async function measure(dir: string): Promise<{ bytes: number; storedAt: number }> {
  const [{ mtimeMs }, files] = await Promise.all([stat(dir), readdir(dir)]);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dir, file))).size));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), storedAt: mtimeMs };
}

const HOST = 'host';

/** What a revision gives to pages, or may give again, as `name@version`. */
function namedIn({ panels, host, host_before }: Registry): string[] {
  return [
    ...Object.entries(panels).flatMap(([name, { version, canary, set_aside }]) =>
      [version, canary?.version, set_aside?.version].flatMap((one) => (one === undefined ? [] : [`${name}@${one}`])),
    ),
    ...[host, host_before].flatMap((one) => (one ? [`${HOST}@${one.version}`] : [])),
  ];
}

function keptVersions(registry: Registry, all: readonly Registry[]): Set<string> {
  const kept = new Set(namedIn(registry));
  const counts = new Map<string, Set<string>>();
  for (const { panels, host } of all.toReversed()) {
    const live = [...Object.values(panels), ...(host ? [{ name: HOST, version: host.version }] : [])];
    for (const { name, version } of live) {
      const found = counts.get(name) ?? new Set();
      counts.set(name, found);
      if (found.size < (name === HOST ? HOST_RELEASES_KEPT : PANEL_RELEASES_KEPT)) found.add(version);
      if (found.has(version)) kept.add(`${name}@${version}`);
    }
  }
  return kept;
}

/** Until when pages were given each release, in milliseconds: until the revision came that no longer named it. */
function lastGiven(all: readonly Registry[], now: Date): Map<string, number> {
  const ended = new Map<string, number>();
  let until = now.getTime();
  for (const registry of all.toReversed()) {
    for (const key of namedIn(registry)) if (!ended.has(key)) ended.set(key, until);
    // One of before changes were noted is taken for as young as the next: its files stay rather longer.
    if (registry.change) until = Date.parse(registry.change.at);
  }
  return ended;
}

async function storedReleases(dataDir: string): Promise<{ name: string; version: string; dir: string }[]> {
  const list = (dir: string) => readdir(dir).catch((): string[] => []);
  const panels = panelDirs(dataDir);
  const ofPanels = (await list(panels)).map(async (name) =>
    (await list(join(panels, name))).map((version) => ({ name, version, dir: join(panels, name, version) })),
  );
  const hosts = hostDirs(dataDir);
  const ofHost = (await list(hosts)).map((version) => ({ name: HOST, version, dir: join(hosts, version) }));
  return [...(await Promise.all(ofPanels)).flat(), ...ofHost];
}
