import { color, LOW_WINDOW, styled } from '@inbox/ui';
import type { ReactNode } from 'react';
import { useBreakpoint, useSlots } from '../slots/context';
import { ColumnSlot } from './column-slot';
import { MainGrid } from './main-grid';
import { SideSlot } from './side-slot';
import type { Widths } from './widths';
import { useStore } from '@inbox/panel/store';
import { panelsIn, topOf } from '../slots/slots';
import { PanelDialog } from './panel-dialog';

const Page = styled.div`
  flex: 1;
  min-block-size: 0;
  display: grid;
  grid-template: 'top top' 52px 'line line' auto 'nav main' minmax(0, 1fr) / 56px minmax(0, 1fr);
  background: ${color.page};

  &[data-breakpoint='narrow'] {
    grid-template: 'top' 52px 'line' auto 'main' minmax(0, 1fr) 'nav' 56px / minmax(0, 1fr);
  }
  ${LOW_WINDOW} {
    grid-template-rows: 40px auto minmax(0, 1fr);

    &[data-breakpoint='narrow'] {
      grid-template: 'nav top' 40px 'line line' auto 'main main' minmax(0, 1fr) / 40px minmax(0, 1fr);
    }
  }
`;

/** Notices about the connection, below the top bar. */
const Notices = styled.div`
  grid-area: line;
`;

interface InboxPageProps {
  ticketIsOpen: boolean;
  widths: Widths;
  topBar: ReactNode;
  /** About the connection, below the top bar. */
  notices: ReactNode;
  sideBar: ReactNode;
}

/** The inbox page: its bars, and the slots that panels fill. Panels stay mounted from ticket to ticket. */
export function InboxPage({ ticketIsOpen, widths, topBar, notices, sideBar }: InboxPageProps) {
  const breakpoint = useBreakpoint();
  const narrow = breakpoint === 'narrow';
  return (
    <Page data-breakpoint={breakpoint}>
      {topBar}
      <Notices>{notices}</Notices>
      {sideBar}
      <MainGrid widths={widths} ticketIsOpen={ticketIsOpen}>
        <ColumnSlot slot="list" away={narrow && ticketIsOpen} />
        <ColumnSlot slot="main" away={narrow && !ticketIsOpen} />
        <SideSlot />
      </MainGrid>
      <OverlaySlot />
    </Page>
  );
}

/** The panels that open over the page. */
function OverlaySlot() {
  const slots = useSlots();
  const panels = panelsIn('overlay', useStore(slots.panels));
  const top = topOf(panels, useStore(slots.open));
  return panels.map((panel) => (
    <PanelDialog key={panel.name} panel={panel} visible={panel === top} onClose={() => slots.show(panel.name, false)} />
  ));
}
