import type { Api, TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, LIST_PAGE_SIZE, type ListFilters } from '@inbox/domain';
import type { ReadableStore } from '@inbox/panel/store';
import { createDrawnList, type ListView } from './drawn-list';
import { readFromTop, readPage } from './list-pages';
import { changesCounts, unsureUntil, type Fact } from './list-state';

/** Milliseconds that facts are gathered before they are applied together: too short to be seen, enough for a rush. */
export const GATHER_MS = 50;

/** Milliseconds between two loads for facts of which only the server knows whether they belong in. */
export const ASK_EVERY_MS = 2_000;

export interface ListStore extends ReadableStore<ListView> {
  /** Loads the list from its top, first or after a failure; how it went shows in the view. */
  load(): void;
  /** Empties the list and loads it with these filters; an answer for earlier ones is not heard any more. */
  setFilters(filters: ListFilters): void;
  /** Loads the list anew in place. Rejects when that failed; settles at once when another load took its place. */
  reload(): Promise<void>;
  /** Loads the list anew, unless what shows, or is under way, includes all live events up to this number. */
  catchUp(seq: number): Promise<void>;
  /** The page below; does nothing while one is being loaded, or at the end. */
  loadMore(): void;
  apply(facts: readonly Fact[]): void;
  /**
   * Shows what an earlier page had, until the server answers; false when there are no rows in it, or better ones already.
   * @param at milliseconds
   */
  show(list: TicketListAnswer, at: number): boolean;
  /** The first rows under these filters as they are now, and since when in milliseconds; null while the server has not answered. */
  known(under: ListFilters): { list: TicketListAnswer; at: number } | null;
  /** While held no drawn row moves; let go, the chosen order applies. */
  hold(held: boolean): void;
  applyUpdates(): void;
  dispose(): void;
}

export interface ListStoreOptions {
  api: Pick<Api, 'ticketList'>;
  filters: ListFilters;
  /** Told when facts changed what the tabs count. */
  onCountsStale(): void;
}

/** The list outside React. Nothing is asked for before `load`. */
export function createListStore({ api, filters, onCountsStale }: ListStoreOptions): ListStore {
  const list = createDrawnList(filters);
  const { dispatch } = list;
  let running = new AbortController();
  /** The load from the top that is under way or was the last, and the live number that its answer includes. */
  let fromTop: Promise<void> = Promise.resolve();
  let answeredSeq = -1;
  /** The live number of the newest fact, and when the server said something of the list last. */
  let newest = 0;
  let saidAt = 0;
  /** The live number of the newest fact of which only the server knows whether it belongs in. */
  let unsure = 0;
  let gathered: Fact[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  function applyFacts(): void {
    clearTimeout(gathering);
    gathering = undefined;
    const facts = gathered;
    gathered = [];
    if (facts.length === 0) return;
    if (changesCounts(list.state(), facts)) onCountsStale();
    for (const { seq } of facts) {
      if (seq === null) continue;
      newest = Math.max(newest, seq);
      saidAt = Date.now();
    }
    unsure = Math.max(unsure, unsureUntil(list.state(), facts));
    dispatch({ type: 'facts', facts, drawn: list.drawn() });
    askWhenUnsure();
  }

  /** Nobody asked for it, so nobody is told when it fails; but the server is asked until it has answered. */
  function askWhenUnsure(): void {
    if (unsure <= answeredSeq) return;
    asking ??= setTimeout(() => {
      asking = undefined;
      if (list.state().phase.kind === 'ready' && unsure > answeredSeq) start();
    }, ASK_EVERY_MS);
  }

  function loadFirst(): Promise<void> {
    return (fromTop = readAndShow());
  }

  async function readAndShow(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    dispatch({ type: 'loading', what: 'first' });
    try {
      const { filters: now, order } = list.state();
      const answer = await readFromTop(api, now, order.length, signal);
      if (signal.aborted) return;
      answeredSeq = answer.seq;
      saidAt = Date.now();
      dispatch({ type: 'first-page', answer, drawn: list.drawn(), at: saidAt });
      askWhenUnsure();
    } catch (error) {
      if (signal.aborted) return;
      dispatch({ type: 'failed', what: 'first' });
      askWhenUnsure();
      throw error;
    }
  }

  async function loadNext(marker: string): Promise<void> {
    const { signal } = running;
    dispatch({ type: 'loading', what: 'more' });
    try {
      const answer = await readPage(api, list.state().filters, marker, signal);
      if (!signal.aborted) dispatch({ type: 'next-page', answer });
    } catch {
      if (!signal.aborted) dispatch({ type: 'failed', what: 'more' });
    }
  }

  const start = () => void loadFirst().catch(() => undefined);

  return {
    get: list.view.get,
    subscribe: list.view.subscribe,
    load: start,
    setFilters(next) {
      applyFacts();
      clearTimeout(asking);
      asking = undefined;
      unsure = 0;
      list.setFilters(next);
      start();
    },
    reload: loadFirst,
    async catchUp(seq) {
      await fromTop.catch(() => undefined);
      if (answeredSeq < seq) await loadFirst();
    },
    loadMore() {
      const { phase, window, asOf } = list.state();
      const idle = asOf === null && phase.kind === 'ready' && phase.more !== 'loading' && !phase.refreshing;
      if (idle && window?.marker) void loadNext(window.marker);
    },
    apply(facts) {
      gathered.push(...facts);
      gathering ??= setTimeout(applyFacts, GATHER_MS);
    },
    show(answer, at) {
      const isBetter = list.state().phase.kind !== 'ready' && answer.tickets.length > 0;
      if (isBetter) dispatch({ type: 'stored', answer, at });
      return isBetter;
    },
    known(under) {
      const { filters: now, window, order, asOf, known } = list.state();
      if (window === null || asOf !== null || under !== now) return null;
      const tickets = order.slice(0, LIST_PAGE_SIZE).flatMap((id) => known.get(id)?.ticket ?? []);
      const oldest_timestamp = order.length > LIST_PAGE_SIZE ? '' : (window.marker ?? END_OF_LIST);
      return { list: { tickets, oldest_timestamp, seq: Math.max(answeredSeq, newest) }, at: saidAt };
    },
    hold: list.hold,
    applyUpdates: list.applyUpdates,
    dispose() {
      running.abort();
      clearTimeout(gathering);
      clearTimeout(asking);
    },
  };
}
