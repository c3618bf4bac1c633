import type { AgentId, FirstSteps, Ticket, TicketId } from '@inbox/domain';
import { usePanel, useTopic } from '@inbox/panel';
import { color, layer, styled } from '@inbox/ui';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import {
  Virtualizer,
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  type VirtualizerHandle,
} from 'virtua';
import { messages } from '../../messages';
import { activeTab } from '../../filters/filter-rules';
import type { ListView } from '../store/drawn-list';
import type { ListStore } from '../store/list-store';
import type { RowCheck } from './row-check';
import { ListFoot, type EmptyAction } from './list-foot';
import { rowAuthor } from './row-text';
import { ROW_HEIGHT, TicketRow } from './ticket-row';
import { useLikely } from './use-likely';
import { useLongPress } from './use-long-press';

/** Pixels above the end of the list at which the next page is loaded (spec section 9). */
const NEAR_END = 50;

/** How long a row may take to be measured. */
const FRAMES_TO_FOCUS = 30;

const Scroller = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Pill = styled.button`
  position: absolute;
  z-index: ${layer.floating};
  inset-block-start: -14px;
  inset-inline: 0;
  inline-size: fit-content;
  margin-inline: auto;
  padding: 4px 12px;
  border: 0;
  border-radius: 14px;
  background: ${color.fill};
  box-shadow: 0 2px 8px rgb(0 0 0 / 25%);
  cursor: pointer;
  font-size: 13px;

  /* It comes by itself: what is under way to the row below it still lands there. */
  animation: 600ms steps(1) takes-no-click;
  @keyframes takes-no-click {
    from,
    to {
      pointer-events: none;
    }
  }

  /* Over the theme's own rule for buttons. */
  && {
    color: ${color.onFill};
  }
  &:hover {
    background: ${color.fillHover};
  }
`;

/**
 * virtua makes its rows deaf to the pointer while they scroll and for some 150 ms after. A click that begins or ends in
 * that time would be lost: the focus that pressing the button sets may itself scroll.
 */
const Rows = ({ style, ...rest }: CustomContainerComponentProps) => (
  <ul {...rest} style={{ ...style, pointerEvents: undefined }} />
);

/** Only the rows near the view are in the page, so each says where it stands; how many there are is not known. */
const Item = ({ index, ...rest }: CustomItemComponentProps) => (
  <li {...rest} aria-posinset={index + 1} aria-setsize={-1} />
);

/** The ticket in whose row something happened, be it in the row itself or in its checkbox. */
const rowIdOf = (target: EventTarget) => {
  const item = target instanceof Element ? target.closest('li') : null;
  return Number(item?.querySelector<HTMLElement>('[data-ticket-id]')?.dataset['ticketId'] ?? NaN);
};

/** What the rows do when somebody else asks: to the next or the previous ticket, with the focus, and into it. */
export interface RowsHandle {
  step(by: 1 | -1): void;
}

interface TicketRowsProps {
  handle: Ref<RowsHandle>;
  /** The agent; null when nobody is known. */
  me: AgentId | null;
  view: ListView;
  store: ListStore;
  /** The name of a ticket's owner; undefined while the names are not known. */
  ownerName(id: AgentId | null): string | undefined;
  onOpen(ticket: Ticket): void;
  emptyAction?: EmptyAction | undefined;
  /** Given while the shop has no channel; null for agents who cannot connect one. */
  firstSteps?: FirstSteps | null | undefined;
  check?: RowCheck | undefined;
  /** A key pressed on a ticket's row, before the list's own keys. */
  onRowKey?(event: KeyboardEvent, ticket: Ticket): void;
  /** A finger rests on a ticket's row. */
  onRowHold?(ticket: Ticket): void;
}

/** The rows: one stop for Tab; arrows, Page Up and Down, Home and End move within it, Enter opens. */
export function TicketRows(props: TicketRowsProps) {
  const { handle, me, view, store, ownerName, onOpen, emptyAction, firstSteps, check, onRowKey, onRowHold } = props;
  // Here and not above: the rest of the list stays as it is when another ticket is opened.
  const openId = useTopic('ticket.open')?.id ?? null;
  const { rows, phase, updates, filters } = view;
  const { addressOf, bus } = usePanel();
  const showStatus = (activeTab(filters) ?? null) === null;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const wanted = useRef<TicketId>(null);
  const [visited, setVisited] = useState<number | null>(null);

  const indexOf = (id: number | null) => (id === null ? -1 : rows.findIndex((row) => row.id === id));
  const tabStop = [indexOf(visited), indexOf(openId), 0].find((index) => index >= 0 && index < rows.length);

  const openAt = indexOf(openId);
  const point = useLikely(bus, rows[indexOf(visited)]?.id, openAt === -1 ? undefined : rows[openAt + 1]?.id);

  const goTo = (index: number) => {
    const row = rows[index];
    if (!row) return;
    // The row must be in the page before it can take the focus.
    flushSync(() => setVisited(row.id));
    virtualizer.current?.scrollToIndex(index, { align: 'nearest' });
    wanted.current = row.id;
    focusRow(row.id, FRAMES_TO_FOCUS);
  };

  /** A row that was not drawn before stays invisible until it is measured, and takes no focus until then. */
  const focusRow = (id: TicketId, frames: number) => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-ticket-id="${id}"]`);
    if (!row || wanted.current !== id) return;
    row.focus({ preventScroll: true });
    if (!row.matches(':focus') && frames > 0) requestAnimationFrame(() => focusRow(id, frames - 1));
  };

  useImperativeHandle(handle, () => ({
    step(by) {
      // From the open ticket, or where the keyboard was; with neither, to the first.
      const from = [indexOf(openId), indexOf(visited)].find((index) => index >= 0);
      const to = from === undefined ? 0 : from + by;
      const row = rows[to];
      if (!row) return;
      goTo(to);
      onOpen(row);
    },
  }));

  /** So many rows fit into the view, of which one stays for the eye. */
  const pageRows = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexOf(rowIdOf(event.target));
    const row = rows[from];
    if (row) onRowKey?.(event, row);
    // Without an address the row is no link that the browser follows by itself.
    if (row && event.key === 'Enter' && event.target instanceof HTMLAnchorElement && !event.target.href) onOpen(row);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + pageRows(),
      PageUp: from - pageRows(),
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (from < 0 || to === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(to, 0), rows.length - 1));
  };

  const onFocus = (event: FocusEvent) => {
    const id = rowIdOf(event.target);
    if (!Number.isNaN(id)) setVisited(id);
  };

  const longPress = useLongPress((target) => {
    const row = rows[indexOf(rowIdOf(target))];
    if (row) onRowHold?.(row);
  });

  /** The button that was pressed goes away, or out of sight: who used the keyboard goes on from the first row. */
  const toTop = (event: MouseEvent) => {
    scroller.current?.scrollTo({ top: 0 });
    if (event.detail === 0) goTo(0);
  };

  const loadMoreNearEnd = () => {
    const element = scroller.current;
    if (!element || (phase.kind === 'ready' && phase.more === 'failed')) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) store.loadMore();
  };
  // A page may be shorter than the view: then there is nothing to scroll.
  useEffect(loadMoreNearEnd, [rows.length, phase, store]);

  return (
    <>
      {updates > 0 && (
        <Pill
          type="button"
          onClick={(event) => {
            flushSync(() => store.applyUpdates());
            toTop(event);
          }}
        >
          {messages.updates(updates)}
        </Pill>
      )}
      <Scroller
        ref={scroller}
        onScroll={loadMoreNearEnd}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        {...longPress}
        onPointerOver={(event) => point(rows[indexOf(rowIdOf(event.target))]?.id)}
        onPointerLeave={() => point(undefined)}
      >
        <Virtualizer
          ref={virtualizer}
          data={rows}
          itemSize={ROW_HEIGHT}
          as={Rows}
          item={Item}
          {...(tabStop !== undefined && { keepMounted: [tabStop] })}
        >
          {(ticket, index) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              owner={ownerName(ticket.owner_id)}
              author={rowAuthor(ticket, me, ownerName)}
              subscribed={me !== null && ticket.subscribers.includes(me)}
              showStatus={showStatus}
              open={ticket.id === openId}
              tabStop={index === tabStop}
              href={addressOf({ to: 'ticket', id: ticket.id })}
              onOpen={onOpen}
              check={check}
            />
          )}
        </Virtualizer>
        <ListFoot
          view={view}
          onRetry={() => store.loadMore()}
          onTop={toTop}
          emptyAction={emptyAction}
          firstSteps={firstSteps}
        />
      </Scroller>
    </>
  );
}
