import { createStore, type ReadableStore } from '@inbox/panel/store';

/** Wide: the side slot is a column. Medium: it slides over the main slot. Narrow: one slot shows at a time. */
export type Breakpoint = 'wide' | 'medium' | 'narrow';

export const WIDE_PX = 1200;
export const MEDIUM_PX = 760;
/** As in the panels' styles: a window of up to this height is low. */
export const LOW_PX = 480;

export interface WindowSize {
  breakpoint: ReadableStore<Breakpoint>;
  /** The window is so low that bars give way to what is read. */
  low: ReadableStore<boolean>;
}

/** Follows the size of the window for as long as the page lives. */
export function followWindowSize(
  matches: (query: string) => MediaQueryList = (query) => matchMedia(query),
): WindowSize {
  const wide = matches(`(min-width: ${WIDE_PX}px)`);
  const medium = matches(`(min-width: ${MEDIUM_PX}px)`);
  const lowQuery = matches(`(max-height: ${LOW_PX}px)`);
  const now = (): Breakpoint => (wide.matches ? 'wide' : medium.matches ? 'medium' : 'narrow');

  const breakpoint = createStore(now());
  const low = createStore(lowQuery.matches);
  for (const query of [wide, medium]) query.addEventListener('change', () => breakpoint.set(now()));
  lowQuery.addEventListener('change', () => low.set(lowQuery.matches));
  return { breakpoint, low };
}
