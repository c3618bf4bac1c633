import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from '@inbox/panel/store';
import { loadUntilThere } from '../load-until-there';
import type * as BarsModule from './bars';
import type { Notices } from './notices';

interface BannersProps {
  notices: Notices;
  /** Address of the main site. */
  mainSite: string;
  children: ReactNode;
}

/** The page with the banners above and below it. What draws them is fetched when there is something to say. */
export function Banners({ notices, mainSite, children }: BannersProps) {
  const { notification, disableReason, invoice, mailboxes, server } = useStore(notices.shown);
  const hasReason = notification !== null || disableReason !== null || invoice !== null;
  const bars = useBars(hasReason || mailboxes.length > 0 || server.length > 0);
  return (
    <>
      {bars && server.length > 0 && <bars.ServerBar problems={server} />}
      {bars && notification && <bars.NotificationBar notification={notification} mainSite={mainSite} />}
      {bars && invoice && (
        <bars.InvoiceBar settingsUrl={invoice.settingsUrl} mainSite={mainSite} onDismiss={notices.dismissInvoice} />
      )}
      {bars && mailboxes.length > 0 && <bars.MailboxBar problems={mailboxes} />}
      {children}
      {bars && disableReason !== null && <bars.DisabledBar reason={disableReason} />}
    </>
  );
}

function useBars(wanted: boolean): typeof BarsModule | null {
  const [bars, setBars] = useState<typeof BarsModule | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const ended = new AbortController();
    void loadUntilThere(() => import(/* webpackChunkName: "later" */ './bars'), ended.signal).then(setBars);
    return () => ended.abort();
  }, [wanted]);
  return bars;
}
