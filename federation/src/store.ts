import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  EMPTY_REGISTRY,
  parseRegistry,
  Registry,
  RegistryError,
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

/** Where a panel's version lies; nothing in it changes once it is there. */
export const versionDir = (dataDir: string, panel: string, version: string) => join(dataDir, 'panels', panel, version);

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
export type ChangeNote = Omit<Change, 'at'>;

/**
 * Reads the registry, changes it and puts it in place in one step: writers follow each other, readers see the old file
 * or the new one, and every revision is kept with what it changed. A change that returns the same registry writes nothing.
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
    lock.assertHeld();
    const after = { ...changed, change: { ...note, at: new Date().toISOString() } };
    await swap(dataDir, before.revision, after);
    return after;
  } finally {
    await lock.release();
  }
}

/** Writes `next` if the file still has the revision it was made from. */
async function swap(dataDir: string, expected: number, next: Registry): Promise<void> {
  const { revision } = await readRegistry(dataDir);
  if (revision !== expected || next.revision !== expected + 1) {
    throw new RegistryError(`The registry is at revision ${revision}, the change was made for ${expected}.`);
  }
  const text = `${JSON.stringify(z.parse(Registry, next), null, 2)}\n`;
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
function releaseOf({ enabled: _enabled, canary: _canary, taken_back: _takenBack, ...release }: PanelEntry): Release {
  return release;
}

/** Every release of a panel that the registry ever named, oldest first. */
export async function publishedReleases(dataDir: string, panel: string): Promise<Release[]> {
  const releases = new Map<string, Release>();
  for (const { panels } of await revisions(dataDir)) {
    const entry = panels[panel];
    if (!entry) continue;
    for (const one of entry.canary ? [releaseOf(entry), entry.canary.release] : [releaseOf(entry)]) {
      if (!releases.has(one.version)) releases.set(one.version, one);
    }
  }
  return [...releases.values()];
}

/** The releases of a panel that everybody had, in the order in which they were live; the last one is live now. */
export async function livedReleases(dataDir: string, panel: string): Promise<Release[]> {
  const lived: Release[] = [];
  for (const { panels } of await revisions(dataDir)) {
    const entry = panels[panel];
    if (entry && lived.at(-1)?.version !== entry.version) lived.push(releaseOf(entry));
  }
  return lived;
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
async function revisions(dataDir: string): Promise<Registry[]> {
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
