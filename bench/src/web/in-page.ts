import type { SPAN } from './trace-tasks';

/** What pages with one panel measure by; it runs in them. */

export const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when the next frame has been painted: when the task after it runs. */
export async function painted(): Promise<void> {
  await frame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage(null);
  });
}

/** An empty page with a place of a side panel's size. */
export function newPlace(): HTMLElement {
  const place = document.createElement('div');
  place.style.cssText = 'inline-size: 320px; block-size: 800px; display: flex';
  document.body.replaceChildren(place);
  return place;
}

/** Runs what is measured, from its begin to the paint of what it shows. @param shows false while it is not there yet */
export async function span(begin: () => void, shows: () => boolean): Promise<void> {
  performance.mark('bench-begin' satisfies typeof SPAN.begin);
  begin();
  while (!shows()) await frame();
  await painted();
  performance.mark('bench-end' satisfies typeof SPAN.end);
}
