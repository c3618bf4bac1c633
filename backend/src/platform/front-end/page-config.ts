import { createHash } from 'node:crypto';

/** The block of the built page that the shell reads its configuration from. */
const CONFIG_BLOCK = /<script type="application\/json" id="inbox-config">[^<]*<\/script>/;

/** The stand-in that this server brings along. */
const STAND_IN = '/main-site';

/** Names that only one's own machine or network knows: there is no main site for them. */
const OWN_MACHINE = /^(?:localhost|[^.]+|[\d.]+|\[.*\]|.*\.(?:localhost|local|internal|test))$/i;

/**
 * Where agents sign in: as set; on a machine of one's own the stand-in; null leaves it to the shell, which chooses by
 * hostname (spec section 2).
 */
export function mainSiteFor(set: string | undefined, hostname: string): string | null {
  if (set !== undefined) return set.replace(/\/+$/, '');
  return OWN_MACHINE.test(hostname) ? STAND_IN : null;
}

/** What a page is told, by the host name that it was asked for at. */
export interface PageConfig {
  mainSite: string | null;
  /** May `?panel=` bring a developer's own build into it? */
  panelOverrides: boolean;
  /** May the browser store what pages have shown? */
  memory: boolean;
  /** May the browser have the service worker? */
  worker: boolean;
  /** Does this page measure how fast it is? */
  vitals: boolean;
  /** Milliseconds that it waits for a panel's code. */
  panelTimeoutMs: number;
  /** The other origin that serves the panels' files, if one does. */
  panelOrigin: string | undefined;
}

/** The page with its configuration, and with the nonce that its styles carry. */
export function configBlock(
  html: string,
  { mainSite, panelOverrides, memory, worker, vitals, panelTimeoutMs, panelOrigin }: PageConfig,
  nonce: string,
): string {
  if (!CONFIG_BLOCK.test(html)) throw new Error('The built page has no configuration block.');
  const told = {
    ...(mainSite !== null && { mainSite }),
    panelOverrides,
    ...(!memory && { memory }),
    ...(worker && { worker }),
    ...(vitals && { vitals }),
    panelTimeoutMs,
    ...(panelOrigin !== undefined && { panelOrigins: [panelOrigin] }),
  };
  const config = JSON.stringify(told).replaceAll('<', '\\u003c');
  return html.replace(
    CONFIG_BLOCK,
    () => `<script type="application/json" id="inbox-config" nonce="${nonce}">${config}</script>`,
  );
}

/** Names of the very machine that the browser runs on. */
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])$/i;

/** On the developer's own machine, and at the host names that the setting lists; a name that nobody knows is none of them. */
export const mayOverridePanels = (listed: readonly string[], hostname: string): boolean =>
  THIS_MACHINE.test(hostname) || listed.includes(hostname.toLowerCase());

/**
 * What the shell's page may load and do. Where a developer's own build may come into it also a panel from a dev server on
 * the machine of the browser, with the socket that tells of its rebuilds.
 *
 * @param ownScripts the texts of scripts that stand in the page itself
 */
export function pagePolicy(
  nonce: string,
  { mainSite, panelOverrides, panelOrigin }: PageConfig,
  ownScripts: readonly string[] = [],
): string {
  const main =
    mainSite === null ? "'self' https:" : mainSite.startsWith('/') ? "'self'" : `'self' ${originOf(mainSite)}`;
  const files = panelOrigin === undefined ? '' : ` ${panelOrigin}`;
  const hashes = ownScripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('');
  const script = `'self'${hashes}${files}${panelOverrides ? ' http://localhost:*' : ''}`;
  const connect = `${main}${files}${panelOverrides ? ' http://localhost:* ws://localhost:*' : ''}`;
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Customers' mail is laid out by style attributes; they carry no script, and load nothing but the images below.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self'${files} data: blob:`,
    `media-src 'self'${files} blob:`,
    `font-src 'self'${files} data:`,
    `connect-src ${connect}`,
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The texts of the scripts that stand in a built page; blocks of data are none. */
export const ownScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text);

/** The version that the built page names; none of one that was built before it said so. */
export const hostVersionOf = (html: string): string => /\sdata-host-version="([^"]+)"/.exec(html)?.[1] ?? 'none';

/** Of an address that begins with its scheme. */
export const originOf = (address: string): string => new URL(address).origin;
