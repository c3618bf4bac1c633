import type { Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { LOADED_WITHIN_MS } from '@inbox/shell/panels';
import { mainSiteFor } from './main-site';

/** What the page that serves the shell says to it. */
export interface ShellConfig {
  /** Without a trailing slash. */
  mainSite: string;
  /** Origin of the inbox backend, without a trailing slash; '' is the page's own. */
  apiBaseUrl: string;
  /** May `?panel=` bring a developer's own build into the page? Not unless the page says so. */
  panelOverrides: boolean;
  /** May the browser store what pages have shown? It may unless the page says no. */
  memory: boolean;
  /** May the browser have the inbox's service worker? It may not unless the page says so. */
  worker: boolean;
  /** Is this one of the pages that measure how fast they are? */
  vitals: boolean;
  /** Milliseconds that it waits for a panel's code; for what a panel shows first it waits twice as long. */
  panelTimeoutMs: number;
  /** Other origins that serve the panels' files. */
  panelOrigins: readonly string[];
  /** Of the page's security policy, for style elements. */
  nonce?: string;
}

/** An origin, a path on one, or a path of this page's own; no segment is empty, so `//elsewhere` is none of them. */
const address = z
  .string()
  .check(z.regex(/^(https?:\/\/[^\s/?#]+|(?=\/))(\/[^\s/?#]+)*$/, 'not an address without a trailing slash'));

const pageConfigSchema: Schema<{
  mainSite?: string | undefined;
  apiBaseUrl?: string | undefined;
  panelOverrides?: boolean | undefined;
  memory?: boolean | undefined;
  worker?: boolean | undefined;
  vitals?: boolean | undefined;
  panelTimeoutMs?: number | undefined;
  panelOrigins?: string[] | undefined;
}> = z.object({
  mainSite: z.optional(address),
  apiBaseUrl: z.optional(address),
  panelOverrides: z.optional(z.boolean()),
  memory: z.optional(z.boolean()),
  worker: z.optional(z.boolean()),
  vitals: z.optional(z.boolean()),
  panelTimeoutMs: z.optional(z.int().check(z.positive())),
  panelOrigins: z.optional(z.array(address)),
});

export const CONFIG_ELEMENT_ID = 'inbox-config';

/**
 * Reads `<script type="application/json" id="inbox-config">{"mainSite": "..."}</script>` of the served page; all of it is
 * optional. The element's nonce is the one for the shell's styles.
 *
 * @throws Error when the block is there and cannot be understood: better no page than one that talks to the wrong site.
 */
export function readPageConfig(page: Document): ShellConfig {
  const element = page.getElementById(CONFIG_ELEMENT_ID);
  const given = pageConfigSchema.parse(JSON.parse(element?.textContent.trim() || '{}'));
  return {
    mainSite: given.mainSite ?? mainSiteFor(page.location.hostname),
    apiBaseUrl: given.apiBaseUrl ?? '',
    panelOverrides: given.panelOverrides ?? false,
    memory: given.memory ?? true,
    worker: given.worker ?? false,
    vitals: given.vitals ?? false,
    panelTimeoutMs: given.panelTimeoutMs ?? LOADED_WITHIN_MS,
    panelOrigins: given.panelOrigins ?? [],
    ...(element?.nonce && { nonce: element.nonce }),
  };
}
