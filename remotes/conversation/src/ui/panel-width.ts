import { createContext, useContext, useLayoutEffect, useState, type RefObject } from 'react';

/** A panel as narrow as a phone, wherever it is: its box counts, not the window. */
export const NARROW_PANEL = '@container conversation (max-width: 480px)';

/** Pixels; infinite until they are known. */
export const PanelWidthContext = createContext(Infinity);

/** The width of the panel, which its head folds by: measured once for all tickets, as none changes it. */
export const usePanelWidth = (): number => useContext(PanelWidthContext);

/** The element's width in pixels, followed as it changes; infinite until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => setWidth(target.getBoundingClientRect().width || Infinity);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
