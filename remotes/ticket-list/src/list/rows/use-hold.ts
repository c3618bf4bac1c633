import { useEffect, useEffectEvent, useRef, type FocusEvent } from 'react';

/**
 * Tells when an agent is at the rows: the pointer is over them (a finger: on them), or the keyboard's focus is among them.
 * Focus that a click of the mouse left behind is not the keyboard's.
 */
export function useHold(hold: (held: boolean) => void) {
  const place = useRef<HTMLDivElement>(null);
  const at = useRef({ pointer: false, keyboard: false });
  const change = (part: Partial<{ pointer: boolean; keyboard: boolean }>) => {
    at.current = { ...at.current, ...part };
    hold(at.current.pointer || at.current.keyboard);
  };
  // A row that goes away under the pointer or with the focus says no goodbye: what comes next elsewhere does it for it.
  const onElsewhere = useEffectEvent((event: Event) => {
    const { pointer, keyboard } = at.current;
    if (!(pointer || keyboard) || !place.current || event.composedPath().includes(place.current)) return;
    change({
      pointer: pointer && event.type !== 'pointerover',
      keyboard: keyboard && place.current.matches(':focus-within'),
    });
  });
  useEffect(() => {
    const hear = (event: Event) => onElsewhere(event);
    const kinds = ['pointerover', 'focusin'];
    for (const kind of kinds) document.addEventListener(kind, hear);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, hear);
    };
  }, []);
  return {
    ref: place,
    onPointerEnter: () => change({ pointer: true }),
    onPointerLeave: () => change({ pointer: false }),
    onFocus: (event: FocusEvent) => change({ keyboard: event.target.matches(':focus-visible') }),
    onKeyDown: () => change({ keyboard: true }),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) change({ keyboard: false });
    },
  };
}
