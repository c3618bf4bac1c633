import { useStore } from '@inbox/panel/store';
import { useEffect, type RefObject } from 'react';
import { useBreakpoint, useSidePanels, useSlots } from '../slots/context';
import { toastPlace, writeToastPlace } from '../toasts/toast-place';
import type { Span } from './widths';

/** Has toasts show at the top right of what the agent reads: below its head, and beside the panels at the right. */
export function useToastPlace(main: RefObject<HTMLElement | null>, side: Span, ticketIsOpen: boolean): void {
  const breakpoint = useBreakpoint();
  const isLow = useStore(useSlots().low);
  const { top } = useSidePanels();
  const sideWidth = top === null ? 0 : side.now;
  useEffect(() => {
    const element = main.current;
    if (!element) return;
    // Its size changes when a banner comes above it.
    const sizes = new ResizeObserver(() =>
      writeToastPlace(
        toastPlace({ breakpoint, isLow, sideWidth, ticketIsOpen, mainTop: element.getBoundingClientRect().top }),
      ),
    );
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      writeToastPlace(null);
    };
  }, [breakpoint, isLow, main, sideWidth, ticketIsOpen]);
}
