import '@inbox/shell/provided';
import {
  catalogStore,
  createHealthLog,
  createKnownRegistry,
  createPanelLoader,
  describedPanels,
  fetchPageRegistry,
  type Catalog,
  type CatalogPanel,
  type HealthLog,
  type KnownRegistry,
  type OtherBuilds,
  type PanelStore,
} from '@inbox/shell/panels';
import type { ShellDeps } from '../page/contract';
import { containerName, type PanelEntry } from '@inbox/shell/registry';
import { hide } from '../page/hide';

/** Panels hand themselves over, and their lazy parts, by names in the global scope: hides those of one panel. */
function hideGlobals(name: string, entry: PanelEntry | undefined): void {
  const releases = entry ? [entry, ...(entry.canary ? [entry.canary.release] : [])] : [];
  const container = containerName(name);
  const hashes = releases.map(({ version }) => version.split('-').at(-1) ?? '');
  hide(container, ...hashes.map((hash) => `chunks_${container}_${hash}`));
}

/** The panels of this page, whoever looks at them: one registry and one loader. */
export interface PagePanels {
  registry: KnownRegistry;
  store: PanelStore;
  panels: readonly CatalogPanel[];
  builds: OtherBuilds;
  health: HealthLog;
}

/** The name under which the preset builds the shell. */
export const BUILT_AS = 'inbox_embed';

/** A module that panels have fetched with them. */
const sharedModules: Readonly<Record<string, () => Promise<unknown>>> = {
  '@inbox/panel/query': () => import('@inbox/panel/query'),
};

interface PagePanelsDeps extends ShellDeps {
  /** Of the first person in the page: it decides on canaries. */
  agentId: string;
  panelOrigins: readonly string[];
}

/** @throws when the registry cannot be had */
export async function readPagePanels({ inboxUrl, trust, agentId, panelOrigins }: PagePanelsDeps): Promise<PagePanels> {
  const report = (error: unknown) => console.error(error);
  const { registry: served, manifests, panelTimeoutMs: timeLimit } = await fetchPageRegistry(inboxUrl, report);
  const registry = createKnownRegistry(served, report, inboxUrl);
  const panels = describedPanels(registry.current(), agentId, report);
  for (const { name } of panels) hideGlobals(name, registry.current().panels[name]);
  const health = createHealthLog();
  const loader = createPanelLoader({
    registry,
    agentId,
    manifests,
    runtime: BUILT_AS,
    pageUrl: inboxUrl,
    allowedOrigins: panelOrigins,
    timeLimit,
    trustedAddress: trust.script,
    note: health.note,
    onGivenUp: (error) => console.error('The stable build takes the place of a canary', error),
  });
  const catalog = Promise.resolve<Catalog>({
    panels,
    builds: loader,
    load(name, attempt) {
      const wanted = panels.find((panel) => panel.name === name)?.description.modules ?? [];
      for (const module of wanted) sharedModules[module]?.().catch(() => undefined);
      return loader.load(name, attempt);
    },
  });
  const load = async (name: string, attempt: number) => (await catalog).load(name, attempt);
  return { registry, store: catalogStore(catalog, load, { timeLimit }), panels, builds: loader, health };
}
