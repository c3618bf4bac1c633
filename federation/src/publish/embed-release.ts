import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { VersionText } from '../facts/panel-facts';
import { copyWhole, isUnfinished } from './publish';
import { hashes } from './read-back';
import { embedDirs } from '../registry/store';

/** What the build of `embed.js` says of itself. */
const EMBED_FACTS = 'embed.json';
const EmbedFacts = z.object({ version: VersionText });

/** The script that embedding pages have. */
export const EMBED_SCRIPT = 'embed.js';

/** One version of `embed.js`, with the files that it loads. */
export interface EmbedRelease {
  version: string;
  /** Its folder. */
  dir: string;
  /** `sha384-…` of every script, by its name. */
  integrity: ReadonlyMap<string, string>;
}

/**
 * Stores what was built beside the older versions, which pages name with their hash and have for ever.
 *
 * @param dist the built package
 * @returns it; null when it is not built
 */
export async function recordEmbed(dataDir: string, dist: string): Promise<EmbedRelease | null> {
  const text = await readFile(join(dist, EMBED_FACTS), 'utf8').catch(() => null);
  if (text === null) return null;
  const { version } = z.parse(EmbedFacts, JSON.parse(text));
  const dir = join(embedDirs(dataDir), version);
  if (!(await stat(dir).catch(() => null))) await copyWhole(dist, dir);
  return { version, dir, integrity: new Map(Object.entries(await hashes(dir))) };
}

/** Every version that was ever stored here, by name. */
export async function readEmbedReleases(dataDir: string): Promise<EmbedRelease[]> {
  const names = await readdir(embedDirs(dataDir)).catch((): string[] => []);
  const versions = names.filter((name) => !isUnfinished(name) && z.safeParse(VersionText, name).success).sort();
  return Promise.all(
    versions.map(async (version) => {
      const dir = join(embedDirs(dataDir), version);
      return { version, dir, integrity: new Map(Object.entries(await hashes(dir))) };
    }),
  );
}
