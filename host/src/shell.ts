import { ApiError, createApi, type Api } from '@inbox/api';
import type { InboxSettings, ListFilters, TicketId } from '@inbox/domain';
import { connectBus, createBus, faultId, type Connection } from '@inbox/events';
import type { PanelReport } from '@inbox/panel/contract';
import { createListeners, createStore, type ReadableStore, type Store } from '@inbox/panel/store';
import {
  EXPIRED_TOAST_MS,
  LiveChannel,
  LOGIN_AFTER_MS,
  liveAddress,
  liveMessages,
  openWebSocket,
  systemClock,
  wakeWithPage,
} from '@inbox/shell/live';
import {
  type Catalog,
  type CatalogPanel,
  catalogStore,
  createHealthLog,
  type HealthLog,
  logFault,
  logNewer,
  type PagePorts,
  type PanelStore,
} from '@inbox/shell/panels';
import { createAgentStatus, type AgentStatusKeeper } from './agent/agent-status';
import { createPendingLogouts, hasPendingLogouts, logoutCall } from './agent/pending-logouts';
import { signOut, type SignedOut } from './agent/sign-out';
import type { AuthState } from './auth/auth-state';
import { createSession, type Session } from './auth/session';
import { createNotices, type Notices } from './banners/notices';
import { loginAddress } from './config/main-site';
import type { ShellConfig } from './config/page-config';
import { createWidths, type Widths } from './layout/widths';
import { createConditionContext } from './slots/condition-context';
import { hasEncrypted } from './encryption/encrypted-mark';
import type { PutAway } from './encryption/put-away';
import { createFirstCall } from './first-call/first-call';
import { agentKey } from './first-call/early-request';
import { createFirstPaint, firstPanelsOf } from './start/first-paint';
import { createAskAndLeave, openEncrypted, putAway } from './sign-out/leaving';
import { leaveFor, reloadPage } from './sign-out/leave';
import { loadUntilThere } from './load-until-there';
import { messages } from './messages';
import { createNotificationKeeper, type NotificationKeeper } from './notifications/choice';
import { createPorts } from './bus/ports';
import { decodeFilters } from './routing/filter-address';
import { publishShell } from './bus/publish';
import { createRefresher, type Refresher } from './top-bar/refresh';
import { loadOverlay } from './layout/load-overlay';
import type { CommandDeps } from './shortcuts/commands';
import { reportFailedOverlays } from './shortcuts/failed-overlay';
import { createOverlay, type Overlay } from './shortcuts/overlay';
import { followPanelActions } from './shortcuts/panel-actions';
import { createSingleKeys } from './shortcuts/single-keys';
import type { SignOutWork } from './sign-out/sign-out-work';
import { followWindowSize } from './slots/breakpoint';
import { createSlots, type Slots } from './slots/slots';
import { createStoredAnswers } from './stored-answers/stored-answers';
import { forgetDevice, mayStore } from './stored-answers/may-store';
import { createThemeKeeper, type ThemeKeeper } from './config/theme-choice';
import { loadToastLayer } from './toasts/load-layer';
import { createToasts } from './toasts/toasts';

/** Milliseconds that the list may take to load anew before the Refresh button gives up on it. */
const REFRESH_MS = 20_000;

/** What some agents may have is loaded when one of them opens it, and by nobody else. */
const isForAll = ({ enabled, description }: CatalogPanel) => enabled && !description.when?.permission;

/** Everything of the shell that is not drawn; `page.tsx` hands each component what it uses of it. */
export interface Shell {
  config: ShellConfig;
  session: Session;
  status: AgentStatusKeeper;
  connection: ReadableStore<Connection>;
  /** The ticket that the address names. */
  ticket: Store<TicketId | null>;
  /** The filters that the address names. */
  filters: Store<ListFilters | null>;
  theme: ThemeKeeper;
  slots: Slots;
  widths: Widths;
  panels: PanelStore;
  /** A panel shows what it loaded, or has failed. */
  onPanelComplete(name: string): void;
  ports: PagePorts;
  notices: Notices;
  /** The command palette or the sheet of shortcuts, when it is open. */
  overlay: Overlay;
  notifications: NotificationKeeper;
  refresher: Refresher;
  /** Tries the live connection at once. */
  reconnect(): void;
  /** Moves to another page of the inbox. The router sets it. */
  go: Store<(path: string) => void>;
  /** Removes what this browser has stored of what was shown; it stores nothing more until somebody signs in. */
  forgetDevice(): void;
  /** Signs out, and asks before that about what would be left behind. */
  signOut(): void;
  /** Signs out without a question. */
  leave(): void;
  /** Set from the sign-out on. */
  signedOut: ReadableStore<SignedOut>;
  goToLogin(): void;
  start(): void;
  stop(): void;
}

export interface ShellOptions {
  auth: AuthState;
  config: ShellConfig;
  /** Reads which panels there are; never rejects. What they load is noted. */
  loadCatalog(note: HealthLog['note']): Promise<Catalog>;
}

/** Puts the shell's services together: this is the one place where they know of each other. */
export function createShell({ auth, config, loadCatalog }: ShellOptions): Shell {
  const bus = createBus(logFault);
  const client = connectBus(bus.join('host'));
  const theme = createThemeKeeper();
  const widths = createWidths();
  const connection = createStore<Connection>({ state: 'connecting' });
  const ticket = createStore<TicketId | null>(null);
  const filters = createStore(decodeFilters(location.search));
  /** Of the registry, as the server announces it. */
  const panelsRevision = createStore<number | null>(null);
  const go = createStore<(path: string) => void>(leaveFor);
  const goToLogin = () => leaveFor(loginAddress(config.mainSite));
  const toasts = createToasts((onAction) => loadToastLayer(theme.mode, config.nonce, onAction));

  const agent = auth.user.current_user_id;
  const api: Api = createApi({
    baseUrl: config.apiBaseUrl,
    getToken: () => session.getToken(),
    onNewer: logNewer,
  });
  const status = createAgentStatus({
    setOnServer: (agent_status) => api.setAgentStatus({ body: { agent_status } }),
    onFailed: () => toasts.show({ kind: 'error', text: messages.status.failed }),
  });
  const session = createSession({
    auth,
    askServer: () => api.agentStatus({}),
    forget() {
      status.forget();
      firstCall.forget();
      stored.forget();
    },
    goToLogin: () => void leaveUnasked(),
    reload: reloadPage,
    onExpired() {
      live.stop();
      toasts.showLast({ kind: 'error', text: messages.sessionExpired, duration: EXPIRED_TOAST_MS });
      void leaveUnasked(LOGIN_AFTER_MS);
    },
  });

  const firstCall = createFirstCall();
  // Of a device that is to forget, the next page asks for nothing by itself.
  if (!mayStore(auth.user)) firstCall.forget();
  const logouts = createPendingLogouts(logoutCall(config.apiBaseUrl));
  const signedOut = createStore<SignedOut>(null);
  const inboxSettings = createStore<InboxSettings | null>(null);
  const slots = createSlots(followWindowSize(), createConditionContext({ ticket, user: session.user, inboxSettings }));

  const health = createHealthLog();
  const catalog = loadCatalog(health.note);
  const firstPanels = catalog.then((found) => firstPanelsOf(found.panels, location.pathname));
  const firstPaint = createFirstPaint(firstPanels);
  // Panels read what they have stored as soon as they are there.
  const opened = hasEncrypted(agent) ? openEncrypted(api, agent) : null;
  const load = firstPaint.inTurn(async (name, attempt) => {
    await opened;
    return (await catalog).load(name, attempt);
  });
  const panels = catalogStore(catalog, load, { timeLimit: config.panelTimeoutMs });
  void catalog.then((found) => slots.place(found.panels));
  void firstPanels.then(panels.preload);
  const ended = new AbortController();
  const stored = createStoredAnswers({
    agent: agentKey(auth.user),
    isAllowed: () => config.memory && mayStore(auth.user),
    firstPaint: firstPaint.done,
  });
  const afterFirstPaint = (work: () => Promise<void>) =>
    void firstPaint.done.then(() => (ended.signal.aborted ? undefined : work()));
  let panelsHaveCalled = false;

  const settings = client.own('settings');
  const notices = createNotices();
  let settingsWanted = new AbortController();
  const refreshSettings = async () => {
    settingsWanted.abort();
    settingsWanted = new AbortController();
    const { signal } = settingsWanted;
    // Offline, the next connection fetches its code as well.
    const code = await import(/* webpackChunkName: "later" */ './config/settings').catch(() => null);
    await code?.loadSettings({
      fetch: () => api.settings({}, { signal }),
      checkPayment: () => api.paymentCheck(config.mainSite, { signal }),
      signal,
      onProfile: session.refreshUser,
      onSettings(now) {
        settings.set(now);
        inboxSettings.set(now);
        notices.takeSettings(now);
      },
      onPayment: notices.takePayment,
      onRedirect: leaveFor,
      config,
    });
  };

  const live = new LiveChannel({
    openConnection: openWebSocket(liveAddress(config.apiBaseUrl), session.bareToken),
    clock: systemClock,
    onConnection: connection.set,
    bus: client,
    onNewer: (newer) => logNewer(newer, 'The live connection'),
    onOpen(first) {
      toasts.dismissAll();
      // What happened between a panel's first answer and the opening of the connection has not reached the panel.
      if (first !== null && panelsHaveCalled) client.emit('live.resync', { seq: first });
      if (first === null) void refreshSettings();
      afterFirstPaint(status.restore);
    },
    onPanels: panelsRevision.set,
    onExpired: session.expire,
  });

  client.onEvent('live.settings.changed', () => void refreshSettings());

  const refresher = createRefresher(async () => {
    if (connection.get().state === 'offline' && !navigator.onLine) {
      toasts.show({ kind: 'warning', text: liveMessages.notConnected });
      throw new ApiError('offline', liveMessages.notConnected);
    }
    live.wake();
    void refreshSettings();
    client.emit('refresh.requested', {});
    await client.send('list.refresh', {}, { timeoutMs: REFRESH_MS });
  });
  const reports = createListeners<[PanelReport]>();
  const ports = createPorts({
    config,
    session,
    bus,
    transport: firstCall.transport,
    stored,
    go: (path) => go.get()(path),
    onRequest: () => void (panelsHaveCalled = true),
    onReport(entry) {
      reports.notify(entry);
      const { level, panel, version } = entry;
      if (level === 'error') health.note({ panel, version, kind: 'render_error' });
    },
  });

  const ends: (() => void)[] = [];
  function leave(how: PutAway = 'encrypt'): void {
    // The server closes the connections of the session: that is nothing new to the page that asked for it.
    live.stop();
    const onStop = (stop: () => void) => void ends.push(stop);
    void signOut({ session, logouts, signedOut, goToLogin, putAway: () => putAway(agent, how), onStop });
  }
  /** Nobody is asked: the session has ended. Goes to the login page after so many milliseconds at the earliest. */
  async function leaveUnasked(leastMs = 0): Promise<void> {
    const pause = new Promise((resolve) => setTimeout(resolve, leastMs));
    const [isReadable] = await Promise.all([putAway(agent, 'encrypt'), leastMs === 0 ? null : pause]);
    if (isReadable) signedOut.set('not-encrypted');
    else goToLogin();
  }
  const signOutWork = createStore<SignOutWork | null>(null);
  const askAndLeave = createAskAndLeave({
    ...{ api, agent, bus: client, leave },
    panels: () => slots.panels.get() ?? [],
    isOffline: () => connection.get().state === 'offline' || !navigator.onLine,
    ask(work) {
      signOutWork.set(work);
      void overlay.show('sign-out');
    },
  });

  const singleKeys = createSingleKeys();
  const notifications = createNotificationKeeper(() =>
    toasts.show({ kind: 'warning', text: messages.notificationsBlocked }),
  );
  const panelActions = followPanelActions(client, slots.panels, (error) =>
    toasts.show({ kind: 'warning', text: messages.notNow, cause: { id: faultId(error), by: 'host' } }),
  );
  const overlay: Overlay = createOverlay(
    (name) =>
      loadOverlay(name, { singleKeys, panels: slots.all, commands: commandDeps, api, signOutWork: signOutWork.get }),
    reportFailedOverlays(toasts, (name) => void overlay.show(name)),
  );
  const commandDeps: CommandDeps = {
    panelActions,
    slots,
    overlay,
    navigate: ports.navigate,
    ticket,
    status,
    theme,
    refresh: () => void refresher.press(),
    dismissToasts: toasts.dismissAll,
    signOut: askAndLeave,
  };

  async function startLater(): Promise<void> {
    const code = await loadUntilThere(() => import(/* webpackChunkName: "later" */ './start-later'), ended.signal);
    if (code === null || ended.signal.aborted) return;
    ends.push(
      code.startLater({
        ...{
          api,
          bus: client,
          toasts,
          singleKeys,
          catalog,
          panels,
          health,
          isSampled: config.vitals,
          worker: config.worker,
          notifications,
          session,
          ports,
          ticket,
          firstCall,
          agent: agentKey(auth.user),
        },
        inspected: { bus, panels, slots, theme, nonce: config.nonce, onReport: reports.subscribe },
        connection,
        commands: commandDeps,
        announced: panelsRevision,
      }),
    );
  }

  return {
    config,
    session,
    status,
    connection,
    ticket,
    filters,
    theme,
    slots,
    widths,
    panels,
    onPanelComplete: firstPaint.complete,
    ports,
    notices,
    overlay,
    notifications,
    refresher,
    reconnect: () => live.wake(),
    go,
    forgetDevice() {
      forgetDevice();
      firstCall.forget();
      stored.forget();
      dispatchEvent(new Event('inbox-forget'));
      toasts.show({ kind: 'success', text: messages.forgotten });
    },
    signOut: askAndLeave,
    leave: () => leave(),
    signedOut,
    goToLogin,
    start() {
      ends.push(
        publishShell(client, { session, connection, status, slots, ticket, filters, toasts, live }),
        wakeWithPage(live, systemClock),
        () => live.stop(),
        session.stop,
        status.stop,
        widths.stop,
      );
      live.start();
      afterFirstPaint(refreshSettings);
      afterFirstPaint(startLater);
      if (hasPendingLogouts()) ends.push(logouts.start());
      // Each waits for its turn after the first paint, and is there when the agent opens it.
      void catalog.then((found) => panels.preload(found.panels.filter(isForAll).map(({ name }) => name)));
    },
    stop() {
      ended.abort();
      settingsWanted.abort();
      for (const end of ends) end();
    },
  };
}
