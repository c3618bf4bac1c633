import { useSyncExternalStore } from 'react';

interface Ticker {
  now: number;
  subscribe(listener: () => void): () => void;
}

/** One timer per period for all who show it; it stands still in a hidden tab and catches up when that is shown. */
function createTicker(periodMs: number): Ticker {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ticker: Ticker = {
    now: Date.now(),
    subscribe(listener) {
      if (listeners.size === 0) start();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
  function tick() {
    ticker.now = Date.now();
    for (const listener of listeners) listener();
  }
  function tickAfter(ms: number) {
    timer = setTimeout(() => {
      tickAfter(periodMs);
      tick();
    }, ms);
  }
  function followVisibility() {
    clearTimeout(timer);
    timer = undefined;
    if (document.visibilityState === 'hidden') return;
    // What was told less than a period ago still holds: whoever comes new is not drawn twice.
    const leftMs = ticker.now + periodMs - Date.now();
    const isFresh = leftMs > 0 && leftMs <= periodMs;
    tickAfter(isFresh ? leftMs : periodMs);
    if (!isFresh) tick();
  }
  function start() {
    document.addEventListener('visibilitychange', followVisibility);
    followVisibility();
  }
  function stop() {
    document.removeEventListener('visibilitychange', followVisibility);
    clearTimeout(timer);
    timer = undefined;
  }
  return ticker;
}

const tickers = new Map<number, Ticker>();

function tickerOf(periodMs: number): Ticker {
  let ticker = tickers.get(periodMs);
  if (!ticker) tickers.set(periodMs, (ticker = createTicker(periodMs)));
  return ticker;
}

type Primitive = string | number | boolean | null;

/** The time in milliseconds, read anew every `periodMs` while the tab is visible. */
export function useNow(periodMs: number): number;
/** What `select` makes of that time. The component renders again only when this changes. */
export function useNow<Value extends Primitive>(periodMs: number, select: (now: number) => Value): Value;
export function useNow(periodMs: number, select: (now: number) => Primitive = itself): Primitive {
  const ticker = tickerOf(periodMs);
  return useSyncExternalStore(ticker.subscribe, () => select(ticker.now));
}

const itself = (now: number) => now;

/**
 * Calls `listener` every `periodMs` while the tab is visible, in the same moment in which `useNow` of this period renders:
 * what changes together makes one frame. Answers how to end it.
 */
export const onTick = (periodMs: number, listener: () => void): (() => void) => tickerOf(periodMs).subscribe(listener);
