import type { ShownPanel } from '@inbox/events';
import * as z from 'zod/mini';
import { readStoredText, writeStoredText } from '../storage';
import { createStore, type Store } from '../store';

/** From 1200 px the details have a column of their own; below they slide over; below 760 px one panel shows at a time. */
export type Room = 'wide' | 'medium' | 'narrow';

export const WIDE_PX = 1200;
export const MEDIUM_PX = 760;

const DETAILS_KEY = 'inbox.details';

/** Which optional panels stand open beside the conversation. */
export interface Places {
  room: Store<Room>;
  shown: Store<readonly ShownPanel[]>;
  show(panel: ShownPanel, show: boolean | 'toggle'): void;
  /** What slides over goes away when the agent moves on; a column stays. */
  ticketChanged(): void;
}

/** Quick replies lie over the details, and show them again when they go. */
const liesOver = (panel: ShownPanel, other: ShownPanel) => panel === 'quick-replies' && other === 'customer-panel';

/** The one that is seen of those that stand open. */
export const topOf = (shown: readonly ShownPanel[]): ShownPanel | null =>
  shown.includes('quick-replies') ? 'quick-replies' : (shown[0] ?? null);

/**
 * The details' own column is remembered from visit to visit. What slides over the conversation opens by a wish of the
 * moment and is never remembered.
 */
export function createPlaces(matches: (query: string) => MediaQueryList = (query) => matchMedia(query)): Places {
  const wide = matches(`(min-width: ${WIDE_PX}px)`);
  const medium = matches(`(min-width: ${MEDIUM_PX}px)`);
  const roomNow = (): Room => (wide.matches ? 'wide' : medium.matches ? 'medium' : 'narrow');
  const columnWanted = () => readStoredText(DETAILS_KEY, z.enum(['shown', 'hidden'])) !== 'hidden';
  const initially = (): ShownPanel[] => (roomNow() === 'wide' && columnWanted() ? ['customer-panel'] : []);

  const room = createStore<Room>(roomNow());
  const shown = createStore<readonly ShownPanel[]>(initially());

  function followWidth(): void {
    const before = room.get();
    room.set(roomNow());
    if ((before === 'wide') !== (room.get() === 'wide')) shown.set(initially());
  }
  wide.addEventListener('change', followWidth);
  medium.addEventListener('change', followWidth);

  return {
    room,
    shown,
    show(panel, wish) {
      // What lies under another is not seen: to show it brings it up.
      const open = topOf(shown.get()) === panel;
      const show = wish === 'toggle' ? !open : wish;
      if (show ? open : !shown.get().includes(panel)) return;
      if (panel === 'customer-panel' && room.get() === 'wide') writeStoredText(DETAILS_KEY, show ? 'shown' : 'hidden');
      const others = shown.get().filter((other) => other !== panel && !(show && liesOver(other, panel)));
      shown.set(show ? [...others, panel] : others);
    },
    ticketChanged() {
      if (room.get() !== 'wide') shown.set([]);
    },
  };
}
