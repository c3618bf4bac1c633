import { ApiError, createApi, LIVE_PATH, type Api } from '@inbox/api';
import type { ListFilters, LiveEvent, TicketId } from '@inbox/domain';
import { connectBus, createBus, type BusFault, type Connection } from '@inbox/events';
import type { PanelName, PanelPorts } from '@inbox/panel/contract';
import { createAgentStatus, type AgentStatusKeeper } from './agent/agent-status';
import { signOut } from './agent/sign-out';
import type { AuthState } from './auth/auth-state';
import { createSession, type Session } from './auth/session';
import { createNotices, type Notices } from './banners/notices';
import { loginAddress, redirectAddress } from './config/main-site';
import type { ShellConfig } from './config/page-config';
import { createPlaces, type Places } from './layout/places';
import { createWidths, type Widths } from './layout/widths';
import { createFirstSight, firstPanelsOf } from './first-sight';
import { leaveFor, startAnew } from './leave';
import { systemClock } from './live/clock';
import { openWebSocket } from './live/line';
import { LiveChannel } from './live/live-channel';
import { EXPIRED_TOAST_MS, LOGIN_AFTER_MS } from './live/policy';
import { wakeWithPage } from './live/wake';
import { messages } from './messages';
import { createNotificationKeeper, type NotificationKeeper } from './notifications/choice';
import { notificationMessages } from './notifications/messages';
import { createPanelStore, type LoadPanel, type PanelStore } from './panels/panel-store';
import { createPorts } from './ports';
import { decodeFilters } from './routing/filter-address';
import { publishShell } from './publish';
import { createRefresher, type Refresher } from './refresh';
import { loadSettings } from './settings';
import type { PanelActions } from './shortcuts/commands';
import { createOverlay, loadOverlay, type Overlay } from './shortcuts/overlay';
import { followPanelActions } from './shortcuts/panel-actions';
import { createSingleKeys, type SingleKeys } from './shortcuts/single-keys';
import { createStore, type Store } from './store';
import { createThemeKeeper, type ThemeKeeper } from './theme/theme-choice';
import { loadToastLayer } from './toasts/load-layer';
import { createToasts, type Toasts } from './toasts/toasts';

/** Milliseconds that the list may take to load anew before the Refresh button gives up on it. */
const REFRESH_MS = 20_000;

/** Everything of the shell that is not drawn. */
export interface Shell {
  config: ShellConfig;
  session: Session;
  status: AgentStatusKeeper;
  connection: Store<Connection>;
  /** The ticket that the address names. */
  ticket: Store<TicketId | null>;
  /** The filters that the address names. */
  asked: Store<ListFilters | null>;
  theme: ThemeKeeper;
  places: Places;
  widths: Widths;
  panels: PanelStore;
  /** To be told when a panel shows what it loaded, or has failed. */
  onPanelSettled(name: PanelName): void;
  ports: PanelPorts;
  toasts: Toasts;
  notices: Notices;
  /** The command palette or the sheet of shortcuts, when it is open. */
  overlay: Overlay;
  singleKeys: SingleKeys;
  notifications: NotificationKeeper;
  /** What the panels can do now, for shortcuts and palette. */
  panelActions(): PanelActions;
  refresher: Refresher;
  /** Tries the live line at once. */
  reconnect(): void;
  /** Moves to another page of the inbox. The router puts itself here. */
  go: Store<(path: string) => void>;
  signOut(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface ShellParts {
  auth: AuthState;
  config: ShellConfig;
  loadPanel: LoadPanel;
}

/** Puts the shell's services together: this is the one place where they know of each other. */
export function createShell({ auth, config, loadPanel }: ShellParts): Shell {
  const bus = createBus(logFault);
  const client = connectBus(bus, 'host');
  const theme = createThemeKeeper();
  const places = createPlaces();
  const widths = createWidths();
  const connection = createStore<Connection>({ state: 'connecting' });
  const ticket = createStore<TicketId | null>(null);
  const asked = createStore(decodeFilters(location.search));
  const go = createStore<(path: string) => void>(leaveFor);
  const goToLogin = () => leaveFor(loginAddress(config.mainSite));
  const toasts = createToasts(() => loadToastLayer(theme.mode, config.nonce));

  const api: Api = createApi({ baseUrl: config.apiBaseUrl, getToken: () => session.getToken() });
  const status = createAgentStatus({
    tell: (agent_status) => api.setAgentStatus({ body: { agent_status } }),
    onFailed: () => toasts.show({ kind: 'error', text: messages.status.failed }),
  });
  const session = createSession({
    auth,
    askServer: () => api.agentStatus({}),
    forget: status.forget,
    goToLogin,
    reload: startAnew,
    onExpired() {
      live.stop();
      toasts.show({ kind: 'error', text: messages.sessionExpired, duration: EXPIRED_TOAST_MS });
      setTimeout(goToLogin, LOGIN_AFTER_MS);
    },
  });

  const firstPanels = firstPanelsOf(location.pathname);
  const sight = createFirstSight(firstPanels);
  const panels = createPanelStore(sight.inTurn(loadPanel), (error) => console.error(error));
  void panels.preload(firstPanels);
  const ended = new AbortController();
  const afterFirstSight = (ask: () => Promise<void>) =>
    void sight.seen.then(() => (ended.signal.aborted ? undefined : ask()));
  let panelsHaveAsked = false;

  const settings = client.own('settings');
  const notices = createNotices(() => api.paymentCheck(config.mainSite, { signal: ended.signal }));
  const refreshSettings = async () => {
    void notices.checkPayment();
    await loadSettings({
      fetch: (signal) => api.settings({}, { signal }),
      signal: ended.signal,
      onProfile: session.refreshUser,
      onSettings(now) {
        settings.set(now);
        notices.takeSettings(now);
      },
      onRedirect(redirectUrl) {
        const address = redirectAddress(config.mainSite, redirectUrl, location.origin);
        if (address !== null) leaveFor(address);
      },
    });
  };

  const liveListeners = new Set<(event: LiveEvent) => void>();
  const live = new LiveChannel({
    openLine: openWebSocket(liveAddress(config.apiBaseUrl), session.bareToken),
    clock: systemClock,
    onConnection: connection.set,
    onEvent(event) {
      client.emit(`live.${event.type}`, event);
      for (const hear of liveListeners) hear(event);
    },
    onSignal: (signal) => client.emit(`live.${signal.type}`, signal),
    onResync: (seq) => client.emit('live.resync', { seq }),
    onOpen(first) {
      toasts.dismissAll();
      // What happened between a panel's first answer and the beginning of the line went past it.
      if (first !== null && panelsHaveAsked) client.emit('live.resync', { seq: first });
      if (first === null) void refreshSettings();
      afterFirstSight(status.restore);
    },
    onRefetch: () => client.emit('refresh.requested', {}),
    onExpired: session.expire,
  });

  const refresher = createRefresher(async () => {
    if (connection.get().state === 'offline' && !navigator.onLine) {
      toasts.show({ kind: 'warning', text: messages.notConnected });
      throw new ApiError('offline', messages.notConnected);
    }
    live.wake();
    void refreshSettings();
    client.emit('refresh.requested', {});
    await client.send('list.refresh', {}, { timeoutMs: REFRESH_MS });
  });
  const ports = createPorts({
    config,
    session,
    bus,
    go: (path) => go.get()(path),
    onAsked: () => void (panelsHaveAsked = true),
  });

  const overlay = createOverlay(loadOverlay, () => toasts.show({ kind: 'error', text: messages.overlayFailed }));
  const notifications = createNotificationKeeper(() =>
    toasts.show({ kind: 'warning', text: notificationMessages.blocked }),
  );
  const actions = followPanelActions(client, () => toasts.show({ kind: 'warning', text: messages.notNow }));

  const shell = {
    config,
    session,
    status,
    connection,
    ticket,
    asked,
    theme,
    places,
    widths,
    panels,
    ports,
    toasts,
    notices,
    overlay,
    singleKeys: createSingleKeys(),
    notifications,
    panelActions: actions.now,
    go,
  };
  const ends: (() => void)[] = [];
  const whole: Shell = {
    ...shell,
    onPanelSettled: sight.settle,
    refresher,
    reconnect: () => live.wake(),
    signOut() {
      // The server ends the session's lines: that is no news to the page that asked for it.
      live.stop();
      return signOut(api, session);
    },
    start() {
      ends.push(
        publishShell(client, shell, live),
        wakeWithPage(live, systemClock),
        () => live.stop(),
        session.stop,
        status.stop,
        widths.stop,
      );
      live.start();
      afterFirstSight(refreshSettings);
      afterFirstSight(startLater);
      void panels.preload(['conversation', 'customer-panel', 'quick-replies']);
    },
    stop() {
      ended.abort();
      for (const end of ends) end();
    },
  };
  /** What nobody misses before there is something to see. */
  async function startLater(): Promise<void> {
    const [{ startShortcuts }, { startAlerts }] = await Promise.all([
      import('./shortcuts/start-shortcuts'),
      import('./notifications/start-alerts'),
    ]);
    if (ended.signal.aborted) return;
    const onLive = (hear: (event: LiveEvent) => void) => {
      liveListeners.add(hear);
      return () => void liveListeners.delete(hear);
    };
    ends.push(startShortcuts(whole), startAlerts(whole, client, api, onLive));
  }
  return whole;
}

/** That there was no network is no fault of whoever asked. */
function logFault({ who, topic, error }: BusFault): void {
  const log = error instanceof ApiError && error.kind === 'offline' ? console.warn : console.error;
  log(`${who} failed on ${topic}`, error);
}

function liveAddress(apiBaseUrl: string): string {
  const url = new URL(`${apiBaseUrl}${LIVE_PATH}`, location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
