import { useEffect, type RefObject } from 'react';

/**
 * Names in `data-more` the edges (`left`, `right`) behind which a row that scrolls sideways has more to show.
 *
 * @param count of the row's children
 */
export function useFadedEdges(row: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const tell = () => tellEdges(element);
    // Told when it is laid out anyway: to ask after each render would have the page laid out once more. Children grow
    // with what is counted in them.
    const size = new ResizeObserver(tell);
    for (const observed of [element, ...element.children]) size.observe(observed);
    element.addEventListener('scroll', tell, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', tell);
    };
  }, [row, count]);
}

function tellEdges(row: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth, dataset } = row;
  const hidden = scrollWidth - clientWidth;
  // In right-to-left writing a row begins at the right, and `scrollLeft` is zero or less.
  const left = getComputedStyle(row).direction === 'rtl' ? hidden + scrollLeft : scrollLeft;
  const edges = [left > 1 && 'left', hidden - left > 1 && 'right'].filter(Boolean).join(' ');
  if (dataset['more'] !== edges) dataset['more'] = edges;
}
