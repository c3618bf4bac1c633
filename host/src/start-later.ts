import type { Api } from '@inbox/api';
import type { BusClient } from '@inbox/events';
import type { PanelPorts } from '@inbox/panel/contract';
import type { ReadableStore } from '@inbox/panel/store';
import { type Catalog, followRevisions, type HealthLog, type PanelStore } from '@inbox/shell/panels';
import type { Session } from './auth/session';
import { keepEncrypted } from './encryption/keep-encrypted';
import type { FirstCall } from './first-call/first-call';
import { keepFirstCalls } from './first-call/keep-first-calls';
import { createInspector } from './inspector/inspector';
import type { InspectorDeps } from './inspector/open-inspector';
import { reloadPage } from './sign-out/leave';
import { startAlerts } from './notifications/start-alerts';
import { createReloadOffer } from './panels/offer-reload';
import { reportRunningReleases } from './panels/running';
import { commandsNow, refusalOf, type CommandDeps } from './shortcuts/commands';
import type { SingleKeys } from './shortcuts/single-keys';
import { startShortcuts } from './shortcuts/start-shortcuts';
import { startPageWorker } from './service-worker/page-worker';
import { dropErased } from './stored-answers/drop-erased';
import { mayStore } from './stored-answers/may-store';
import type { Toasts } from './toasts/toasts';

interface StartLaterDeps extends Omit<Parameters<typeof startAlerts>[0], 'show' | 'navigate' | 'user'> {
  session: Pick<Session, 'user' | 'bareToken'>;
  ports: Pick<PanelPorts, 'navigate'>;
  api: Api;
  bus: BusClient;
  toasts: Toasts;
  commands: CommandDeps;
  singleKeys: SingleKeys;
  catalog: Promise<Catalog>;
  panels: PanelStore;
  /** Revision of the registry, as the server announces it. */
  announced: ReadableStore<number | null>;
  health: HealthLog;
  /** Does this page measure how fast it is? */
  isSampled: boolean;
  /** May browsers have the service worker? */
  worker: boolean;
  firstCall: FirstCall;
  /** As `agentKey` has it. */
  agent: string;
  /** What the inspector shows. */
  inspected: Omit<InspectorDeps, 'health' | 'onClose'>;
}

/**
 * What nobody misses before there is something to see.
 * @returns stops it
 */
export function startLater(deps: StartLaterDeps): () => void {
  const { api, bus, toasts, commands, singleKeys, catalog, panels, announced, health, connection, session, ports } =
    deps;
  const offer = createReloadOffer({ bus, toasts, reload: reloadPage });
  const builds = catalog.then((found) => found.builds);
  const inspector = createInspector({
    ...deps.inspected,
    health,
    onFailed: (text) => toasts.show({ kind: 'error', text }),
  });
  commands.inspector = inspector;
  const { hostVersion } = document.documentElement.dataset;
  let isStopped = false;
  const ends = [
    startShortcuts({
      ...{ overlay: commands.overlay, singleKeysOn: singleKeys.on, inspector },
      commands: () => commandsNow(commands),
      refusalOf: (key) => refusalOf(commands, key),
      onRefused: (text) => toasts.show({ kind: 'info', text }),
    }),
    inspector.stop,
    startAlerts({ ...deps, navigate: ports.navigate, user: session.user, show: toasts.show }),
    followRevisions({ announced, builds, panels, onOthers: offer.wanted }),
    offer.stop,
    keepFirstCalls(session.user.get, deps.firstCall),
    reportRunningReleases({
      ...{ catalog, panels, connection, bus },
      hostVersion,
    }),
    startPageWorker({
      isAllowed: () => deps.worker && mayStore(session.user.get()),
      agentId: String(session.user.get().current_user_id),
      hostVersion,
      onRevision: announced.subscribe,
    }),
    dropErased({ agent: deps.agent, connection, bus }),
    keepEncrypted({ api, agent: session.user.get().current_user_id, connection, toasts, reload: reloadPage }),
    () => void (isStopped = true),
  ];
  // It measures, which nothing waits for.
  void import(/* webpackChunkName: "later" */ '@inbox/shell/health').then(
    ({ startHealth }) =>
      isStopped
        ? undefined
        : ends.push(
            startHealth(health, api, {
              canSend: () => session.bareToken() !== '' && connection.get().state === 'live',
              isSampled: deps.isSampled,
            }),
          ),
    (error: unknown) => console.warn('The health of the panels is not reported', error),
  );
  return () => {
    for (const end of ends) end();
  };
}
