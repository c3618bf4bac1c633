import type { Api } from '@inbox/api';
import { NO_FILTERS, type TicketCounts } from '@inbox/domain';

/** Milliseconds between two counts: a rush of events asks once a second, not once an event. */
export const COUNT_EVERY_MS = 1_000;

export interface CountsStore {
  subscribe(listener: () => void): () => void;
  /** Null until they are known. A count that fails leaves the last ones standing. */
  getCounts(): TicketCounts | null;
  /** Counts anew: soon, once for many askers, never two at a time. */
  ask(): void;
  dispose(): void;
}

/** The numbers on the tabs. All keys come in one answer, so no filter is sent. */
export function createCountsStore({ api }: { api: Pick<Api, 'ticketCounter'> }): CountsStore {
  const listeners = new Set<() => void>();
  const ended = new AbortController();
  let counts: TicketCounts | null = null;
  let busy = false;
  let again = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function count(): Promise<void> {
    busy = true;
    again = false;
    try {
      counts = await api.ticketCounter({ body: { filters: NO_FILTERS } }, { signal: ended.signal });
      for (const listener of listeners) listener();
    } catch {
      // The numbers are a help, not the work: the last ones stand until the next count.
    }
    if (ended.signal.aborted) return;
    pause = setTimeout(() => {
      busy = false;
      if (again) void count();
    }, COUNT_EVERY_MS);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getCounts: () => counts,
    ask() {
      if (busy) again = true;
      else void count();
    },
    dispose() {
      ended.abort();
      clearTimeout(pause);
      listeners.clear();
    },
  };
}
