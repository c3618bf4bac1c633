import * as z from 'zod/mini';
import { chooseRelease, parseRegistry, type Registry } from '@inbox/federation/registry';

/** What the inbox's page says of the release that it is made from. */
export interface PageFacts {
  hostVersion: string;
  /** Name of the list of the shell's files. */
  list: string;
  registry: Registry;
  /** Addresses that the page itself begins with, absolute: without one of them it is not worth storing. */
  needed: readonly string[];
}

const HOST_VERSION = /<html\b[^>]*?\sdata-host-version="([^"]+)"/;
const LIST = /<html\b[^>]*?\sdata-host-files="(files\.[\da-f]{10}\.json)"/;
const REGISTRY = /<script type="application\/json" id="inbox-registry">([^<]*)<\/script>/;
const SCRIPTS = /<(?:script|link rel="preload")\s[^>]*?\b(?:src|href)="([^"]+)"/g;

const InlineRegistry = z.object({ registry: z.unknown() });

/** Null for what is no page of the inbox, such as that of a proxy. @param pageUrl its address, absolute */
export function readPage(html: string, pageUrl: string): PageFacts | null {
  const [hostVersion, list, data] = [HOST_VERSION, LIST, REGISTRY].map((pattern) => pattern.exec(html)?.[1]);
  if (hostVersion === undefined || list === undefined || data === undefined) return null;
  try {
    const { registry } = z.parse(InlineRegistry, JSON.parse(data));
    const needed = [...html.matchAll(SCRIPTS)].map(([, address = '']) => new URL(address, pageUrl).href);
    return { hostVersion, list, registry: parseRegistry(registry, () => undefined), needed };
  } catch {
    return null;
  }
}

/** Hashes of files by absolute address. */
export type Hashes = Readonly<Record<string, string>>;

/** The list of the shell's files, by name. @throws when it is none */
export const readList = (text: string): Hashes => z.parse(z.record(z.string(), z.string()), JSON.parse(text));

/**
 * What a page of this release may need, in the order of need: what it begins with, then the shell, then the panels that this agent
 * has.
 *
 * @param shell hashes of the shell's files by name
 * @param agentId decides on canaries
 */
export function wantedFiles({ registry, needed }: PageFacts, shell: Hashes, agentId: string, pageUrl: string): Hashes {
  const all = new Map(Object.entries(shell).map(([name, hash]) => [new URL(`/${name}`, pageUrl).href, hash]));
  for (const panel of Object.values(registry.panels)) {
    const release = panel.enabled ? chooseRelease(panel, agentId) : null;
    if (!release) continue;
    const entry = new URL(release.entry, pageUrl);
    for (const [file, hash] of Object.entries(release.integrity)) all.set(new URL(file, entry).href, hash);
  }
  const isFirst = (address: string) => needed.includes(address);
  const entries = [...all];
  return Object.fromEntries([
    ...entries.filter(([address]) => isFirst(address)),
    ...entries.filter(([address]) => !isFirst(address)),
  ]);
}
