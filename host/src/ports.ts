import type { Bus } from '@inbox/events';
import type { NavigationIntent, PanelPorts, PanelReport } from '@inbox/panel/contract';
import type { Session } from './auth/session';
import type { HealthLog } from './panels/health-log';
import { onMainSite } from './config/main-site';
import type { ShellConfig } from './config/page-config';
import { destinationOf } from './routing/routes';

interface PortsDeps {
  config: ShellConfig;
  session: Session;
  bus: Bus;
  go(path: string): void;
  /** A panel is about to call the server. */
  onRequest(): void;
  /** A panel has thrown. */
  note: HealthLog['note'];
}

/** What panels see of the world. */
export function createPorts({ config, session, bus, go, onRequest, note }: PortsDeps): PanelPorts {
  return {
    auth: {
      getToken(options) {
        onRequest();
        return session.getToken(options);
      },
      onSignedOut: session.onSignedOut,
    },
    api: { baseUrl: config.apiBaseUrl },
    bus,
    navigate(intent: NavigationIntent) {
      const destination = destinationOf(intent, location.search);
      if (destination.kind === 'inbox') go(destination.path);
      else window.open(onMainSite(config.mainSite, destination.path), '_blank', 'noopener');
    },
    addressOf(intent: NavigationIntent) {
      const destination = destinationOf(intent, location.search);
      return destination.kind === 'inbox' ? destination.path : onMainSite(config.mainSite, destination.path);
    },
    report(entry) {
      logReport(entry);
      const { level, panel, version } = entry;
      if (level === 'error') note({ panel, version, kind: 'render_error' });
    },
  };
}

/** The console keeps what went wrong; what went as it should only hides that. */
function logReport({ level, panel, version, message, detail }: PanelReport): void {
  if (level === 'info') return;
  const log = level === 'error' ? console.error : console.warn;
  log(`${panel} ${version}: ${message}`, ...(detail === undefined ? [] : [detail]));
}
