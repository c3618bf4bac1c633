import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus into the first field of a form that has just opened. */
export function useFocusFirst(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return form;
}
