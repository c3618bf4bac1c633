import './zod-without-eval';
import { loadAuthState } from './auth/auth-state';
import { readPageConfig } from './config/page-config';
import { describedPanels, type Catalog } from './panels/catalog';
import { withDeveloperPanels } from './panels/developer-panels';
import type { HealthLog } from './panels/health-log';
import { createPanelLoader } from './panels/loader';
import { OverrideBadge } from './panels/override-badge';
import { forgetOverrides, readOverrides, type PanelOverrides } from './panels/overrides';
import { createKnownRegistry, readRegistry } from './panels/registry';
import { panelQuery } from './provided';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');

const config = readPageConfig(document);
/** While all is served from source, panels come from their own dev servers. */
const devPanels = JSON.parse(process.env['INBOX_DEV_PANELS'] ?? '{}') as PanelOverrides;
const isFromSource = Object.keys(devPanels).length > 0;
const overrides = readOverrides({
  allowed: config.panelOverrides || isFromSource,
  location,
  storage: sessionStorage,
});

/** Shared modules that a panel may ask to have fetched with it, by import path. */
const sharedModules: Readonly<Record<string, () => Promise<unknown>>> = { '@inbox/panel/query': panelQuery };

/** The registry decides by the agent who gets which release, so it is read once somebody is signed in. */
async function loadCatalog(note: HealthLog['note']): Promise<Catalog> {
  const report = (error: unknown) => console.error('The registry cannot be read', error);
  const { registry, manifests } = await readRegistry(report);
  const agentId = String(loadAuthState()?.user.current_user_id ?? '');
  const developed = { ...devPanels, ...overrides };
  const published = describedPanels(registry, agentId, (error) => console.error(error));
  const hasDeveloped = Object.keys(developed).length > 0;
  const panels = hasDeveloped ? await withDeveloperPanels(published, developed) : published;
  const loader = createPanelLoader({
    registry: createKnownRegistry(registry, report),
    manifests,
    agentId,
    pageUrl: location.href,
    overrides: developed,
    note,
    onGivenUp: (error) => console.error('The stable build takes the place of a canary', error),
  });
  return {
    panels,
    builds: loader,
    load(name, attempt) {
      const wanted = panels.find((panel) => panel.name === name)?.description.modules ?? [];
      // On its way together with the panel that will ask for it, instead of after it, which reports when it fails.
      for (const module of wanted) sharedModules[module]?.().catch(() => undefined);
      return loader.load(name, attempt);
    },
  };
}

startShell({
  element,
  config,
  loadCatalog,
  notice: (
    <OverrideBadge
      overrides={overrides}
      onReset={() => {
        forgetOverrides(sessionStorage);
        location.assign(location.pathname);
      }}
    />
  ),
});
