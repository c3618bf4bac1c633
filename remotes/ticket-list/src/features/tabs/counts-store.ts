import type { Api } from '@inbox/api';
import type { AgentId, ListFilters, TicketCounts } from '@inbox/domain';
import { defaultFilters, sameFilters } from '../filters/filter-rules';

/** Milliseconds between two counts: a rush of events asks once a second, not once an event. */
export const COUNT_EVERY_MS = 1_000;

/** Of whose tickets the live channel told a count: the agent's own, or those that nobody owns. */
export type Told = 'own' | 'unowned';

export interface CountsStore {
  subscribe(listener: () => void): () => void;
  /** Null until they are known. A count that fails leaves the last ones standing. */
  getCounts(): TicketCounts | null;
  /** Counts under these filters from here on. */
  count(filters: ListFilters): void;
  /** Counts anew: soon, once for many askers, never two at a time. */
  ask(): void;
  /** The live channel counted. */
  tell(whose: Told, counts: TicketCounts): void;
  /** The live channel was away: what it told is old. */
  forgetTold(): void;
  dispose(): void;
}

export interface CountsStoreOptions {
  api: Pick<Api, 'ticketCounter'>;
  me: AgentId | null;
  filters: ListFilters;
}

/** Tabs choose status and channel themselves, and end a search; the order counts nothing. */
const counted = (filters: ListFilters): ListFilters => ({
  ...filters,
  ticket_status: null,
  conversation_source: null,
  search: null,
  sort_by: null,
});

function sum(a: TicketCounts, b: TicketCounts): TicketCounts {
  const keys = [...Object.keys(a), ...Object.keys(b)];
  return Object.fromEntries(keys.map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));
}

/**
 * The numbers on the tabs, under the filters that are no tabs. All keys come in one answer. The live channel counts the
 * agent's own tickets and those that nobody owns: together they are what the default filters show.
 */
export function createCountsStore({ api, me, filters }: CountsStoreOptions): CountsStore {
  const listeners = new Set<() => void>();
  const ofTheAgent = counted(defaultFilters(me));
  let under = counted(filters);
  let counts: TicketCounts | null = null;
  let told: Partial<Record<Told, TicketCounts>> = {};
  let running = new AbortController();
  let busy = false;
  let again = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function show(next: TicketCounts): void {
    counts = next;
    for (const listener of listeners) listener();
  }

  async function read(signal: AbortSignal): Promise<void> {
    try {
      const answer = await api.ticketCounter({ body: { filters: under } }, { signal });
      if (!signal.aborted) show(answer);
    } catch {
      // The numbers are a help, not the work: the last ones stand until the next count.
    }
    if (signal.aborted) return;
    pause = setTimeout(() => {
      busy = false;
      if (again) countNow();
    }, COUNT_EVERY_MS);
  }

  function countNow(): void {
    clearTimeout(pause);
    running.abort();
    running = new AbortController();
    busy = true;
    again = false;
    void read(running.signal);
  }

  function ask(): void {
    if (busy) again = true;
    else countNow();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getCounts: () => counts,
    count(next) {
      const wanted = counted(next);
      if (!sameFilters(wanted, under)) {
        // Other filters have other numbers, which do not wait for their turn.
        under = wanted;
        countNow();
      } else if (counts === null) ask();
    },
    ask,
    tell(whose, now) {
      told = { ...told, [whose]: now };
      const { own, unowned } = told;
      if (own && unowned && me !== null && sameFilters(under, ofTheAgent)) show(sum(own, unowned));
    },
    forgetTold() {
      told = {};
    },
    dispose() {
      running.abort();
      clearTimeout(pause);
      listeners.clear();
    },
  };
}
