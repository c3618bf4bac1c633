import {
  maySelect,
  type Acting,
  type ListFilters,
  type SelectRefusal,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { hasCommand, keyOf } from '@inbox/ui/keys';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '../../messages';
import type { RowCheck } from '../../list/rows/row-check';
import { RowCheckbox } from './row-checkbox';
import { add, extend, isEmpty, keepOnly, toggle } from './selection-state';
import { createSelectionStore, type SelectionStore } from './selection-store';

const refusals: Record<SelectRefusal, string> = {
  closed: messages.blockedClosed,
  subscribed: messages.blockedSubscribed,
};

export interface SelectionControl {
  store: SelectionStore;
  /** The rows that are loaded and may be chosen, from the top down. */
  selectable(): TicketId[];
  /** The checkbox of a row. */
  check: RowCheck;
  /** Space toggles, Shift with an arrow extends, Ctrl+A chooses what is loaded, Escape clears. */
  onRowKey(event: KeyboardEvent, ticket: Ticket): void;
  /** A finger rests on the row: chosen, or not any more. */
  onRowHold(ticket: Ticket): void;
  chooseLoaded(): void;
  /** Every ticket under the filters, on the server. */
  chooseAll(): void;
}

interface SelectionOptions {
  /** Null while nobody is signed in: nobody chooses. */
  acting: Acting | null;
  filters: ListFilters;
  rows: readonly Ticket[];
}

/** Choosing rows for bulk work, by the rules of spec section 5. It belongs to one list: other filters begin anew. */
export function useSelection({ acting, filters, rows }: SelectionOptions): SelectionControl {
  const { toast } = usePanel();
  const [store] = useState(createSelectionStore);
  const selectable = () => selectableOf(acting, rows);

  useLayoutEffect(() => store.clear(), [store, filters]);
  usePublished(store);
  // Nobody acts on what is not seen: what left the list is not chosen any more, nor what was closed meanwhile.
  useLayoutEffect(() => {
    if (isEmpty(store.get())) return;
    const stays = new Set(selectableOf(acting, rows));
    store.change((before) => keepOnly(before, (id) => stays.has(id)));
  }, [store, rows, acting]);

  const choose = (ticket: Ticket, range: boolean) => {
    if (acting === null) return;
    const verdict = maySelect(acting, ticket);
    if (verdict.allowed) {
      store.change((before) => (range ? extend(before, ticket.id, selectable()) : toggle(before, ticket.id)));
    } else {
      toast('error', refusals[verdict.reason]);
    }
  };
  // The rows are drawn with one function for good, which does what the newest render would.
  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });

  const stretch = (from: Ticket, to: Ticket | undefined) => {
    if (!to) return;
    const order = selectable();
    store.change((before) => {
      const begins = before.kind === 'some' && !before.ids.has(from.id) && order.includes(from.id);
      return extend(begins ? toggle(before, from.id) : before, to.id, order);
    });
  };

  const onRowKey = (event: KeyboardEvent, ticket: Ticket) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.shiftKey && step !== undefined) return stretch(ticket, rows[rows.indexOf(ticket) + step]);
    if (event.key === 'Escape' && !isEmpty(store.get())) {
      event.stopPropagation();
      return store.clear();
    }
    if (hasCommand(event) && keyOf(event) === 'a') {
      event.preventDefault();
      return store.change((before) => add(before, selectable()));
    }
    // The checkbox toggles by itself.
    if (event.key !== ' ' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    choose(ticket, event.shiftKey);
  };

  const check = useCallback<RowCheck>(
    (ticket, { tabStop }) => (
      <RowCheckbox
        ticket={ticket}
        store={store}
        tabStop={tabStop}
        blocked={acting === null || !maySelect(acting, ticket).allowed}
        onChoose={(chosen, range) => latest.current(chosen, range)}
      />
    ),
    [store, acting],
  );

  return {
    store,
    selectable,
    check,
    onRowKey,
    onRowHold: (ticket) => choose(ticket, false),
    chooseLoaded: () => store.change((before) => add(before, selectable())),
    chooseAll: () => store.change(() => ({ kind: 'all', except: new Set<TicketId>() })),
  };
}

const selectableOf = (acting: Acting | null, rows: readonly Ticket[]): TicketId[] =>
  acting === null ? [] : rows.filter((row) => maySelect(acting, row).allowed).map(({ id }) => id);

/** Tells the page what is chosen. */
function usePublished(store: SelectionStore): void {
  const { bus } = usePanel();
  useEffect(() => {
    const topic = bus.own('list.checked');
    const publish = () => {
      const selection = store.get();
      topic.set(selection.kind === 'all' ? { ids: [], all: true } : { ids: [...selection.ids], all: false });
    };
    publish();
    const end = store.subscribe(publish);
    return () => {
      end();
      topic.release();
    };
  }, [bus, store]);
}
