import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { PANEL_FACTS_FILE, PanelFacts } from '../facts/panel-facts';
import { hashes, MANIFEST, readBack } from './read-back';
import {
  endCanary,
  isTakenBack,
  publish,
  RegistryError,
  setAside,
  type PanelEntry,
  type Registry,
  type Release,
} from '../registry/registry';
import { changeRegistry, livedReleases, misfitsOf, readRegistry, versionDir } from '../registry/store';

/** Source maps, build stamps and the plugin's statistics stay with the build. */
const KEPT_BACK = /^\.|\.map$|^mf-stats\.json/;

/** What a folder that has something in it answers to another one that is to take its name. */
const IS_THERE = new Set(['ENOTEMPTY', 'EEXIST']);

/** Reads what was built in `dist`. Rejects with a RegistryError when there is no panel build. */
export async function readFacts(dist: string): Promise<PanelFacts> {
  const text = await readFile(join(dist, PANEL_FACTS_FILE), 'utf8').catch(() => {
    throw new RegistryError(`No panel build in ${dist}.`);
  });
  return z.parse(PanelFacts, JSON.parse(text));
}

/**
 * Copies a build beside the older versions, reads it back as a page will, and describes it. The same bytes again change
 * nothing; other bytes under a version that is already there are refused.
 */
export async function storeRelease(dataDir: string, dist: string, now = new Date()): Promise<Release> {
  const facts = await readFacts(dist);
  const target = versionDir(dataDir, facts.name, facts.version);
  const integrity = await hashes(dist);
  if (!integrity[MANIFEST]) throw new RegistryError(`${dist} has no ${MANIFEST}.`);

  const isNew = !(await exists(target)) && (await copyWhole(dist, target));
  if (!isNew) {
    await demandSameBytes(facts, integrity, await hashes(target));
    // As young as a new one: nobody removes it for its age before it is live.
    await utimes(target, now, now);
  }
  const release: Release = {
    ...facts,
    entry: `/panels/${facts.name}/${facts.version}/${MANIFEST}`,
    integrity,
    published_at: now.toISOString(),
  };
  try {
    await readBack(target, release);
  } catch (error) {
    if (isNew) await rm(target, { recursive: true, force: true });
    throw error;
  }
  return release;
}

/** What a start of the inbox has published: no start takes away what a team did. */
const isOfStart = ({ published_by }: PanelEntry): boolean => published_by !== 'team';

/**
 * Publishes this checkout's own builds where nothing is live, or what an earlier start has published. A team's release
 * stays, and so does an operator's rollback, while the shell fits them: what it does not fit is set aside until it does.
 * Folders without a build are passed over.
 *
 * @param say told, in one line each, which builds are not live and why
 */
export async function publishBuiltPanels(
  dataDir: string,
  dists: readonly string[],
  say: (line: string) => void,
): Promise<Registry> {
  const own = new Map<string, string>();
  for (const dist of dists) {
    const facts = await readFacts(dist).catch((error: unknown) => {
      if (error instanceof RegistryError) return null;
      throw error;
    });
    if (facts) own.set(facts.name, dist);
  }
  const { panels } = await readRegistry(dataDir);
  for (const panel of new Set([...own.keys(), ...Object.keys(panels)])) {
    await startPanel(dataDir, panel, own.get(panel), say).catch((error: unknown) => {
      if (!(error instanceof RegistryError)) throw error;
      const live = panels[panel];
      say(`${error.message} ${live ? `${live.version} stays live.` : `${panel} is not published.`}`);
    });
  }
  return readRegistry(dataDir);
}

async function startPanel(
  dataDir: string,
  panel: string,
  dist: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const { host, panels } = await readRegistry(dataDir);
  const whyNot = async (release: Release) => (host ? misfitsOf(dataDir, host, release) : []);
  const back = panels[panel]?.set_aside;
  if (back && (await whyNot(back)).length === 0) {
    await changeRegistry(dataDir, startNote('publish', back), (current) => publish(current, back));
    return say(`${panel} ${back.version}, published by a team, fits the shell again and is live again.`);
  }
  const registry = await readRegistry(dataDir);
  const live = registry.panels[panel];
  if (live?.canary && (await whyNot(live.canary.release)).length > 0) {
    const { release } = live.canary;
    await changeRegistry(dataDir, startNote('end canary', release), (current) => endCanary(current, panel));
    say(`The canary ${panel} ${release.version} has ended: ${(await whyNot(release)).join('; ')}.`);
  }
  const why = live ? await whyNot(live) : [];
  if (live && why.length > 0) return replaceMisfit(dataDir, { live, why, dist, say });
  if (dist !== undefined) await startOwn(dataDir, dist, registry, say);
}

/** Publishes a build of this checkout, unless what is live is a team's, or the build was rolled back. */
async function startOwn(dataDir: string, dist: string, registry: Registry, say: (line: string) => void): Promise<void> {
  const facts = await readFacts(dist);
  const { name: panel, version } = facts;
  const live = registry.panels[panel];
  if (live?.version === version) {
    if (await mendRelease(dataDir, dist, live))
      say(`${panel} ${version}: its published files were damaged and are whole again.`);
  } else if (live?.set_aside) {
    const release = await storeOwn(dataDir, dist);
    await changeRegistry(dataDir, startNote('publish', release), (current) => setAside(current, release));
  } else if (live && !isOfStart(live)) {
    say(
      `${panel} ${live.version} was published by a team and stays live; this checkout's ${version} is not published.`,
    );
  } else if (live && isTakenBack(registry, facts)) {
    say(`${panel} ${version} was rolled back; ${live.version} stays live.`);
  } else {
    const release = await storeOwn(dataDir, dist);
    await changeRegistry(dataDir, startNote('publish', release), (current) => publish(current, release));
  }
}

interface Misfit {
  live: PanelEntry;
  why: readonly string[];
  /** This checkout's build of the panel. */
  dist: string | undefined;
  say: (line: string) => void;
}

/** Puts this checkout's build, else the last release that fits, in the place of one that the shell does not fit. */
async function replaceMisfit(dataDir: string, { live, why, dist, say }: Misfit): Promise<void> {
  const { name: panel, version } = live;
  const release = dist === undefined ? (await livedReleases(dataDir, panel)).at(-1) : await storeOwn(dataDir, dist);
  const reason = `${panel} ${version} does not fit this shell: ${why.join('; ')}.`;
  if (!release) return say(`${reason} No other release of it does: pages do not show it.`);
  await changeRegistry(dataDir, startNote('publish', release), (current) =>
    isOfStart(live) && !live.set_aside ? publish(current, release) : setAside(current, release),
  );
  say(`${reason} ${release.version} is live in its place.`);
}

const storeOwn = async (dataDir: string, dist: string): Promise<Release> => ({
  ...(await storeRelease(dataDir, dist)),
  published_by: 'start',
});

const startNote = (action: string, { name: panel, version }: Release) => ({ action, panel, version, by: 'start' });

/**
 * Puts a release's files back where they are missing or not those that the registry names, if this build has the same.
 * @returns whether anything had to be done
 */
async function mendRelease(dataDir: string, dist: string, { name, version, integrity }: Release): Promise<boolean> {
  const target = versionDir(dataDir, name, version);
  const isWhole = (found: Record<string, string>) =>
    Object.entries(integrity).every(([file, hash]) => found[file] === hash);
  if (isWhole(await hashes(target).catch(() => ({})))) return false;
  if (!isWhole(await hashes(dist))) return false;
  const damaged = `${target}.${randomUUID()}.damaged`;
  if (await exists(target)) await rename(target, damaged);
  await copyWhole(dist, target);
  await rm(damaged, { recursive: true, force: true });
  return true;
}

async function demandSameBytes(facts: PanelFacts, built: Record<string, string>, stored: Record<string, string>) {
  const files = new Set([...Object.keys(built), ...Object.keys(stored)]);
  const different = [...files].filter((file) => built[file] !== stored[file]);
  if (different.length > 0) {
    throw new RegistryError(`${facts.name} ${facts.version} is published with other bytes: ${different.join(', ')}.`);
  }
}

/** A folder that is being written, or was found damaged, beside the versions: none itself. */
export const isUnfinished = (folder: string): boolean => /\.(?:partial|damaged)$/.test(folder);

/**
 * Copies under another name first, so that a version's folder is there in full or not at all.
 * @returns false when the folder is there by now, as when two backends start at once: it is left as it is
 */
export async function copyWhole(dist: string, target: string): Promise<boolean> {
  const partial = `${target}.${randomUUID()}.partial`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await cp(dist, partial, { recursive: true, filter: (source) => !KEPT_BACK.test(source.slice(dist.length + 1)) });
    await rename(partial, target);
    return true;
  } catch (error) {
    if (IS_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
