import '@inbox/shell/zod-without-eval';
import {
  type Catalog,
  createKnownRegistry,
  createPanelLoader,
  describedPanels,
  type HealthLog,
  readRegistry,
  withOwn,
} from '@inbox/shell/panels';
import { lazy, Suspense } from 'react';
import { loadAuthState } from './auth/auth-state';
import { readPageConfig } from './config/page-config';
import { ASKED_KEY, requestedPanels } from './panels/requested-panels';
import { panelQuery } from './start/provided';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no #root.');

const config = readPageConfig(document);
/** While all is served from source, panels come from their own dev servers. */
const devPanels = JSON.parse(process.env['INBOX_DEV_PANELS'] ?? '{}') as Readonly<Record<string, string>>;
const isFromSource = Object.keys(devPanels).length > 0;

const asked = requestedPanels(location, sessionStorage);

/** Only a page that shows something else than the registry has loads what that takes. */
const ownBuilds =
  isFromSource || asked !== ''
    ? import('./panels/own-builds-page').then(({ createOwnBuilds }) =>
        createOwnBuilds(asked, {
          allowed: config.panelOverrides || isFromSource,
          apiBaseUrl: config.apiBaseUrl,
          storedAs: ASKED_KEY,
        }),
      )
    : null;

/** Shared modules that a panel may ask to have fetched with it, by import path. */
const sharedModules: Readonly<Record<string, () => Promise<unknown>>> = { '@inbox/panel/query': panelQuery };

/** The registry decides by the agent who gets which release, so it is read once somebody is signed in. */
async function loadCatalog(note: HealthLog['note']): Promise<Catalog> {
  const report = (error: unknown) => console.error('The registry cannot be read', error);
  const { registry, manifests } = await readRegistry(report);
  const auth = loadAuthState();
  const agentId = String(auth?.user.current_user_id ?? '');
  const own = await ownBuilds;
  const found = await own?.find(auth?.token ?? '');
  const origins = { ...devPanels, ...found?.origins };
  const releases = found?.releases ?? {};
  const published = describedPanels(registry, agentId, (error) => console.error(error));
  const panels = own ? withOwn(published, await own.describe({ origins, releases })) : published;
  const loader = createPanelLoader({
    registry: createKnownRegistry(registry, report),
    manifests,
    agentId,
    runtime: 'inbox_host',
    pageUrl: location.href,
    allowedOrigins: config.panelOrigins,
    timeLimit: config.panelTimeoutMs,
    overrides: origins,
    previews: releases,
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

const Badge = ownBuilds && lazy(async () => ({ default: (await ownBuilds).Badge }));

startShell({
  element,
  config,
  loadCatalog,
  notice: Badge && (
    <Suspense fallback={null}>
      <Badge />
    </Suspense>
  ),
});
