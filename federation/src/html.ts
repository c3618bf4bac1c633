import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInFirstPaint } from '@inbox/panel/description';
import * as z from 'zod/mini';
import { servedRegistry, servedRelease, type Registry, type Release } from './registry';
import { versionDir } from './store';

/** The element that the shell reads the registry from. */
const INLINE_REGISTRY_ID = 'inbox-registry';

/** Stands for the origin that the page will have. */
const PAGE = 'http://page';

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

/** `<` cannot stand in a data block as it is: `</script>` inside a string would end it. */
const inertJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The shell's page with the registry in it, the manifests it names, and preload links for the scripts of the panels
 * that show first, so that they are on their way before the shell has run. Data blocks only: it needs no exception in a
 * Content-Security-Policy. Nothing in it depends on the agent, who is not known yet: canaries are fetched when chosen.
 *
 * A release whose files cannot be read is left to the shell, which says so by name; the page itself never fails.
 *
 * @param html the built index.html
 * @param ticketInAddress does the page's address name a ticket? It decides on the panels of the first paint
 * @param panelsUrl where the panels' files are served, if not by the inbox itself
 */
export async function renderHostHtml(
  html: string,
  registry: Registry,
  dataDir: string,
  ticketInAddress: boolean,
  panelsUrl?: string,
): Promise<string> {
  const releases = Object.values(registry.panels).filter((panel) => panel.enabled && panel.entry.startsWith('/'));
  const manifests: Record<string, unknown> = {};
  const links: string[] = [];
  for (const release of releases) {
    // What some agents may have is loaded when one of them opens it, with its manifest.
    if (release.description?.when?.permission !== undefined || release.first_share) continue;
    const manifest = await readManifest(dataDir, release).catch((error: unknown) => {
      console.error(`${release.name} ${release.version} cannot be read`, error);
      return null;
    });
    if (!manifest) continue;
    const { json, scripts } = manifest;
    const entry = new URL(servedRelease(release, panelsUrl).entry, PAGE);
    manifests[entry.origin === PAGE ? entry.pathname : entry.href] = json;
    if (!release.description || !isInFirstPaint(release.description, ticketInAddress)) continue;
    for (const script of scripts) {
      const url = new URL(script, entry);
      const href = url.origin === PAGE ? url.pathname : url.href;
      const integrity = release.integrity[script];
      if (!integrity) continue;
      links.push(
        `<link rel="preload" as="script" crossorigin="anonymous" href="${attribute(href)}" integrity="${attribute(integrity)}">`,
      );
    }
  }
  const data = `<script type="application/json" id="${INLINE_REGISTRY_ID}">${inertJson({ registry: servedRegistry(registry, panelsUrl), manifests })}</script>`;
  return html.replace('</head>', () => `${links.join('')}${data}</head>`);
}
