import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Bus } from '@inbox/events';
import type { PanelReport } from '@inbox/panel/contract';
import { useStore } from '@inbox/panel/store';
import { createInboxTheme, styleOptions, ThemeRoot } from '@inbox/ui';
import { useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { HealthLog, PanelStore } from '@inbox/shell/panels';
import type { Slots } from '../slots/slots';
import type { ThemeKeeper } from '../config/theme-choice';
import { createBusLog } from './bus-log';
import { InspectorView } from './inspector-view';

export interface InspectorDeps {
  bus: Pick<Bus, 'watch'>;
  panels: PanelStore;
  /** What the loader has measured. */
  health: Pick<HealthLog, 'loadTime'>;
  slots: Pick<Slots, 'panels'>;
  /** What panels report of themselves. */
  onReport(listener: (report: PanelReport) => void): () => void;
  theme: Pick<ThemeKeeper, 'mode'>;
  nonce: string | undefined;
  onClose(): void;
}

/**
 * Draws the inspector below the page, in a root of its own, and watches the bus until it is closed.
 * @returns closes it; the focus is back where it was
 */
export function openInspector({
  bus,
  panels,
  health,
  slots,
  onReport,
  theme,
  nonce,
  onClose,
}: InspectorDeps): () => void {
  const before = document.activeElement;
  const log = createBusLog();
  const stopWatching = bus.watch(log.record);
  const stopReports = onReport(({ panel: who, level, message, detail }) => {
    if (level !== 'info') log.record({ kind: 'report', who, topic: message, payload: detail ?? level });
  });
  const styles = createCache({ key: 'inbox-inspector', ...styleOptions, ...(nonce !== undefined && { nonce }) });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <CacheProvider value={styles}>
      <Themed mode={theme.mode}>
        <InspectorView panels={panels} health={health} slots={slots} log={log} onClose={onClose} />
      </Themed>
    </CacheProvider>,
  );
  return () => {
    stopWatching();
    stopReports();
    log.stop();
    root.unmount();
    styles.sheet.flush();
    element.remove();
    if (before instanceof HTMLElement) before.focus();
  };
}

function Themed({ mode, children }: { mode: ThemeKeeper['mode']; children: ReactNode }) {
  const shown = useStore(mode);
  const theme = useMemo(() => createInboxTheme(shown), [shown]);
  return <ThemeRoot theme={theme}>{children}</ThemeRoot>;
}
