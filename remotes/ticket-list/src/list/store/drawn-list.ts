import type { ListFilters, Ticket, TicketId } from '@inbox/domain';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { heldOrder, waitingUpdates } from './held-order';
import { emptyList, listReducer, type ListAction, type ListState, type Phase } from './list-state';

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

/** State of the list, and the order in which its rows are drawn. */
export interface DrawnList {
  view: ReadableStore<ListView>;
  state(): ListState;
  /** Ids of the drawn rows, in their order. */
  drawn(): readonly TicketId[];
  /** Changes the state. While the list is held, drawn rows keep their positions. */
  dispatch(action: ListAction): void;
  /** Empties the list for other filters. */
  setFilters(filters: ListFilters): void;
  hold(held: boolean): void;
  /** Draws the rows in the chosen order now. */
  applyUpdates(): void;
}

export function createDrawnList(filters: ListFilters): DrawnList {
  let state = emptyList(filters, Date.now());
  let drawn: readonly TicketId[] = state.order;
  let held = false;
  const view = createStore(draw());

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

  return {
    view,
    state: () => state,
    drawn: () => drawn,
    dispatch(action) {
      const before = state;
      state = listReducer(state, action);
      if (state !== before) show(held ? heldOrder(drawn, state.order) : state.order);
    },
    setFilters(next) {
      state = listReducer(state, { type: 'filters', filters: next, at: Date.now() });
      show(state.order);
    },
    hold(next) {
      held = next;
      if (!held && drawn !== state.order) show(state.order);
    },
    applyUpdates: () => show(state.order),
  };
}
