import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { EMPTY_REGISTRY, parseRegistry, Registry, RegistryError, type Release } from './registry';

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
 * The registry as it is now; an empty one when nothing was ever published. An entry that does not fit is left out and
 * reported by name. Rejects when the file is no registry at all.
 */
export async function readRegistry(dataDir: string): Promise<Registry> {
  try {
    return parseRegistry(JSON.parse(await readFile(registryFile(dataDir), 'utf8')), warnOfEntry);
  } catch (error) {
    if (isMissing(error)) return EMPTY_REGISTRY;
    throw error;
  }
}

/**
 * Reads the registry, changes it and puts it in place in one step: writers follow each other, readers see the old file
 * or the new one, and every revision is kept. A change that returns the same registry writes nothing.
 */
export async function changeRegistry(
  dataDir: string,
  change: (registry: Registry) => Registry | Promise<Registry>,
): Promise<Registry> {
  await mkdir(historyDir(dataDir), { recursive: true });
  const lock = await lockRegistry(dataDir);
  try {
    const before = await readRegistry(dataDir);
    const after = await change(before);
    if (after === before) return before;
    lock.assertHeld();
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

/** Every release of a panel that the registry ever named, oldest first. */
export async function publishedReleases(dataDir: string, panel: string): Promise<Release[]> {
  const files = await readdir(historyDir(dataDir)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const releases = new Map<string, Release>();
  for (const file of files.filter((name) => name.endsWith('.json')).sort()) {
    const { panels } = parseRegistry(JSON.parse(await readFile(join(historyDir(dataDir), file), 'utf8')), warnOfEntry);
    const entry = panels[panel];
    if (!entry) continue;
    const { enabled: _enabled, canary, ...release } = entry;
    for (const one of canary ? [release, canary.release] : [release]) {
      if (!releases.has(one.version)) releases.set(one.version, one);
    }
  }
  return [...releases.values()];
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
