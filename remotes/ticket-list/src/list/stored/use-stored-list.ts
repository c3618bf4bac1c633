import { calls } from '@inbox/api';
import { usePanel } from '@inbox/panel';
import { whenIdle } from '@inbox/panel/when-idle';
import { useEffect } from 'react';
import type { CountsStore } from '../../tabs/counts-store';
import { firstPageOf } from '../store/list-pages';
import type { ListStore } from '../store/list-store';

/**
 * Shows what an earlier page has stored of this list, until the server has answered; and stores it for later ones. It is
 * stored by what the list asks for, as the page's own script asks (`host/src/first-call/early-request.ts`).
 */
export function useStoredList(store: ListStore, counts: CountsStore): void {
  const { bus, stored } = usePanel();
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
    // All else comes behind the rows, and is there when the connection goes.
    const left = new AbortController();
    const answers = stored;
    function keepNext(): void {
      const stop = store.subscribe(() => {
        if (store.get().phase.kind === 'loading') return;
        stop();
        whenIdle(() => {
          import(/* webpackChunkName: "later" */ './list-storage').then(
            ({ keepList }) => keepList({ store, counts, stored: answers, bus }, left.signal),
            keepNext,
          );
        });
      });
      left.signal.addEventListener('abort', stop, { once: true });
    }
    if (!left.signal.aborted) keepNext();
    return () => left.abort();
  }, [bus, stored, store, counts]);
}
