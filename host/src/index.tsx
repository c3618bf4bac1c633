import './zod-without-eval';
import { loadAuthState } from './auth/auth-state';
import { readPageConfig } from './config/page-config';
import { createPanelLoader } from './panels/loader';
import type { LoadPanel } from './panels/panel-store';
import { readRegistry } from './panels/registry';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');

/** The registry decides by the agent who gets which release, so it is read once somebody is signed in. */
let loader: Promise<LoadPanel> | undefined;
async function makeLoader(): Promise<LoadPanel> {
  const { registry, manifests } = await readRegistry((error) => console.error('The registry cannot be read', error));
  const agentId = String(loadAuthState()?.user.current_user_id ?? '');
  return createPanelLoader({ registry, manifests, agentId, pageUrl: location.href });
}

startShell({
  element,
  config: readPageConfig(document),
  loadPanel: async (name, attempt) => (await (loader ??= makeLoader()))(name, attempt),
});
