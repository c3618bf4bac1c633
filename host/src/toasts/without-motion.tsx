import { useEffect, type ReactElement } from 'react';
import type { TransitionProps } from 'notistack';

/** No motion is wanted on this device, as its settings are now. */
export const wantsNoMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A toast that is there or gone. notistack's own place for one holds it for as long as its motion would take, half a second, and
 * it is in the way of clicks all the while.
 */
export function WithoutMotion({
  in: isOpen = false,
  onEntered,
  onExited,
  children,
}: TransitionProps & { children: ReactElement }) {
  useEffect(() => {
    // notistack counts a toast as shown, and forgets it, when it is told so; it does not look at the element.
    if (isOpen) onEntered?.(document.body, true);
    else onExited?.(document.body);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- its callbacks are new ones at every drawing
  }, [isOpen]);
  return isOpen ? children : null;
}
