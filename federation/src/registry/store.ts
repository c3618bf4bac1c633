import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { HOST_FACTS_FILE, HostFacts, type HostRelease } from '../facts/host-facts';
import { misfits, misfitText, missingNames } from './host-fit';
import { PANEL_FACTS_FILE, PanelUses, type PanelFacts } from '../facts/panel-facts';
import {
  EMPTY_REGISTRY,
  parseRegistry,
  Registry,
  RegistryError,
  writtenRegistry,
  type Change,
  type PanelEntry,
  type Release,
} from './registry';

/** A writer renews its lock twice in this time; one that does not has died, and its lock is taken over. */
const STALE_LOCK_MS = 10_000;
/** Long enough for a lock to become stale. */
const LOCK_RETRIES = { retries: 600, factor: 1, minTimeout: 25, maxTimeout: 25 };

const registryFile = (dataDir: string) => join(dataDir, 'registry.json');
const historyDir = (dataDir: string) => join(dataDir, 'registry-history');
const historyFile = (dataDir: string, revision: number) =>
  join(historyDir(dataDir), `${String(revision).padStart(8, '0')}.json`);

export const panelDirs = (dataDir: string) => join(dataDir, 'panels');

/** Where a panel's version lies; nothing in it changes once it is there. */
export const versionDir = (dataDir: string, panel: string, version: string) => join(panelDirs(dataDir), panel, version);

/** The same for the shell's releases. */
export const hostDirs = (dataDir: string) => join(dataDir, 'hosts');
export const embedDirs = (dataDir: string) => join(dataDir, 'embed');
export const hostVersionDir = (dataDir: string, version: string) => join(hostDirs(dataDir), version);

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';

const warnOfEntry = (name: string, error: Error) => console.warn(`The registry's entry of ${name} is left out`, error);

/**
 * The registry as it is now, or its last revision that can be read: what somebody has truncated or deleted takes no panel
 * away. An entry that does not fit is replaced by the last one of that panel that does, and reported by name.
 */
export async function readRegistry(dataDir: string): Promise<Registry> {
  const refused = new Set<string>();
  const onRefused = (name: string, error: Error) => {
    refused.add(name);
    warnOfEntry(name, error);
  };
  let registry: Registry | null = null;
  try {
    registry = parseRegistry(JSON.parse(await readFile(registryFile(dataDir), 'utf8')), onRefused);
    if (refused.size === 0) return registry;
  } catch (error) {
    if (!isMissing(error)) console.warn('The registry cannot be read; its last good revision counts', error);
  }
  for await (const before of revisionsBackwards(dataDir)) {
    if (registry === null) return before;
    for (const name of refused) {
      const entry = before.panels[name];
      if (!entry) continue;
      registry = { ...registry, panels: { ...registry.panels, [name]: entry } };
      refused.delete(name);
    }
    if (refused.size === 0) return registry;
  }
  return registry ?? EMPTY_REGISTRY;
}

/** How often a change of the registry is looked for: by any process, on any file system. */
const LOOK_EVERY_MS = 1_000;

/**
 * Tells of each new revision, whoever has made it.
 * @returns stops it
 */
export function followRegistry(dataDir: string, onRevision: (revision: number) => void): () => void {
  let known = -1;
  const look = async () => {
    const { revision } = await readRegistry(dataDir);
    if (revision === known) return;
    known = revision;
    onRevision(revision);
  };
  const listener = () => void look().catch((error: unknown) => console.warn('The registry cannot be followed', error));
  watchFile(registryFile(dataDir), { interval: LOOK_EVERY_MS, persistent: false }, listener);
  listener();
  return () => unwatchFile(registryFile(dataDir), listener);
}

async function historyFiles(dataDir: string): Promise<string[]> {
  const files = await readdir(historyDir(dataDir)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return files.filter((name) => name.endsWith('.json')).sort();
}

/** Every revision that can be read, the newest first. */
async function* revisionsBackwards(dataDir: string): AsyncGenerator<Registry> {
  for (const file of (await historyFiles(dataDir)).reverse()) {
    try {
      yield parseRegistry(JSON.parse(await readFile(join(historyDir(dataDir), file), 'utf8')), () => undefined);
    } catch (error) {
      console.warn(`Revision ${file} of the registry cannot be read`, error);
    }
  }
}

/** What a change is called in the history, and by whom and why it was made. */
/** Who changes the registry, and why; what the history says of it. */
export interface ChangedBy {
  by: string;
  why?: string | undefined;
}

export type ChangeNote = Omit<Change, 'at'>;

/**
 * Reads the registry, changes it and puts it in place in one step: writers follow each other, readers see the old file
 * or the new one, and every revision is kept with what it changed. A change that returns the same registry writes nothing.
 *
 * @throws RegistryError also when it gives agents a release that does not fit the shell, whoever gives it and however
 */
export async function changeRegistry(
  dataDir: string,
  note: ChangeNote,
  change: (registry: Registry) => Registry | Promise<Registry>,
): Promise<Registry> {
  await mkdir(historyDir(dataDir), { recursive: true });
  const lock = await lockRegistry(dataDir);
  try {
    const before = await readRegistry(dataDir);
    const changed = await change(before);
    if (changed === before) return before;
    await demandFits(dataDir, before, changed);
    lock.assertHeld();
    const after = { ...changed, change: { ...note, at: new Date().toISOString() } };
    await swap(dataDir, before.revision, after);
    return after;
  } finally {
    await lock.release();
  }
}

/** A release that agents begin to have must be there, and fit the shell that their pages have. */
async function demandFits(dataDir: string, before: Registry, { host, panels }: Registry): Promise<void> {
  for (const [name, entry] of Object.entries(panels)) {
    const { version, canary } = before.panels[name] ?? {};
    const isNew = [
      ...(entry.version === version ? [] : [entry]),
      ...(entry.canary && entry.canary.version !== canary?.version ? [entry.canary.release] : []),
    ];
    for (const release of isNew) {
      if (!(await isStored(dataDir, release))) {
        throw new RegistryError(`The files of ${name} ${release.version} are gone: publish it again.`);
      }
      if (!host) continue;
      const why = await misfitsOf(dataDir, host, release);
      if (why.length > 0) throw new RegistryError(misfitText(release, host, why));
    }
  }
}

/** Are a release's files there? Those on another server are taken to be. */
const isStored = async (dataDir: string, { entry, name, version }: Release): Promise<boolean> =>
  !entry.startsWith('/panels/') || (await stat(versionDir(dataDir, name, version)).catch(() => null)) !== null;

/**
 * Why a stored release does not fit a shell, in a line for each reason; empty when it fits. The names that it imports are
 * read from its files and the shell's: where one of these has none, that is no reason.
 */
export async function misfitsOf(dataDir: string, host: HostRelease, release: Release): Promise<string[]> {
  return misfitsOfBuild(dataDir, host, release, versionDir(dataDir, release.name, release.version));
}

/** The same for a build in `dir`, which need not be stored. */
export async function misfitsOfBuild(
  dataDir: string,
  host: HostRelease,
  facts: PanelFacts,
  dir: string,
): Promise<string[]> {
  const [panelJson, hostJson] = await Promise.all([
    readJson(join(dir, PANEL_FACTS_FILE)),
    readJson(join(hostVersionDir(dataDir, host.version), HOST_FACTS_FILE)),
  ]);
  const uses = z.safeParse(PanelUses, panelJson).data?.uses ?? {};
  return [...misfits(host, facts), ...missingNames(z.safeParse(HostFacts, hostJson).data?.exports, uses)];
}

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Writes `next` if the file still has the revision it was made from. */
async function swap(dataDir: string, expected: number, next: Registry): Promise<void> {
  const { revision } = await readRegistry(dataDir);
  if (revision !== expected || next.revision !== expected + 1) {
    throw new RegistryError(`The registry is at revision ${revision}, the change was made for ${expected}.`);
  }
  const text = `${JSON.stringify(writtenRegistry(z.parse(Registry, next)), null, 2)}\n`;
  await writeFile(historyFile(dataDir, next.revision), text);
  const fresh = `${registryFile(dataDir)}.${process.pid}`;
  const file = await open(fresh, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, registryFile(dataDir));
}

/** A panel's entry as a release: what the registry adds to it taken off. */
export function releaseOf({
  enabled: _enabled,
  first_share: _share,
  canary: _canary,
  taken_back: _takenBack,
  set_aside: _aside,
  ...release
}: PanelEntry): Release {
  return release;
}

/** Every release of a panel that the registry ever named, live or not, oldest first. */
export async function publishedReleases(dataDir: string, panel: string): Promise<Release[]> {
  const releases = new Map<string, Release>();
  for (const { panels, change } of await revisions(dataDir)) {
    const entry = panels[panel];
    const noted = change?.release?.name === panel ? [change.release] : [];
    const live = entry ? [releaseOf(entry)] : [];
    const canary = entry?.canary ? [entry.canary.release] : [];
    for (const one of [...live, ...canary, ...noted]) {
      if (!releases.has(one.version)) releases.set(one.version, one);
    }
  }
  return [...releases.values()];
}

/**
 * The releases of a panel that everybody had, in the order in which they were live; the last one is live now. Only those
 * that pages can have again: their files are there, and the shell fits them.
 */
export async function livedReleases(dataDir: string, panel: string): Promise<Release[]> {
  const lived: Release[] = [];
  for (const { panels } of await revisions(dataDir)) {
    const entry = panels[panel];
    if (entry && !entry.first_share && lived.at(-1)?.version !== entry.version) lived.push(releaseOf(entry));
  }
  const { host } = await readRegistry(dataDir);
  const usable = lived.map(async (release) => {
    if (!(await isStored(dataDir, release))) return [];
    return !host || (await misfitsOf(dataDir, host, release)).length === 0 ? [release] : [];
  });
  return (await Promise.all(usable)).flat();
}

/** Since when a version is given out, live or as a canary, without a break. */
export interface Run {
  /** The revision of the registry that began it. */
  since: number;
  /** When that was; undefined of revisions of before changes were noted. */
  at: string | undefined;
}

/** The runs of every release that was ever given out, the last one of each, by `name@version`. */
export async function releaseRuns(dataDir: string): Promise<ReadonlyMap<string, Run>> {
  const runs = new Map<string, Run & { last: number }>();
  let before = -1;
  for (const { revision, panels, change } of await revisions(dataDir)) {
    for (const [name, { version, canary }] of Object.entries(panels)) {
      for (const one of canary ? [version, canary.version] : [version]) {
        const key = `${name}@${one}`;
        const run = runs.get(key);
        if (run?.last === before) run.last = revision;
        else runs.set(key, { since: revision, at: change?.at, last: revision });
      }
    }
    before = revision;
  }
  return runs;
}

/** What was changed, the newest first; of one panel if it is named. */
export async function readHistory(dataDir: string, panel?: string): Promise<(Change & { revision: number })[]> {
  const changes = [];
  for await (const { revision, change } of revisionsBackwards(dataDir)) {
    if (change && (panel === undefined || change.panel === panel)) changes.push({ ...change, revision });
  }
  return changes;
}

/** Every revision that can be read, the oldest first. */
export async function revisions(dataDir: string): Promise<Registry[]> {
  const all: Registry[] = [];
  for await (const registry of revisionsBackwards(dataDir)) all.push(registry);
  return all.reverse();
}

interface RegistryLock {
  /** @throws RegistryError when it was lost: this process slept, and another one has taken it over */
  assertHeld(): void;
  release(): Promise<void>;
}

async function lockRegistry(dataDir: string): Promise<RegistryLock> {
  // Loaded by those who write: it listens for the signals that end a process, and servers only read.
  const { lock } = await import('proper-lockfile');
  let isLost = false;
  const onCompromised = () => void (isLost = true);
  try {
    const release = await lock(registryFile(dataDir), {
      realpath: false,
      stale: STALE_LOCK_MS,
      retries: LOCK_RETRIES,
      onCompromised,
    });
    return {
      assertHeld() {
        if (isLost) throw new RegistryError('Another process has taken over the lock of the registry.');
      },
      release: async () => (isLost ? undefined : release()),
    };
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') throw new RegistryError('Another process keeps changing the registry.');
    throw error;
  }
}
