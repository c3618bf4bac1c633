import * as z from 'zod/mini';
import { createStore, type ReadableStore, useStore } from '@inbox/panel/store';
import { readStored, writeStored } from '../storage';
import { useMemo } from 'react';
import { useBreakpoint, useSidePanels } from '../slots/context';

/** The slots whose width the agent chooses. The main slot takes what they leave. */
export type SizedSlot = 'list' | 'side';

/** In pixels. `usual` is the intended look's, and what a double click brings back. */
export const SIZES: Record<SizedSlot, { least: number; most: number; usual: number }> = {
  list: { least: 284, most: 640, usual: 376 },
  side: { least: 280, most: 640, usual: 320 },
};
/** The main slot is never narrower. */
export const LEAST_MAIN_PX = 420;
/** The icon sidebar. */
const NAVIGATION_PX = 56;

const WIDTHS_KEY = 'inbox.widths';

export type Wanted = Record<SizedSlot, number>;

/** A width as it is now, and how far it can go. */
export interface Span {
  now: number;
  least: number;
  most: number;
}

const usual: Wanted = { list: SIZES.list.usual, side: SIZES.side.usual };
/** As stored; the side slot's width is under the name that it had first. */
const storedSchema = z.object({ list: z.number(), details: z.number() });

const clamp = (value: number, least: number, most: number) => Math.round(Math.max(least, Math.min(value, most)));

/**
 * What of the wanted widths fits beside the main slot.
 *
 * @param available pixels for list, main and side together
 * @param withSide is there a column for the side slot?
 */
export function fitWidths(wanted: Wanted, available: number, withSide: boolean): Record<SizedSlot, Span> {
  const { list, side } = SIZES;
  const toShare = Math.max(available - LEAST_MAIN_PX, list.least + (withSide ? side.least : 0));
  const listNow = clamp(wanted.list, list.least, Math.min(list.most, toShare - (withSide ? side.least : 0)));
  const sideMost = Math.max(side.least, Math.min(side.most, toShare - listNow));
  const sideNow = clamp(wanted.side, side.least, sideMost);
  const listMost = Math.min(list.most, toShare - (withSide ? sideNow : 0));
  return {
    list: { now: listNow, least: list.least, most: listMost },
    side: { now: sideNow, least: side.least, most: sideMost },
  };
}

/** The widths that the agent wants, remembered from visit to visit, and the width there is. */
export interface Widths {
  wanted: ReadableStore<Wanted>;
  /** Pixels for list, main and side. */
  available: ReadableStore<number>;
  set(slot: SizedSlot, width: number): void;
  reset(slot: SizedSlot): void;
  stop(): void;
}

function readWanted(): Wanted {
  const stored = readStored(WIDTHS_KEY, storedSchema);
  return stored ? { list: stored.list, side: stored.details } : usual;
}

export function createWidths(): Widths {
  const availableNow = () => window.innerWidth - NAVIGATION_PX;
  const wanted = createStore<Wanted>(readWanted());
  const available = createStore(availableNow());
  const follow = () => available.set(availableNow());
  window.addEventListener('resize', follow);

  function set(slot: SizedSlot, width: number): void {
    wanted.set({ ...wanted.get(), [slot]: width });
    writeStored(WIDTHS_KEY, { list: wanted.get().list, details: wanted.get().side });
  }
  return {
    wanted,
    available,
    set,
    reset: (slot) => set(slot, usual[slot]),
    stop: () => window.removeEventListener('resize', follow),
  };
}

/** Has the side slot a column of its own, and is a panel open in it? */
export function useSideColumn(): boolean {
  const { top } = useSidePanels();
  return useBreakpoint() === 'wide' && top !== null;
}

/** The widths of the columns in this page, as they fit. */
export function useWidths(widths: Widths): Record<SizedSlot, Span> {
  const wanted = useStore(widths.wanted);
  const available = useStore(widths.available);
  const withSide = useSideColumn();
  return useMemo(() => fitWidths(wanted, available, withSide), [wanted, available, withSide]);
}
