import type { FetchedImage } from './fetch-image';

export interface ImageCacheOptions {
  /** Milliseconds that a picture, or that there is none, is believed. */
  maxAgeMs: number;
  /** Bytes of all pictures together; the one that was wanted longest ago goes first. */
  maxBytes: number;
  /** Pictures that are fetched at one time for one owner; its others wait, and nobody waits for those of another. */
  atOnce: number;
  now(): number;
}

/** @param owner for whom it is fetched: what one has seen tells another nothing, not even by being quick */
export type ImageCache = (
  owner: string,
  address: string,
  fetchNow: () => Promise<FetchedImage | null>,
) => Promise<FetchedImage | null>;

/** Fetches of one owner: how many are under way, and what goes on when one of them ends. */
interface Slots {
  taken: number;
  waiting: (() => void)[];
}

/** What a picture costs beside its bytes, so that a million of none have an end. */
const OVERHEAD = 1_000;

/** Fetches each picture once, however many ask for it, and keeps it for a while. */
export function createImageCache({ maxAgeMs, maxBytes, atOnce, now }: ImageCacheOptions): ImageCache {
  const cached = new Map<string, { image: FetchedImage | null; until: number }>();
  const underWay = new Map<string, Promise<FetchedImage | null>>();
  const slotsOf = new Map<string, Slots>();
  let size = 0;

  const sizeOf = (key: string) => OVERHEAD + key.length * 2 + (cached.get(key)?.image?.bytes.length ?? 0);
  const drop = (key: string) => {
    size -= sizeOf(key);
    cached.delete(key);
  };

  function keep(key: string, image: FetchedImage | null): void {
    if (cached.has(key)) drop(key);
    cached.set(key, { image, until: now() + maxAgeMs });
    size += sizeOf(key);
    for (const oldest of cached.keys()) {
      if (size <= maxBytes) break;
      drop(oldest);
    }
  }

  async function takeSlot(owner: string): Promise<void> {
    const slots = slotsOf.get(owner) ?? { taken: 0, waiting: [] };
    slotsOf.set(owner, slots);
    if (slots.taken < atOnce) slots.taken += 1;
    else await new Promise<void>((resolve) => slots.waiting.push(resolve));
  }

  /** A slot goes from one fetch to the next as it is, so that nobody comes in between. */
  function leaveSlot(owner: string): void {
    const slots = slotsOf.get(owner);
    const next = slots?.waiting.shift();
    if (next) next();
    else if (slots && (slots.taken -= 1) === 0) slotsOf.delete(owner);
  }

  async function fetched(owner: string, key: string, fetchNow: () => Promise<FetchedImage | null>) {
    await takeSlot(owner);
    try {
      const image = await fetchNow();
      keep(key, image);
      return image;
    } finally {
      underWay.delete(key);
      leaveSlot(owner);
    }
  }

  return async (owner, address, fetchNow) => {
    const key = `${owner} ${address}`;
    const found = cached.get(key);
    if (found && found.until > now()) {
      cached.delete(key);
      cached.set(key, found);
      return found.image;
    }
    const asked = underWay.get(key) ?? fetched(owner, key, fetchNow);
    underWay.set(key, asked);
    return asked;
  };
}
