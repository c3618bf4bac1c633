import { calls } from '@inbox/api';
import { usePanel } from '@inbox/panel';
import { useEffect } from 'react';
import type { CountsStore } from './model/counts-store';
import { firstPageOf, type ListStore } from './model/list-store';

/**
 * Shows what an earlier page has stored of this list, until the server has answered; and stores it for later ones. It is
 * stored by what the list asks for, as the page's own script asks (`host/src/first-call/ask.ts`).
 */
export function useStoredList(store: ListStore, counts: CountsStore): void {
  const { stored } = usePanel();
  useEffect(() => {
    if (!stored) return;
    const keyOf = () => JSON.stringify(firstPageOf(store.get().filters));
    const first = keyOf();
    void stored.read(first).then((found) => {
      if (!found || first !== keyOf()) return;
      const { list, counted } = Object(found.data) as Record<string, unknown>;
      const rows = calls.ticketList.answer.safeParse(list).data;
      if (!rows || !store.show(rows, found.at)) return;
      const numbers = calls.ticketCounter.answer.safeParse(counted).data;
      if (numbers) counts.assume(numbers);
    });
    const write = () => {
      const { filters } = store.get();
      stored.write(keyOf(), () => {
        const known = store.known(filters);
        return known && { data: { list: known.list, counted: counts.known() }, at: known.at, seq: known.list.seq };
      });
    };
    const ends = [store.subscribe(write), counts.current.subscribe(write)];
    return () => ends.forEach((end) => end());
  }, [stored, store, counts]);
}
