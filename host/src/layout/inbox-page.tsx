import type { TicketId } from '@inbox/domain';
import { color, Skeleton, SkeletonRows, styled } from '@inbox/ui';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { OutageNotice } from '../live/outage-notice';
import { PanelSlot } from '../panels/panel-slot';
import { useShell } from '../shell-context';
import { OverlayPlace } from '../shortcuts/overlay-place';
import { useStore } from '../use-store';
import { ConnectionLine } from '../top-bar/connection-mark';
import { TopBar } from '../top-bar/top-bar';
import { MainGrid } from './main-grid';
import { SideBar } from './side-bar';
import { SidePlace } from './side-place';

const Page = styled.div`
  flex: 1;
  min-block-size: 0;
  display: grid;
  grid-template: 'top top' 52px 'line line' auto 'nav main' minmax(0, 1fr) / 56px minmax(0, 1fr);
  background: ${color.page};

  &[data-room='narrow'] {
    grid-template: 'top' 52px 'line' auto 'main' minmax(0, 1fr) 'nav' 56px / minmax(0, 1fr);
  }
`;

/** What is to be said of the live line, below the top bar. */
const Lines = styled.div`
  grid-area: line;
`;

const Place = styled.div`
  min-inline-size: 0;
  min-block-size: 0;
  outline: none;

  &[data-place='list'] {
    grid-area: list;
    border-inline-end: 1px solid ${color.line};
    background: ${color.surface};
  }
  &[data-place='conversation'] {
    grid-area: conversation;
  }
  [data-room='narrow'] > & {
    grid-area: only;
    border: 0;
  }
  /* Not display: none, under which a list would lose its scroll position. */
  &[data-away] {
    visibility: hidden;
  }
`;

/** As high as the tabs of the list, and as the head of a conversation. */
const SkeletonHead = styled.div`
  display: grid;
  gap: 8px;
  padding: 12px;
  border-block-end: 1px solid ${color.line};
`;

const listSkeleton = (
  <>
    <SkeletonHead>
      <Skeleton height={24} />
      <Skeleton height={29} width="80%" />
    </SkeletonHead>
    <SkeletonRows rows={12} />
  </>
);

const conversationSkeleton = (
  <SkeletonHead>
    <Skeleton height={16} width="40%" />
    <Skeleton height={11} width="60%" />
  </SkeletonHead>
);

/** The inbox page: list, conversation and what stands beside them. Panels stay mounted from ticket to ticket. */
export function InboxPage({ ticket: inAddress }: { ticket: TicketId | null }) {
  const { ticket, places } = useShell();
  const room = useStore(places.room);

  useLayoutEffect(() => {
    if (ticket.get() === inAddress) return;
    ticket.set(inAddress);
    places.ticketChanged();
  }, [inAddress, ticket, places]);

  const narrow = room === 'narrow';
  const open = inAddress !== null;
  return (
    <Page data-room={room}>
      <TopBar />
      <Lines>
        <ConnectionLine />
        <OutageNotice />
      </Lines>
      <SideBar />
      <MainGrid>
        <PanelPlace place="list" away={narrow && open} narrow={narrow}>
          <PanelSlot name="ticket-list" skeleton={listSkeleton} />
        </PanelPlace>
        <PanelPlace place="conversation" away={narrow && !open} narrow={narrow}>
          <PanelSlot name="conversation" skeleton={conversationSkeleton} />
        </PanelPlace>
        <SidePlace />
      </MainGrid>
      <OverlayPlace />
    </Page>
  );
}

interface PanelPlaceProps {
  place: 'list' | 'conversation';
  away: boolean;
  narrow: boolean;
  children: ReactNode;
}

/** Where one panel shows at a time, the one that comes takes the focus that the other one loses. */
function PanelPlace({ place, away, narrow, children }: PanelPlaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const wasAway = useRef(away);
  useEffect(() => {
    if (narrow && wasAway.current && !away) element.current?.focus();
    wasAway.current = away;
  }, [narrow, away]);
  return (
    <Place ref={element} id={`place-${place}`} tabIndex={-1} data-place={place} data-away={away || undefined}>
      {children}
    </Place>
  );
}
