import { useEffect, type RefObject } from 'react';

/** Names in `data-more` the edges (`left`, `right`) behind which a row that scrolls sideways has more to show. */
export function useFadedEdges(row: RefObject<HTMLElement | null>): void {
  // After every render: counts come later and make tabs wider.
  useEffect(() => {
    if (row.current) tellEdges(row.current);
  });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const tell = () => tellEdges(element);
    const size = new ResizeObserver(tell);
    size.observe(element);
    element.addEventListener('scroll', tell, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', tell);
    };
  }, [row]);
}

function tellEdges(row: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth, dataset } = row;
  const hidden = scrollWidth - clientWidth;
  // In right-to-left writing a row begins at the right, and `scrollLeft` is zero or less.
  const left = getComputedStyle(row).direction === 'rtl' ? hidden + scrollLeft : scrollLeft;
  const edges = [left > 1 && 'left', hidden - left > 1 && 'right'].filter(Boolean).join(' ');
  if (dataset['more'] !== edges) dataset['more'] = edges;
}
