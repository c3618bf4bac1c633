import './zod-without-eval';
import { loadAuthState } from './auth/auth-state';
import { stageOf } from './config/main-site';
import { readPageConfig } from './config/page-config';
import type { PanelName } from '@inbox/panel/contract';
import { createPanelLoader } from './panels/loader';
import { OverrideBadge } from './panels/override-badge';
import { forgetOverrides, readOverrides, type PanelOverrides } from './panels/overrides';
import type { LoadPanel } from './panels/panel-store';
import { readRegistry } from './panels/registry';
import { panelQuery } from './provided';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');

const overrides = readOverrides({
  allowed: stageOf(location.hostname) !== 'production',
  location,
  storage: sessionStorage,
});
/** While all is served from source, panels come from their own dev servers. */
const devPanels = JSON.parse(process.env['INBOX_DEV_PANELS'] ?? '{}') as PanelOverrides;

/** The registry decides by the agent who gets which release, so it is read once somebody is signed in. */
async function makeLoader(): Promise<LoadPanel> {
  const { registry, manifests } = await readRegistry((error) => console.error('The registry cannot be read', error));
  return createPanelLoader({
    registry,
    manifests,
    agentId: String(loadAuthState()?.user.current_user_id ?? ''),
    pageUrl: location.href,
    overrides: { ...devPanels, ...overrides },
  });
}
let loader: Promise<LoadPanel> | undefined;

/** Panels that use `panelQuery`; the list and the conversation, which show first, do without. */
const queryPanels: readonly PanelName[] = ['customer-panel', 'quick-replies'];

function loadPanel(...[name, attempt]: Parameters<LoadPanel>): ReturnType<LoadPanel> {
  // On its way together with the panel that will ask for it, instead of after it, which reports when it cannot be had.
  if (queryPanels.includes(name)) panelQuery().catch(() => undefined);
  return (loader ??= makeLoader()).then((load) => load(name, attempt));
}

startShell({
  element,
  config: readPageConfig(document),
  loadPanel,
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
