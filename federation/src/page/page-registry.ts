import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  servedRegistry,
  servedRelease,
  type PanelEntry,
  type Registry,
  type Release,
  type WrittenRegistry,
} from '../registry/registry';
import { versionDir } from '../registry/store';

/** Stands for the origin that the page will have. */
export const PAGE = 'http://page';

/** As much of a federation manifest as the shell's runtime and the preload links need. */
const Manifest = z.object({
  metaData: z.object({
    globalName: z.string(),
    buildInfo: z.object({ buildVersion: z.string() }),
    publicPath: z.string(),
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string() }),
  }),
  exposes: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      assets: z.object({
        js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }),
        css: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }),
      }),
    }),
  ),
});

interface InlineManifest {
  /** The manifest without its table of shared modules, which a browser has no use for. */
  json: unknown;
  /** Scripts without which the panel cannot show, in the order they are needed. */
  scripts: string[];
}

async function readManifest(dataDir: string, release: Release): Promise<InlineManifest> {
  const file = join(versionDir(dataDir, release.name, release.version), 'mf-manifest.json');
  const manifest = z.parse(Manifest, JSON.parse(await readFile(file, 'utf8')));
  return {
    json: { ...manifest, shared: [], remotes: [] },
    scripts: [manifest.metaData.remoteEntry.name, ...manifest.exposes.flatMap(({ assets }) => assets.js.sync)],
  };
}

/** A release that is there for everybody, with its manifest. */
export interface FirstRelease extends InlineManifest {
  release: PanelEntry;
  /** Address of its manifest; `PAGE` stands for the page's own origin. */
  entry: URL;
}

/**
 * The releases that pages bring along, so that no manifest is a request. What some agents may have is loaded when one of them
 * opens it, with its manifest; a release whose files cannot be read is left to the page, which says so by name.
 *
 * @param panelsUrl where the panels' files are served, if not by the inbox itself
 */
export async function firstReleases(registry: Registry, dataDir: string, panelsUrl?: string): Promise<FirstRelease[]> {
  const found: FirstRelease[] = [];
  for (const release of Object.values(registry.panels)) {
    if (!release.enabled || !release.entry.startsWith('/')) continue;
    if (release.description?.when?.permission !== undefined || release.first_share) continue;
    const manifest = await readManifest(dataDir, release).catch((error: unknown) => {
      console.error(`${release.name} ${release.version} cannot be read`, error);
      return null;
    });
    if (manifest) found.push({ release, ...manifest, entry: new URL(servedRelease(release, panelsUrl).entry, PAGE) });
  }
  return found;
}

/** The registry with the manifests of these releases: by path on the inbox's own origin, by address elsewhere. */
export function pageRegistry(
  registry: Registry,
  releases: readonly FirstRelease[],
  panelsUrl?: string,
): { registry: WrittenRegistry; manifests: Record<string, unknown> } {
  const manifests = releases.map(({ entry, json }) => [entry.origin === PAGE ? entry.pathname : entry.href, json]);
  return {
    registry: servedRegistry(registry, panelsUrl),
    manifests: Object.fromEntries(manifests) as Record<string, unknown>,
  };
}
