/** Resets what browsers style elements of the top layer with, apart from their position. */
export const topLayerReset = {
  inlineSize: 'auto',
  blockSize: 'auto',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'visible',
  background: 'none',
} as const;

/**
 * Puts an element into the browser's top layer: a fixed position there is one of the window, also in an embedded panel, whose
 * box and whose page may be scrolled, transformed, contained or zoomed. Browsers without a top layer leave it where it is.
 */
export function showInTopLayer(element: HTMLElement | null): void {
  if (!element?.showPopover || element.popover !== null) return;
  // Positions are measured in pixels of the window, and a zoom around the panel would scale them once more.
  if (element.currentCSSZoom !== 1) element.style.zoom = String(1 / element.currentCSSZoom);
  element.popover = 'manual';
  element.showPopover();
}

/**
 * Puts a popup that its styles lay beside a positioned element into the browser's top layer, at the same place: neither a
 * toast nor the edge of a box covers it there. It follows that element and the window. To be used as a `ref`.
 *
 * @returns how to stop; undefined where there is no top layer
 */
export function layInTopLayer(element: HTMLElement | null): (() => void) | undefined {
  const around = element?.offsetParent;
  if (!element?.showPopover || !around) return undefined;
  const place = (): void => {
    // Its own styles lay it for the moment of the measurement; nothing is painted in between.
    element.removeAttribute('popover');
    element.removeAttribute('style');
    const { left, top, bottom, width } = element.getBoundingClientRect();
    const isAbove = bottom <= around.getBoundingClientRect().top;
    Object.assign(element.style, {
      position: 'fixed',
      inset: isAbove ? `auto auto ${window.innerHeight - bottom}px ${left}px` : `${top}px auto auto ${left}px`,
      margin: '0',
      inlineSize: `${width}px`,
      maxInlineSize: 'none',
    });
    showInTopLayer(element);
  };
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Node && element.contains(target))) place();
  };
  place();
  const ended = new AbortController();
  window.addEventListener('resize', place, { signal: ended.signal });
  window.addEventListener('scroll', onScroll, { capture: true, passive: true, signal: ended.signal });
  const sizes = new ResizeObserver(place);
  sizes.observe(around);
  return () => {
    ended.abort();
    sizes.disconnect();
  };
}
