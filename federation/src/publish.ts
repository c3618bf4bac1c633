import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { PANEL_FACTS_FILE, PanelFacts } from './panel-facts';
import { publish, RegistryError, type Registry, type Release } from './registry';
import { changeRegistry, publishedReleases, readRegistry, versionDir } from './store';

const MANIFEST = 'mf-manifest.json';
/** Source maps, build stamps and the plugin's statistics stay with the build. */
const KEPT_BACK = /^\.|\.map$|^mf-stats\.json/;
/** What a browser runs or reads, and therefore has a hash. */
const HASHED = (file: string) => file.endsWith('.js') || file === MANIFEST;

/** Reads what was built in `dist`. Rejects with a RegistryError when there is no panel build. */
export async function readFacts(dist: string): Promise<PanelFacts> {
  const text = await readFile(join(dist, PANEL_FACTS_FILE), 'utf8').catch(() => {
    throw new RegistryError(`No panel build in ${dist}.`);
  });
  return z.parse(PanelFacts, JSON.parse(text));
}

/**
 * Copies a build beside the older versions and describes it. The same bytes again change nothing; other bytes under a
 * version that is already there are refused.
 */
export async function storeRelease(dataDir: string, dist: string, now = new Date()): Promise<Release> {
  const facts = await readFacts(dist);
  const target = versionDir(dataDir, facts.name, facts.version);
  const integrity = await hashes(dist);
  if (!integrity[MANIFEST]) throw new RegistryError(`${dist} has no ${MANIFEST}.`);

  if (await exists(target)) await demandSameBytes(facts, integrity, await hashes(target));
  else await copyWhole(dist, target);

  return {
    ...facts,
    entry: `/panels/${facts.name}/${facts.version}/${MANIFEST}`,
    integrity,
    published_at: now.toISOString(),
  };
}

/** Stores the build and gives it to everybody. */
export async function publishPanel(dataDir: string, dist: string): Promise<{ registry: Registry; release: Release }> {
  const release = await storeRelease(dataDir, dist);
  const registry = await changeRegistry(dataDir, (current) => publish(current, release));
  return { registry, release };
}

/**
 * Publishes builds that were never published; an operator's rollback to an older version stands until the next new
 * build. Folders without a build are passed over.
 */
export async function publishBuiltPanels(dataDir: string, dists: readonly string[]): Promise<Registry> {
  for (const dist of dists) {
    const facts = await readFacts(dist).catch((error: unknown) => {
      if (error instanceof RegistryError) return null;
      throw error;
    });
    if (!facts) continue;
    const published = await publishedReleases(dataDir, facts.name);
    if (!published.some(({ version }) => version === facts.version)) await publishPanel(dataDir, dist);
  }
  return readRegistry(dataDir);
}

async function hashes(dir: string): Promise<Record<string, string>> {
  const files = (await readdir(dir)).filter(HASHED).sort();
  const pairs = files.map(async (file) => {
    const digest = createHash('sha384').update(await readFile(join(dir, file)));
    return [file, `sha384-${digest.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

async function demandSameBytes(facts: PanelFacts, built: Record<string, string>, stored: Record<string, string>) {
  const files = new Set([...Object.keys(built), ...Object.keys(stored)]);
  const different = [...files].filter((file) => built[file] !== stored[file]);
  if (different.length > 0) {
    throw new RegistryError(`${facts.name} ${facts.version} is published with other bytes: ${different.join(', ')}.`);
  }
}

/** Copies under another name first, so that a version's folder is there in full or not at all. */
async function copyWhole(dist: string, target: string): Promise<void> {
  const partial = `${target}.${randomUUID()}.partial`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await cp(dist, partial, { recursive: true, filter: (source) => !KEPT_BACK.test(source.slice(dist.length + 1)) });
    await rename(partial, target);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
