import * as z from 'zod/mini';
import { readStored, writeStored } from '../storage';
import { createStore, type Store } from '../store';

/** The panels whose width the agent chooses. The conversation takes what they leave. */
export type SizedPlace = 'list' | 'details';

/** In pixels. `usual` is the intended look's, and what a double click brings back. */
export const SIZES: Record<SizedPlace, { least: number; most: number; usual: number }> = {
  list: { least: 284, most: 640, usual: 376 },
  details: { least: 280, most: 640, usual: 320 },
};
/** The conversation is never narrower. */
export const LEAST_CONVERSATION_PX = 420;
/** The icon sidebar. */
const NAVIGATION_PX = 56;

const WIDTHS_KEY = 'inbox.widths';

export type Wanted = Record<SizedPlace, number>;

/** A width as it is now, and how far it can go. */
export interface Span {
  now: number;
  least: number;
  most: number;
}

const usual: Wanted = { list: SIZES.list.usual, details: SIZES.details.usual };
const wantedSchema = z.object({ list: z.number(), details: z.number() });

const clamp = (value: number, least: number, most: number) => Math.round(Math.max(least, Math.min(value, most)));

/**
 * What of the wanted widths fits beside the conversation.
 *
 * @param room pixels for list, conversation and details together
 * @param withDetails do the details have a column of their own?
 */
export function fitWidths(wanted: Wanted, room: number, withDetails: boolean): Record<SizedPlace, Span> {
  const { list, details } = SIZES;
  const toShare = Math.max(room - LEAST_CONVERSATION_PX, list.least + (withDetails ? details.least : 0));
  const listNow = clamp(wanted.list, list.least, Math.min(list.most, toShare - (withDetails ? details.least : 0)));
  const detailsMost = Math.max(details.least, Math.min(details.most, toShare - listNow));
  const detailsNow = clamp(wanted.details, details.least, detailsMost);
  const listMost = Math.min(list.most, toShare - (withDetails ? detailsNow : 0));
  return {
    list: { now: listNow, least: list.least, most: listMost },
    details: { now: detailsNow, least: details.least, most: detailsMost },
  };
}

/** What the agent wants, remembered from visit to visit, and the room there is. */
export interface Widths {
  wanted: Store<Wanted>;
  /** Pixels for list, conversation and details. */
  room: Store<number>;
  set(place: SizedPlace, width: number): void;
  reset(place: SizedPlace): void;
  stop(): void;
}

export function createWidths(): Widths {
  const roomNow = () => window.innerWidth - NAVIGATION_PX;
  const wanted = createStore<Wanted>(readStored(WIDTHS_KEY, wantedSchema) ?? usual);
  const room = createStore(roomNow());
  const follow = () => room.set(roomNow());
  window.addEventListener('resize', follow);

  function set(place: SizedPlace, width: number): void {
    wanted.set({ ...wanted.get(), [place]: width });
    writeStored(WIDTHS_KEY, wanted.get());
  }
  return {
    wanted,
    room,
    set,
    reset: (place) => set(place, usual[place]),
    stop: () => window.removeEventListener('resize', follow),
  };
}
