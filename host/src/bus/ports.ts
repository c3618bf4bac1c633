import type { Transport } from '@inbox/api';
import type { Bus } from '@inbox/events';
import type { NavigationIntent, PanelReport, StoredAnswers } from '@inbox/panel/contract';
import { createPagePorts, type PagePorts } from '@inbox/shell/panels';
import type { Session } from '../auth/session';
import { onMainSite } from '../config/main-site';
import type { ShellConfig } from '../config/page-config';
import { destinationOf } from '../routing/routes';

interface PortsDeps {
  config: ShellConfig;
  session: Session;
  bus: Bus;
  /** Carries the calls of panels. */
  transport: Transport;
  stored: StoredAnswers;
  go(path: string): void;
  /** A panel is about to call the server. */
  onRequest(): void;
  /** A panel, or the page of one, has reported something. */
  onReport(entry: PanelReport): void;
}

/** Makes what the shell does for panels out of the shell's services. */
export function createPorts({
  config,
  session,
  bus,
  transport,
  stored,
  go,
  onRequest,
  onReport,
}: PortsDeps): PagePorts {
  return createPagePorts({
    auth: session,
    apiBaseUrl: config.apiBaseUrl,
    transport,
    stored,
    bus,
    navigate(intent) {
      const destination = destinationOf(intent, location.search);
      if (destination.kind === 'inbox') go(destination.path);
      else window.open(onMainSite(config.mainSite, destination.path), '_blank', 'noopener');
    },
    addressOf(intent: NavigationIntent) {
      const destination = destinationOf(intent, location.search);
      return destination.kind === 'inbox' ? destination.path : onMainSite(config.mainSite, destination.path);
    },
    onRequest,
    onReport,
  });
}
