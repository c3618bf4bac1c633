import { isInFirstPaint } from '@inbox/panel/description';
import { firstReleases, PAGE, pageRegistry } from './page-registry';
import type { Registry } from '../registry/registry';

/** The element that the shell reads the registry from. */
const INLINE_REGISTRY_ID = 'inbox-registry';

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
  const releases = await firstReleases(registry, dataDir, panelsUrl);
  const links: string[] = [];
  for (const { release, entry, scripts } of releases) {
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
  const data = `<script type="application/json" id="${INLINE_REGISTRY_ID}">${inertJson(pageRegistry(registry, releases, panelsUrl))}</script>`;
  return html.replace('</head>', () => `${links.join('')}${data}</head>`);
}
