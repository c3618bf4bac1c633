import type { Api } from '@inbox/api';
import type { AgentId, ListFilters, TicketCounts } from '@inbox/domain';
import { retryWait } from '@inbox/panel/retry';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { defaultFilters, sameFilters } from '../filters/filter-rules';

/** Milliseconds between two counts: a rush of events asks once a second, not once an event. */
export const COUNT_EVERY_MS = 1_000;

/** Milliseconds for which the numbers under other filters stay, so that they do not flicker. */
export const OLD_COUNTS_MS = 1_000;

/** Of whose tickets the live channel told a count: the agent's own, or those that nobody owns. */
export type Counter = 'own' | 'unowned';

export interface CountsStore {
  /** Null until they are known under these filters. A count anew that fails leaves the last ones standing. */
  current: ReadableStore<TicketCounts | null>;
  /** They could not be had: they are asked for again by themselves. */
  hasFailed: ReadableStore<boolean>;
  /** Counts under these filters from here on. */
  count(filters: ListFilters): void;
  /** Shows what an earlier page counted under the filters that are set, until the server has answered. */
  assume(counts: TicketCounts): void;
  /** What the server has counted under the filters that are set; null while it has not. */
  known(): TicketCounts | null;
  /** Counts anew: soon, once for many askers, never two at a time. */
  ask(): void;
  /** The live channel counted. */
  apply(whose: Counter, counts: TicketCounts): void;
  /** The live channel was away: what it told is old. */
  forgetCounters(): void;
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
  const ofTheAgent = counted(defaultFilters(me));
  let under = counted(filters);
  const current = createStore<TicketCounts | null>(null);
  const hasFailed = createStore(false);
  /** The counts shown are of these filters. */
  let isOfFilters = true;
  /** The counts shown are of an earlier page. */
  let isAssumed = false;
  /** Failures in a row. */
  let failures = 0;
  let received: Partial<Record<Counter, TicketCounts>> = {};
  let running = new AbortController();
  let busy = false;
  let again = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function show(next: TicketCounts): void {
    isOfFilters = true;
    isAssumed = false;
    failures = 0;
    clearTimeout(retry);
    current.set(next);
    hasFailed.set(false);
  }

  /** Numbers of other filters would be taken for those of the filters that are set. */
  function forgetOld(): void {
    if (isOfFilters) return;
    current.set(null);
    hasFailed.set(failures > 0);
  }

  function fail(): void {
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(ask, retryWait(failures));
    forgetOld();
    if (isAssumed) current.set(null);
    hasFailed.set(current.get() === null);
  }

  async function read(signal: AbortSignal): Promise<void> {
    try {
      const answer = await api.ticketCounter({ body: { filters: under } }, { signal });
      if (!signal.aborted) show(answer);
    } catch {
      if (!signal.aborted) fail();
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
    current,
    hasFailed,
    count(next) {
      const wanted = counted(next);
      if (!sameFilters(wanted, under)) {
        // Other filters have other numbers, which do not wait for their turn.
        under = wanted;
        isOfFilters = false;
        clearTimeout(forgetting);
        forgetting = setTimeout(forgetOld, OLD_COUNTS_MS);
        countNow();
      } else if (isAssumed || current.get() === null) ask();
    },
    assume(counts) {
      if (current.get() !== null || !isOfFilters) return;
      isAssumed = true;
      current.set(counts);
    },
    known: () => (isOfFilters && !isAssumed ? current.get() : null),
    ask,
    apply(whose, now) {
      received = { ...received, [whose]: now };
      const { own, unowned } = received;
      if (own && unowned && me !== null && sameFilters(under, ofTheAgent)) show(sum(own, unowned));
    },
    forgetCounters() {
      received = {};
    },
    dispose() {
      running.abort();
      for (const timer of [pause, forgetting, retry]) clearTimeout(timer);
    },
  };
}
