import { useCallback, useEffect, useRef, type RefObject } from 'react';

/** Frames in a row at the end: after these nothing is left of a scrolling that was under way. */
const AT_REST = 6;

interface Jump {
  /** Scrolls to the end, and stays there until nothing moves any more or the agent scrolls. */
  jump(): void;
  isJumping: RefObject<boolean>;
}

/**
 * The way to the newest message, in the middle of another scrolling as well: the browser adds what is left of that one to
 * the place that it is sent to, in the frames that follow.
 *
 * @param scroller the element that scrolls
 */
export function useJump(scroller: RefObject<HTMLElement | null>): Jump {
  const isJumping = useRef(false);
  const frame = useRef(0);

  const end = useCallback(() => {
    isJumping.current = false;
    cancelAnimationFrame(frame.current);
  }, []);

  useEffect(() => {
    const place = scroller.current;
    const ended = new AbortController();
    for (const input of ['wheel', 'pointerdown', 'keydown']) {
      place?.addEventListener(input, end, { signal: ended.signal, passive: true, capture: true });
    }
    return () => {
      ended.abort();
      end();
    };
  }, [scroller, end]);

  const jump = useCallback(() => {
    end();
    isJumping.current = true;
    let atEnd = 0;
    const stay = () => {
      const place = scroller.current;
      if (!place) return end();
      const before = place.scrollTop;
      place.scrollTop = place.scrollHeight;
      atEnd = place.scrollTop === before ? atEnd + 1 : 0;
      if (atEnd > AT_REST) return end();
      frame.current = requestAnimationFrame(stay);
    };
    stay();
  }, [scroller, end]);

  return { jump, isJumping };
}
