import type { Transport } from '@inbox/api';
import type { Bus } from '@inbox/events';
import type { NavigationIntent, PanelPorts, PanelReport, StoredAnswers } from '@inbox/panel/contract';
import type { SlotName } from '@inbox/panel/description';

/** As whom a panel acts: by its published description, whatever its code says. */
export interface PanelIdentity {
  name: string;
  version: string;
  slot: SlotName;
  consumes: readonly string[];
  produces: readonly string[];
}

/** What the page does for panels. */
export interface PagePorts {
  navigate(intent: NavigationIntent): void;
  report(entry: PanelReport): void;
  /** The ports of one mounted panel: frozen, and its own down to each function. */
  of(panel: PanelIdentity): PanelPorts;
}

interface PagePortsDeps {
  auth: PanelPorts['auth'];
  /** Origin of the inbox, without a trailing slash; '' is the page's own. */
  apiBaseUrl: string;
  /** How panels' calls are carried; over HTTP when left out. */
  transport?: Transport;
  bus: Bus;
  /** See `PanelPorts`. */
  storageArea?: string;
  /** See `PanelPorts`. */
  stored?: StoredAnswers;
  /** See `PanelPorts`. */
  trustedFrame?: (markup: string) => string;
  navigate(intent: NavigationIntent): void;
  addressOf(intent: NavigationIntent): string;
  /** A panel is about to call the server. */
  onRequest(): void;
  /** A panel, or the page of one, has reported something. */
  onReport(entry: PanelReport): void;
}

/** Makes what a page does for panels out of the page's services. */
export function createPagePorts(deps: PagePortsDeps): PagePorts {
  const {
    auth,
    apiBaseUrl,
    transport,
    bus,
    storageArea,
    stored,
    trustedFrame,
    navigate,
    addressOf,
    onRequest,
    onReport,
  } = deps;
  const report = (entry: PanelReport): void => {
    logReport(entry);
    onReport(entry);
  };
  return {
    navigate,
    report,
    of({ name, version, ...declared }) {
      const getToken: PanelPorts['auth']['getToken'] = (options) => {
        onRequest();
        return auth.getToken(options);
      };
      return Object.freeze<PanelPorts>({
        auth: Object.freeze({ getToken, onSignedOut: (listener: () => void) => auth.onSignedOut(listener) }),
        api: Object.freeze({ baseUrl: apiBaseUrl, ...(transport && { transport }) }),
        bus: bus.join(name, declared),
        navigate: (intent) => navigate(intent),
        addressOf: (intent) => addressOf(intent),
        report: (entry) => report({ ...entry, panel: name, version }),
        ...(storageArea !== undefined && { storageArea }),
        ...(stored && { stored: ownStore(stored) }),
        ...(trustedFrame && { trustedFrame: (markup: string) => trustedFrame(markup) }),
      });
    },
  };
}

/** Of the page's one store a panel has functions of its own. */
const ownStore = (stored: StoredAnswers): StoredAnswers =>
  Object.freeze<StoredAnswers>({
    read: (key) => stored.read(key),
    write: (key, make) => stored.write(key, make),
    find: (...asked) => stored.find?.(...asked) ?? Promise.resolve([]),
  });

/** The console keeps what went wrong; what went as it should only hides that. */
function logReport({ level, panel, version, message, detail }: PanelReport): void {
  if (level === 'info') return;
  const log = level === 'error' ? console.error : console.warn;
  log(`${panel} ${version}: ${message}`, ...(detail === undefined ? [] : [detail]));
}
