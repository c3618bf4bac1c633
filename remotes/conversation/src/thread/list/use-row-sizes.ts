import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ThreadEntry } from '../state/thread-entries';

/** What an agent may be about to press. */
const CONTROLS = 'button, a[href], summary, input, [role="button"]';

interface RowSizesOptions {
  scroller: RefObject<HTMLElement | null>;
  newest: RefObject<HTMLElement | null>;
  follows: RefObject<boolean>;
  rows: readonly ThreadEntry[];
  /** What scrolls, or something in it, has another size now. */
  onResize(): void;
}

/** The control under the pointer, and how far below the top of its row it is. */
interface Held {
  control: Element;
  row: Element;
  offset: number;
}

/**
 * A picture or a mail that comes late makes its row higher: the control that the agent points at stays where it is, else
 * what is read below the row, or the foot.
 *
 * @returns to be called when the height of a row was changed, so that this happens before anything is pressed
 */
export function useRowSizes({ scroller, newest, follows, rows, onResize }: RowSizesOptions): () => void {
  const observer = useRef<ResizeObserver>(null);
  const heights = useRef(new WeakMap<Element, number>());
  const held = useRef<Held | null>(null);
  const resized = useEffectEvent(onResize);

  const keepPlace = useCallback(
    (changed: Iterable<Element>) => {
      if (held.current && !held.current.control.isConnected) held.current = null;
      const place = { held: held.current, heights: heights.current, follows: follows.current };
      if (scroller.current) settle(scroller.current, place, changed);
    },
    [scroller, follows],
  );

  useEffect(() => {
    const made = new ResizeObserver((entries) => {
      const changed = entries.map(({ target }) => target);
      for (const gone of changed) if (!gone.isConnected) made.unobserve(gone);
      keepPlace(changed.filter((row) => row.isConnected && row !== scroller.current));
      resized();
    });
    observer.current = made;
    return () => made.disconnect();
  }, [scroller, keepPlace]);

  useEffect(() => {
    if (scroller.current) observer.current?.observe(scroller.current);
    for (const row of newest.current?.children ?? []) observer.current?.observe(row);
  }, [scroller, newest, rows]);

  useEffect(() => {
    const place = scroller.current;
    if (!place) return;
    const ended = new AbortController();
    const point = ({ target }: Event) => {
      const control = target instanceof Element ? target.closest(CONTROLS) : null;
      if (control && control === held.current?.control) return;
      const row = control && [...(newest.current?.children ?? [])].find((one) => one.contains(control));
      held.current = control && row ? { control, row, offset: 0 } : null;
      if (held.current) held.current.offset = offsetIn(held.current);
    };
    place.addEventListener('pointerover', point, { signal: ended.signal });
    const letGo = () => (held.current = null);
    place.addEventListener('pointerleave', letGo, { signal: ended.signal });
    // Pressed, it has done its work, and may unfold what is around it: that begins where it began.
    place.addEventListener('click', letGo, { signal: ended.signal, capture: true });
    return () => ended.abort();
  }, [scroller, newest]);

  return useCallback(() => keepPlace(newest.current?.children ?? []), [newest, keepPlace]);
}

interface Place {
  held: Held | null;
  /** Of the rows when they were last looked at. */
  heights: WeakMap<Element, number>;
  /** Does the foot stay in view? */
  follows: boolean;
}

/** Scrolls by as much as what is held has moved. */
function settle(scroller: HTMLElement, { held, heights, follows }: Place, changed: Iterable<Element>): void {
  const { top } = scroller.getBoundingClientRect();
  let moved = held ? offsetIn(held) - held.offset : 0;
  for (const row of changed) {
    const { height, bottom } = row.getBoundingClientRect();
    const by = height - (heights.get(row) ?? height);
    heights.set(row, height);
    const isAbove = held ? isBefore(row, held.row) : bottom - by - moved <= top;
    if (by !== 0 && isAbove) moved += by;
  }
  if (held) held.offset = offsetIn(held);
  if (!held && follows) scroller.scrollTop = scroller.scrollHeight;
  else if (moved !== 0) scroller.scrollTop += moved;
}

const offsetIn = ({ control, row }: Pick<Held, 'control' | 'row'>): number =>
  control.getBoundingClientRect().top - row.getBoundingClientRect().top;

const isBefore = (row: Element, other: Element): boolean =>
  row !== other && (row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
