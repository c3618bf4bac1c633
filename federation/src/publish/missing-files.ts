import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Registry, Release } from '../registry/registry';

/**
 * Finds releases that agents have and whose files are not all there. Releases of panels that are switched off, and those
 * whose files are on another server, are left out.
 * @param dataDir the folder of the published panels
 * @returns the panel and version of each
 */
export async function releasesWithoutFiles(dataDir: string, { panels }: Registry): Promise<string[]> {
  const given = Object.values(panels)
    .filter(({ enabled }) => enabled)
    .flatMap((entry): Release[] => [entry, ...(entry.canary === undefined ? [] : [entry.canary.release])])
    .filter(({ entry }) => entry.startsWith('/panels/'));
  const missing = await Promise.all(
    given.map(async (release) => ((await hasFiles(dataDir, release)) ? [] : [release])),
  );
  return missing.flat().map(({ name, version }) => `${name} ${version}`);
}

async function hasFiles(dataDir: string, { entry, integrity }: Release): Promise<boolean> {
  const names = new Set(await readdir(join(dataDir, dirname(entry))).catch((): string[] => []));
  return [basename(entry), ...Object.keys(integrity)].every((name) => names.has(name));
}
