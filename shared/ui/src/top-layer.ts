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
