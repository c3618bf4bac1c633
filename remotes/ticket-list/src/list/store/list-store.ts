import type { Api, TicketListAnswer, TicketListRequest } from '@inbox/api';
import { END_OF_LIST, LIST_PAGE_SIZE, type ListFilters, type Ticket, type TicketId } from '@inbox/domain';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { heldOrder, waitingUpdates } from './held-order';
import {
  changesCounts,
  emptyList,
  listReducer,
  unsureUntil,
  type Fact,
  type ListAction,
  type Phase,
} from './list-state';

/** Milliseconds that facts are gathered before they are applied together: too short to be seen, enough for a rush. */
export const GATHER_MS = 50;

/** Milliseconds between two loads for facts of which only the server knows whether they belong in. */
export const ASK_EVERY_MS = 2_000;

/** A list that is loaded anew asks for the rows it had in pages of this size, up to so many pages. */
const RELOAD_PAGE_SIZE = 100;
const RELOAD_PAGES = 5;

/** What the panel draws. */
export interface ListView {
  filters: ListFilters;
  phase: Phase;
  rows: readonly Ticket[];
  /** There is nothing below the last row. */
  atEnd: boolean;
  /** Changes of order that wait until the agent is done with the rows. */
  updates: number;
  /** The rows are of this moment, in milliseconds; null once the server has answered. */
  asOf: number | null;
}

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

/** What a list asks for first. */
export const firstPageOf = (filters: ListFilters, page_size = LIST_PAGE_SIZE): TicketListRequest => ({
  filters,
  page_size,
  fetch_since: null,
  inbox_version: 'old',
});

/** The list outside React. Nothing is asked for before `load`. */
export function createListStore({ api, filters, onCountsStale }: ListStoreOptions): ListStore {
  let state = emptyList(filters, Date.now());
  let drawn: readonly TicketId[] = state.order;
  let held = false;
  const view = createStore(draw());
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

  /** A plain loop: each batch of facts goes through all rows, of which there may be very many. */
  function rowsDrawn(): Ticket[] {
    const rows: Ticket[] = [];
    for (const id of drawn) {
      const entry = state.known.get(id);
      if (entry) rows.push(entry.ticket);
    }
    return rows;
  }

  function draw(): ListView {
    return {
      filters: state.filters,
      phase: state.phase,
      rows: rowsDrawn(),
      atEnd: state.window !== null && state.window.marker === null,
      updates: waitingUpdates(drawn, state.order),
      asOf: state.asOf,
    };
  }

  function show(nextDrawn: readonly TicketId[]): void {
    drawn = nextDrawn;
    view.set(draw());
  }

  function dispatch(action: ListAction): void {
    const before = state;
    state = listReducer(state, action);
    if (state !== before) show(held ? heldOrder(drawn, state.order) : state.order);
  }

  function applyFacts(): void {
    clearTimeout(gathering);
    gathering = undefined;
    const facts = gathered;
    gathered = [];
    if (facts.length === 0) return;
    if (changesCounts(state, facts)) onCountsStale();
    for (const { seq } of facts) {
      if (seq === null) continue;
      newest = Math.max(newest, seq);
      saidAt = Date.now();
    }
    unsure = Math.max(unsure, unsureUntil(state, facts));
    dispatch({ type: 'facts', facts, drawn });
    askWhenUnsure();
  }

  /** Nobody asked for it, so nobody is told when it fails; but the server is asked until it has answered. */
  function askWhenUnsure(): void {
    if (unsure <= answeredSeq) return;
    asking ??= setTimeout(() => {
      asking = undefined;
      if (state.phase.kind === 'ready' && unsure > answeredSeq) start();
    }, ASK_EVERY_MS);
  }

  function ask(pageSize: number, marker: string | null, signal: AbortSignal): Promise<TicketListAnswer> {
    return api.ticketList({ body: { ...firstPageOf(state.filters, pageSize), fetch_since: marker } }, { signal });
  }

  /** The list from its top, with as many rows as it had: the agent's place in it stays. */
  async function readFromTop(signal: AbortSignal): Promise<TicketListAnswer> {
    const wanted = state.order.length;
    const first = await ask(wanted > LIST_PAGE_SIZE ? RELOAD_PAGE_SIZE : LIST_PAGE_SIZE, null, signal);
    const tickets = [...first.tickets];
    let marker = first.oldest_timestamp;
    for (let page = 1; page < RELOAD_PAGES && tickets.length < wanted && marker !== END_OF_LIST; page += 1) {
      const next = await ask(RELOAD_PAGE_SIZE, marker, signal);
      tickets.push(...next.tickets);
      marker = next.oldest_timestamp;
    }
    return { tickets, oldest_timestamp: marker, seq: first.seq };
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
      const answer = await readFromTop(signal);
      if (signal.aborted) return;
      answeredSeq = answer.seq;
      saidAt = Date.now();
      dispatch({ type: 'first-page', answer, drawn, at: saidAt });
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
      const answer = await ask(LIST_PAGE_SIZE, marker, signal);
      if (!signal.aborted) dispatch({ type: 'next-page', answer });
    } catch {
      if (!signal.aborted) dispatch({ type: 'failed', what: 'more' });
    }
  }

  const start = () => void loadFirst().catch(() => undefined);

  return {
    get: view.get,
    subscribe: view.subscribe,
    load: start,
    setFilters(next) {
      applyFacts();
      clearTimeout(asking);
      asking = undefined;
      unsure = 0;
      state = listReducer(state, { type: 'filters', filters: next, at: Date.now() });
      show(state.order);
      start();
    },
    reload: loadFirst,
    async catchUp(seq) {
      await fromTop.catch(() => undefined);
      if (answeredSeq < seq) await loadFirst();
    },
    loadMore() {
      const { phase, window, asOf } = state;
      const idle = asOf === null && phase.kind === 'ready' && phase.more !== 'loading' && !phase.refreshing;
      if (idle && window?.marker) void loadNext(window.marker);
    },
    apply(facts) {
      gathered.push(...facts);
      gathering ??= setTimeout(applyFacts, GATHER_MS);
    },
    show(answer, at) {
      const isBetter = state.phase.kind !== 'ready' && answer.tickets.length > 0;
      if (isBetter) dispatch({ type: 'stored', answer, at });
      return isBetter;
    },
    known(under) {
      const { window, order, asOf } = state;
      if (window === null || asOf !== null || under !== state.filters) return null;
      const tickets = order.slice(0, LIST_PAGE_SIZE).flatMap((id) => state.known.get(id)?.ticket ?? []);
      const oldest_timestamp = order.length > LIST_PAGE_SIZE ? '' : (window.marker ?? END_OF_LIST);
      return { list: { tickets, oldest_timestamp, seq: Math.max(answeredSeq, newest) }, at: saidAt };
    },
    hold(next) {
      held = next;
      if (!held && drawn !== state.order) show(state.order);
    },
    applyUpdates: () => show(state.order),
    dispose() {
      running.abort();
      clearTimeout(gathering);
      clearTimeout(asking);
    },
  };
}
