import type { Bus } from '@inbox/events';
import type { NavigationIntent, PanelPorts, PanelReport } from '@inbox/panel/contract';
import type { Session } from './auth/session';
import { onMainSite } from './config/main-site';
import type { ShellConfig } from './config/page-config';
import type { PagePorts } from './panels/page-ports';
import { destinationOf } from './routing/routes';

interface PortsDeps {
  config: ShellConfig;
  session: Session;
  bus: Bus;
  go(path: string): void;
  /** A panel is about to call the server. */
  onRequest(): void;
  /** A panel, or the page of one, has reported something. */
  onReport(entry: PanelReport): void;
}

/** Makes what the shell does for panels out of the shell's services. */
export function createPorts({ config, session, bus, go, onRequest, onReport }: PortsDeps): PagePorts {
  const addressOf = (intent: NavigationIntent): string => {
    const destination = destinationOf(intent, location.search);
    return destination.kind === 'inbox' ? destination.path : onMainSite(config.mainSite, destination.path);
  };
  const navigate = (intent: NavigationIntent): void => {
    const destination = destinationOf(intent, location.search);
    if (destination.kind === 'inbox') go(destination.path);
    else window.open(onMainSite(config.mainSite, destination.path), '_blank', 'noopener');
  };
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
        return session.getToken(options);
      };
      return Object.freeze<PanelPorts>({
        auth: Object.freeze({ getToken, onSignedOut: (listener: () => void) => session.onSignedOut(listener) }),
        api: Object.freeze({ baseUrl: config.apiBaseUrl }),
        bus: bus.join(name, declared),
        navigate: (intent) => navigate(intent),
        addressOf: (intent) => addressOf(intent),
        report: (entry) => report({ ...entry, panel: name, version }),
      });
    },
  };
}

/** The console keeps what went wrong; what went as it should only hides that. */
function logReport({ level, panel, version, message, detail }: PanelReport): void {
  if (level === 'info') return;
  const log = level === 'error' ? console.error : console.warn;
  log(`${panel} ${version}: ${message}`, ...(detail === undefined ? [] : [detail]));
}
