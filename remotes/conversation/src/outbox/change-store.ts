import type { Ticket, TicketId } from '@inbox/domain';
import { createListeners } from '@inbox/panel/store';
import type { Records, TypedTx } from '../storage/records';
import type { TicketChange, WaitingChange } from './ticket-change';

export interface ChangeStoreDeps {
  records: Records;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
  /** A random id. */
  newId(): string;
}

/** Changes of tickets that wait, as all tabs of the agent have them stored. */
export interface ChangeStore {
  /** All that wait, in their order. */
  list(): readonly WaitingChange[];
  subscribe(listener: () => void): () => void;
  /** Lists what the records in memory say now. */
  publish(): void;
  /** Reads what all tabs have stored and removed until now. */
  refresh(): Promise<void>;
  /** @throws when the browser does not store it */
  add(ticket: Pick<Ticket, 'id' | 'owner_id' | 'received_at'>, change: TicketChange): Promise<void>;
  /** Changes what is noted of a change, in this page's memory when the browser does not store it. */
  edit(id: string, change: Partial<WaitingChange>): Promise<void>;
  /** Removes a change. Should the record stay, it is asked again after a reload, and the server does nothing a second time. */
  remove(id: string): Promise<void>;
  /** Removes a change that was made. What was asked after an assignment was asked with the new owner in mind. */
  finish(made: WaitingChange): Promise<void>;
  /** Removes those of these tickets; rejects when the browser cannot. */
  dropErased(tickets: ReadonlySet<TicketId>): Promise<void>;
}

export function createChangeStore({ records, now, newId }: ChangeStoreDeps): ChangeStore {
  const { notify, subscribe } = createListeners();
  /** What the browser would not store of changes that it has stored. */
  const overlay = new Map<string, Partial<WaitingChange>>();
  /** Done or given up, should their records still be there. */
  const ended = new Set<string>();
  let listed: readonly WaitingChange[] = [];
  let lastPlace = 0;

  function publish(): void {
    const stored = [...records.of('changes').values()].sort((a, b) => a.place - b.place);
    const found = stored
      .filter(({ id }) => !ended.has(id))
      .map((entry) => (overlay.has(entry.id) ? { ...entry, ...overlay.get(entry.id) } : entry));
    if (found.length === listed.length && found.every((entry, at) => entry === listed[at])) return;
    listed = found;
    notify();
  }

  async function remove(id: string, also?: (tx: TypedTx) => Promise<void>): Promise<void> {
    ended.add(id);
    overlay.delete(id);
    publish();
    const work = (tx: TypedTx) => {
      tx.remove('changes', id);
      return also?.(tx);
    };
    await records.change(['changes'], work).catch(() => undefined);
    publish();
  }

  return {
    list: () => listed,
    subscribe,
    publish,
    async refresh() {
      await records.read('changes').catch(() => undefined);
      publish();
    },
    async add({ id: ticket_id, owner_id, received_at }, change) {
      const id = newId();
      lastPlace = Math.max(now(), lastPlace + 1, ...listed.map(({ place }) => place + 1));
      const seen = { owner_id, received_at };
      const entry = { id, place: lastPlace, ticket_id, change, seen, waiting: null, refused: null, met: null };
      await records.change(['changes'], (tx) => tx.put('changes', id, entry), { flush: true });
      publish();
    },
    async edit(id, change) {
      const all = { ...overlay.get(id), ...change };
      try {
        await records.change(['changes'], async (tx) => {
          const record = await tx.get('changes', id);
          // Another tab may have done or discarded it.
          if (record) tx.put('changes', id, { ...record, ...all });
        });
        overlay.delete(id);
      } catch {
        overlay.set(id, all);
      }
      publish();
    },
    remove: (id) => remove(id),
    finish({ id, ticket_id, change }) {
      if (change.kind !== 'assign') return remove(id);
      return remove(id, async (tx) => {
        for (const [key, later] of await tx.all('changes')) {
          if (key === id || later.ticket_id !== ticket_id) continue;
          tx.put('changes', key, { ...later, seen: { ...later.seen, owner_id: change.to } });
        }
      });
    },
    async dropErased(tickets) {
      await records.change(['changes'], async (tx) => {
        for (const [id, { ticket_id }] of await tx.all('changes')) if (tickets.has(ticket_id)) tx.remove('changes', id);
      });
      publish();
    },
  };
}
