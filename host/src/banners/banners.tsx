import { useEffect, useState, type ReactNode } from 'react';
import { useShell } from '../shell-context';
import { useStore } from '../use-store';
import type * as BarsRoom from './bars';

/** The page with the banners above and below it. What draws them is fetched when there is something to say. */
export function Banners({ children }: { children: ReactNode }) {
  const { notices } = useShell();
  const { notification, disableReason, invoice } = useStore(notices.shown);
  const bars = useBars(notification !== null || disableReason !== null || invoice !== null);
  return (
    <>
      {bars && notification && <bars.NotificationBar notification={notification} />}
      {bars && invoice && <bars.InvoiceBar settingsUrl={invoice.settingsUrl} />}
      {children}
      {bars && disableReason !== null && <bars.DisabledBar reason={disableReason} />}
    </>
  );
}

function useBars(wanted: boolean): typeof BarsRoom | null {
  const [bars, setBars] = useState<typeof BarsRoom | null>(null);
  useEffect(() => {
    if (!wanted) return;
    // The page stands without them; the next notice fetches them again.
    import('./bars').then(setBars, (error: unknown) => console.error('The banners could not be loaded', error));
  }, [wanted]);
  return bars;
}
