import { useEffect, useRef } from 'react';

/** Calls back when `ms` milliseconds have passed in which it was not held. */
export function useCountdown(ms: number, isHeld: boolean, onEnd: () => void): void {
  const left = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => void (end.current = onEnd), [onEnd]);
  useEffect(() => {
    if (isHeld) return;
    const started = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [isHeld]);
}
