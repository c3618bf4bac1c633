import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ThreadEntry } from '../../model/thread-entries';

interface RowSizesOptions {
  scroller: RefObject<HTMLElement | null>;
  newest: RefObject<HTMLElement | null>;
  follows: RefObject<boolean>;
  rows: readonly ThreadEntry[];
  /** What scrolls, or something in it, has another size now. */
  onResize(): void;
}

/** A picture or a mail that comes late makes its row higher: what is read below it, or the foot, stays where it is. */
export function useRowSizes({ scroller, newest, follows, rows, onResize }: RowSizesOptions): void {
  const observer = useRef<ResizeObserver>(null);
  const resized = useEffectEvent(onResize);

  useEffect(() => {
    const heights = new WeakMap<Element, number>();
    const made = new ResizeObserver((entries) => {
      const place = scroller.current;
      if (!place) return;
      const { top } = place.getBoundingClientRect();
      let grown = 0;
      for (const { target, borderBoxSize } of entries) {
        if (!target.isConnected) {
          made.unobserve(target);
          continue;
        }
        const height = borderBoxSize[0]?.blockSize ?? 0;
        const by = height - (heights.get(target) ?? height);
        heights.set(target, height);
        const isAbove = target.getBoundingClientRect().bottom - by - grown <= top;
        if (by !== 0 && target !== place && isAbove) grown += by;
      }
      if (follows.current) place.scrollTop = place.scrollHeight;
      else if (grown !== 0) place.scrollTop += grown;
      resized();
    });
    observer.current = made;
    return () => made.disconnect();
  }, [scroller, follows]);

  useEffect(() => {
    if (scroller.current) observer.current?.observe(scroller.current);
    for (const row of newest.current?.children ?? []) observer.current?.observe(row);
  }, [scroller, newest, rows]);
}
