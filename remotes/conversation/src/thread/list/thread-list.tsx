import { color, IconButton, Spinner, styled, VisuallyHidden } from '@inbox/ui';
import { ArrowDown } from 'lucide-react';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { Virtualizer, type CustomContainerComponentProps, type VirtualizerHandle } from 'virtua';
import { MessagesSkeleton } from '../../ui/conversation-skeleton';
import { messages } from '../../messages';
import { RowHeightContext } from './heights';
import { KeepPlace } from './keep-place';
import { areTooMany, beginningOf, placeOf } from './newest-rows';
import { isMessage, showsItem, type ThreadEntry } from '../state/thread-entries';
import type { Target } from '../find/use-go-to';
import { useJump } from './use-jump';
import { useRowSizes } from './use-row-sizes';

/** Pixels: after scrolling this far from the newest message there is a way back to it (spec section 9). */
const JUMP_AFTER = 250;
/** Pixels: this near to the end the thread follows what comes. */
const AT_END = 40;
/** Pixels: this near to the top the page before is loaded. */
const LOAD_OLDER_WITHIN = 300;

const Frame = styled.div`
  position: relative;
  flex: 1;
  min-block-size: 0;

  &[data-settling] > [role='log'] {
    visibility: hidden;
  }
`;

/** In place of what is not shown yet. */
const Settling = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
`;

const Scroller = styled.div`
  display: flex;
  flex-direction: column;
  block-size: 100%;
  /* Beside the messages there is room for the buttons that float there: they cover nothing. */
  padding-block: 8px;
  padding-inline: 24px 56px;
  overflow-x: hidden;
  overflow-y: auto;
  /* The place is kept by the virtual list; the browser's own way would fight it. */
  overflow-anchor: none;
  contain: strict;

  @container thread (max-width: 560px) {
    padding-inline: 16px 48px;
  }
`;

const Floating = styled.div`
  position: absolute;
  z-index: 1;
  inset-block-end: 12px;
  inset-inline-end: 20px;
  display: flex;
  align-items: center;
  gap: 8px;
  padding-inline-start: 12px;
  border: 1px solid ${color.line};
  border-radius: 999px;
  background: ${color.surface};
  box-shadow: 0 4px 12px rgb(0 0 0 / 0.18);
  font-size: 12px;
  line-height: 16px;

  &[data-bare] {
    padding-inline-start: 0;
  }
`;

const Above = styled.div`
  position: absolute;
  inset-block-start: 8px;
  inset-inline: 0;
  display: flex;
  justify-content: center;
  color: ${color.text2};
  pointer-events: none;
`;

/** virtua makes its rows deaf to the pointer while they scroll and for some 150 ms after: clicks would be lost. */
const Rows = ({ style, ...rest }: CustomContainerComponentProps) => (
  <div {...rest} style={{ ...style, pointerEvents: undefined }} />
);

interface ThreadListProps {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly ThreadEntry[];
  renderRow(row: ThreadEntry): ReactElement;
  loadingOlder: boolean;
  /** The top comes near; left out when nothing is before it. */
  onNearTop?: (() => void) | undefined;
  /** Rows are still about to change their heights, so that none is shown yet. */
  isSettling: boolean;
  /** An item to be shown in the middle. */
  target: Target | null;
}

/**
 * The messages, newest at the foot. The newest stand in the flow of the page, so that a thread shows in the frame that
 * opens it; the older ones are drawn only where they are looked at. It opens at the newest, stays there while it is there,
 * keeps the place when older ones come above, and counts what came below while the agent reads further up.
 */
export function ThreadList({
  scroller,
  rows,
  renderRow,
  loadingOlder,
  onNearTop,
  isSettling,
  target,
}: ThreadListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const newest = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [away, setAway] = useState(false);
  const [lastSeen, setLastSeen] = useState<string | null>(null);
  const [beginning, setBeginning] = useState(() => beginningOf(rows, window.innerHeight));

  const known = placeOf(rows, beginning);
  if (known === -1) {
    const anew = beginningOf(rows, window.innerHeight);
    if (beginning !== anew) setBeginning(anew);
  }
  const from = Math.max(0, known);
  const older = useMemo(() => rows.slice(0, from), [rows, from]);
  const drawn = useMemo(() => rows.slice(from).map(renderRow), [rows, from, renderRow]);
  const shift = useCameAbove(rows, from);

  const lastKey = rows.at(-1)?.key;
  const ownSend = rows.at(-1)?.kind === 'pending';
  useLayoutEffect(() => {
    if (!ownSend) return;
    follows.current = true;
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [ownSend, lastKey, scroller]);
  // Before the event of a scrolling that came while it was settling: this is its last height.
  useLayoutEffect(() => {
    if (!isSettling && follows.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [isSettling, scroller]);
  useLayoutEffect(() => {
    if (follows.current && areTooMany(rows, from)) setBeginning(beginningOf(rows, window.innerHeight));
  }, [rows, from]);

  useLayoutEffect(() => {
    if (target === null) return;
    const index = rows.findIndex((row) => showsItem(row, target.id));
    if (index === -1) return;
    follows.current = false;
    if (index < from) list.current?.scrollToIndex(index, { align: 'center' });
    else if (scroller.current) toMiddle(scroller.current, newest.current?.children[index - from]);
    // Once for each time that it is asked for, not when the rows change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);

  const { jump, isJumping } = useJump(scroller);
  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    // The event comes after the scrolling: what has grown meanwhile is no wish to read further up.
    if (isSettling) return;
    follows.current = isJumping.current || below <= AT_END;
    const isAway = !follows.current && below > JUMP_AFTER;
    if (isAway && !away) setLastSeen(rows.findLast(isMessage)?.key ?? null);
    if (isAway !== away) setAway(isAway);
    if (element.scrollTop < LOAD_OLDER_WITHIN) onNearTop?.();
  };
  const keepPlace = useRowSizes({
    scroller,
    newest,
    follows,
    rows,
    onResize() {
      const element = scroller.current;
      // A thread that does not fill its place never scrolls; one that is not shown has no place.
      if (element && element.clientHeight > 0 && element.scrollHeight <= element.clientHeight) onNearTop?.();
    },
  });
  const toNewest = () => {
    follows.current = true;
    setAway(false);
    jump();
    scroller.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'End' || event.target !== event.currentTarget) return;
    // The browser's own End stops short: what it passes is measured, and grows, on the way.
    event.preventDefault();
    toNewest();
  };

  const fresh = away ? countAfter(rows, lastSeen) : 0;
  return (
    <Frame data-settling={isSettling || undefined} aria-busy={isSettling || undefined}>
      {isSettling && (
        <Settling>
          <MessagesSkeleton />
        </Settling>
      )}
      {/* Before the messages: after them, Tab would come to it only past all that can be pressed in them. */}
      {away && (
        <Floating data-bare={fresh === 0 || undefined}>
          {fresh > 0 && messages.newMessages(fresh)}
          <IconButton label={messages.jumpToNewest} onClick={toNewest}>
            <ArrowDown size={18} aria-hidden />
          </IconButton>
        </Floating>
      )}
      <KeepPlace rows={rows} scroller={scroller} newest={newest} follows={follows}>
        {/* Rows come and go with scrolling: what is new is told apart from that, by the announcer. */}
        <Scroller
          ref={scroller}
          role="log"
          aria-live="off"
          aria-label={messages.thread}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
        >
          <div style={{ flexGrow: 1 }} />
          <Virtualizer ref={list} scrollRef={scroller} data={older} shift={shift} as={Rows}>
            {renderRow}
          </Virtualizer>
          <RowHeightContext value={keepPlace}>
            <div ref={newest}>{drawn}</div>
          </RowHeightContext>
        </Scroller>
      </KeepPlace>
      {loadingOlder && (
        <Above role="status">
          <Spinner />
          <VisuallyHidden>{messages.loadingOlder}</VisuallyHidden>
        </Above>
      )}
    </Frame>
  );
}

/** Scrolls what is in `scroller` into its middle, and nothing around it. */
function toMiddle(scroller: Element, row: Element | undefined): void {
  if (!row) return;
  const [place, { top, height }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  scroller.scrollTop += top - place.top - (place.height - height) / 2;
}

/** How many messages came after the one that was the newest when the agent went up. */
function countAfter(rows: readonly ThreadEntry[], lastSeen: string | null): number {
  const seenAt = rows.findLastIndex((row) => row.key === lastSeen);
  return seenAt === -1 ? 0 : rows.slice(seenAt + 1).filter(isMessage).length;
}

/** Did rows come above the first known one when the list was last drawn anew? Then the place is kept from its end. */
function useCameAbove(rows: readonly ThreadEntry[], from: number): boolean {
  const [known, setKnown] = useState({ rows, from, before: rows });
  // While rendering: an effect would draw the list a second time for each change.
  if (known.rows !== rows || known.from !== from) setKnown({ rows, from, before: known.rows });
  return useMemo(() => known.before !== rows && cameAbove(known.before, rows), [known, rows]);
}

function cameAbove(before: readonly ThreadEntry[], now: readonly ThreadEntry[]): boolean {
  const first = before.find(isMessage)?.key;
  return first !== undefined && now.find(isMessage)?.key !== first && now.some((row) => row.key === first);
}
