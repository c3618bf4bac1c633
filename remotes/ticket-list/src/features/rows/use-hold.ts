import { useRef, type FocusEvent } from 'react';

/**
 * Tells when an agent is at the rows: the pointer is over them (a finger: on them), or the keyboard's focus is among them.
 * Focus that a click of the mouse left behind is not the keyboard's.
 */
export function useHold(hold: (held: boolean) => void) {
  const at = useRef({ pointer: false, keyboard: false });
  const change = (part: Partial<{ pointer: boolean; keyboard: boolean }>) => {
    at.current = { ...at.current, ...part };
    hold(at.current.pointer || at.current.keyboard);
  };
  return {
    onPointerEnter: () => change({ pointer: true }),
    onPointerLeave: () => change({ pointer: false }),
    onFocus: (event: FocusEvent) => change({ keyboard: event.target.matches(':focus-visible') }),
    onKeyDown: () => change({ keyboard: true }),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) change({ keyboard: false });
    },
  };
}
