import { calls } from '@inbox/api';
import type { BusClient, Connection } from '@inbox/events';
import { isCutOff } from '@inbox/panel/cut-off';
import type { StoredAnswers } from '@inbox/panel/contract';
import type { CountsStore } from '../../tabs/counts-store';
import { firstPageOf } from '../store/list-pages';
import type { ListStore } from '../store/list-store';
import { searchStored, type FoundStored } from './search-stored';

interface Parts {
  store: ListStore;
  counts: CountsStore;
  stored: StoredAnswers;
  bus: Pick<BusClient, 'onState'>;
}

/**
 * Stores what the list shows. Without a connection a list that could not be loaded shows what is stored of it, and a search
 * what it finds in the threads that are.
 */
export function keepList({ store, counts, stored, bus }: Parts, until: AbortSignal): void {
  if (until.aborted) return;
  const keyOf = () => JSON.stringify(firstPageOf(store.get().filters));
  let connection: Connection | undefined;
  /** Which list was looked for last. */
  let wanted = '';

  function write(): void {
    const { filters } = store.get();
    stored.write(keyOf(), () => {
      const known = store.known(filters);
      return known && { data: { list: known.list, counted: counts.known() }, at: known.at, seq: known.list.seq };
    });
  }

  async function read(key: string): Promise<FoundStored | null> {
    const found = await stored.read(key);
    const { list } = Object(found?.data) as Record<string, unknown>;
    const rows = calls.ticketList.answer.safeParse(list).data;
    return found && rows ? { list: rows, at: found.at } : null;
  }

  function standIn(): void {
    const { filters, phase } = store.get();
    if (phase.kind !== 'failed') wanted = '';
    if (phase.kind !== 'failed' || !isCutOff(connection) || wanted === keyOf()) return;
    const key = (wanted = keyOf());
    (filters.search === null ? read(key) : searchStored(stored, filters)).then(
      (found) => void (found && key === keyOf() && store.show(found.list, found.at)),
      () => undefined,
    );
  }

  const ends = [
    store.subscribe(write),
    store.subscribe(standIn),
    counts.current.subscribe(write),
    bus.onState('connection', (told) => {
      connection = told;
      standIn();
    }),
  ];
  until.addEventListener('abort', () => ends.forEach((end) => end()));
  write();
}
