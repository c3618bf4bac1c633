import type { TicketId } from '@inbox/domain';
import { useLayoutEffect } from 'react';
import { useStore } from '@inbox/panel/store';
import { Banners } from './banners/banners';
import { BarSlot } from './layout/bar-slot';
import { InboxPage } from './layout/inbox-page';
import { SideBar } from './layout/side-bar';
import { SkipLinks } from './layout/skip-links';
import { OutageNotice } from './banners/outage-notice';
import { TICKETS_PATH } from './routing/routes';
import type { Shell } from './shell';
import { AccountMenu } from './top-bar/account-menu';
import { ConnectionMark, ConnectionNotice } from './top-bar/connection-mark';
import { PanelToggles } from './top-bar/panel-toggles';
import { RefreshButton } from './top-bar/refresh-button';
import { StatusMenu } from './top-bar/status-menu';
import { TopBar } from './top-bar/top-bar';

/** The inbox of a signed-in agent, put together: each part gets what it uses of the shell's services. */
export function Page({ shell, ticket: inAddress }: { shell: Shell; ticket: TicketId | null }) {
  const { ticket, slots, connection, config, overlay, go } = shell;

  useLayoutEffect(() => {
    if (ticket.get() === inAddress) return;
    ticket.set(inAddress);
    slots.ticketChanged();
  }, [inAddress, ticket, slots]);

  const isOpen = inAddress !== null;
  return (
    <Banners notices={shell.notices} mainSite={config.mainSite}>
      <InboxPage
        ticketIsOpen={isOpen}
        widths={shell.widths}
        topBar={
          <TopBar skipLinks={<SkipLinks ticketIsOpen={isOpen} />}>
            <ConnectionMark connection={connection} />
            <RefreshButton refresher={shell.refresher} />
            <StatusMenu status={shell.status} onForgetDevice={shell.forgetDevice} onSignOut={shell.signOut} />
            <BarSlot slot="top-bar" />
            <PanelToggles />
            <AccountMenu
              user={shell.session.user}
              theme={shell.theme}
              notifications={shell.notifications}
              onSignIn={() => void overlay.show('sign-in')}
              onShortcuts={() => void overlay.show('sheet')}
            />
          </TopBar>
        }
        notices={
          <>
            <ConnectionNotice connection={connection} />
            <OutageNotice connection={connection} onReconnect={shell.reconnect} />
          </>
        }
        sideBar={<SideBar mainSite={config.mainSite} onTickets={() => go.get()(TICKETS_PATH)} />}
      />
      <ShownOverlay overlay={overlay} />
    </Banners>
  );
}

/** The shell's own dialog, while one is open. */
const ShownOverlay = ({ overlay }: Pick<Shell, 'overlay'>) => useStore(overlay.shown);
