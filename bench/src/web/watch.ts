import type { Sight } from './pages';

/**
 * As text, since it runs in the page as it stands: a compiler's helpers do not exist there. How many milliseconds the
 * sight took is told by a dialog, at which the page stops.
 */
const LOOK = `
  for (const [key, value] of Object.entries(wanted.storage)) localStorage.setItem(key, value);
  const isSeen = (element) => {
    const { height, top } = element.getBoundingClientRect();
    return height > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true });
  };
  const look = () => {
    if ([...document.querySelectorAll(wanted.selector)].filter(isSeen).length < wanted.least) {
      return requestAnimationFrame(look);
    }
    // A message is handled after the frame that this callback prepares has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => alert(performance.now());
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
`;

/**
 * A script that makes the page, before its own code runs, take the session into its storage and look at every frame
 * whether the sight is there to be seen.
 */
export function watchFor(sight: Sight, storage: Readonly<Record<string, string>>): string {
  return `{const wanted = ${JSON.stringify({ ...sight, storage })};${LOOK}}`;
}
