import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PANEL_FACTS_FILE, PanelFacts } from '../facts/panel-facts';
import { RegistryError, type Release } from '../registry/registry';

export const MANIFEST = 'mf-manifest.json';
/** What a browser runs or reads, and therefore has a hash. */
const HASHED = (file: string) => file.endsWith('.js') || file === MANIFEST;

const Scripts = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });
const Manifest = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(z.object({ assets: z.object({ js: Scripts }) })),
});

/** The hash of every file of a folder that has one, by its name. */
export async function hashes(dir: string): Promise<Record<string, string>> {
  const files = (await readdir(dir)).filter(HASHED).sort();
  const pairs = files.map(async (file) => {
    const digest = createHash('sha384').update(await readFile(join(dir, file)));
    return [file, `sha384-${digest.digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

/** The scripts of a build that show the panel, without those that it loads later. */
export async function firstScripts(dir: string): Promise<string[]> {
  const { metaData, exposes } = await readManifest(dir);
  return [metaData.remoteEntry.name, ...exposes.flatMap(({ assets }) => assets.js.sync)];
}

async function readManifest(dir: string) {
  return z.parse(Manifest, JSON.parse(await readFile(join(dir, MANIFEST), 'utf8')));
}

/**
 * Reads what is published as a page will: every file has the hash that the registry names, the manifest names scripts that
 * are there, and the build is the one that it says it is.
 *
 * @throws RegistryError that names what is wrong
 */
export async function readBack(dir: string, { name, version, integrity }: Release): Promise<void> {
  const wrong = (why: string) =>
    new RegistryError(
      `${name} ${version} is refused: what was published cannot be read back, ${why}. Publish it again.`,
    );
  const found = await hashes(dir).catch((): Record<string, string> => ({}));
  const altered = Object.keys({ ...integrity, ...found }).filter((file) => found[file] !== integrity[file]);
  if (altered.length > 0) throw wrong(`other bytes in ${altered.join(', ')}`);
  const manifest = await readManifest(dir).catch(() => {
    throw wrong(`${MANIFEST} is no manifest`);
  });
  const named = [
    manifest.metaData.remoteEntry.name,
    ...manifest.exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.js.async]),
  ];
  const missing = named.filter((script) => !found[script]);
  if (manifest.exposes.length === 0) throw wrong(`${MANIFEST} exposes nothing`);
  if (missing.length > 0) throw wrong(`${MANIFEST} names ${missing.join(', ')}, which is not there`);
  const facts = z.safeParse(PanelFacts, JSON.parse(await readFile(join(dir, PANEL_FACTS_FILE), 'utf8'))).data;
  if (facts?.name !== name || facts.version !== version) throw wrong(`${PANEL_FACTS_FILE} is that of another build`);
}
