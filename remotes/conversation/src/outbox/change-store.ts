import type { Ticket, TicketId } from '@inbox/domain';
import type { Records } from '../storage/records';
import { createStoredQueue, type StoredQueue } from './stored-queue';
import type { TicketChange, WaitingChange } from './ticket-change';

export interface ChangeStoreDeps {
  records: Records;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
  /** A random id. */
  newId(): string;
}

/** Queue of ticket changes that wait, by `id`, in the order in which the agent made them. */
export interface ChangeStore extends StoredQueue<WaitingChange> {
  /** @throws when the browser does not store it */
  add(ticket: Pick<Ticket, 'id' | 'owner_id' | 'received_at'>, change: TicketChange): Promise<void>;
  /** Stores with a change why it waits or was refused. */
  note(id: string, noted: Partial<WaitingChange>): Promise<void>;
  /** Removes a change that was made. Later changes of the ticket then expect the owner that an assignment has set. */
  finish(made: WaitingChange): Promise<void>;
  /** Removes those of these tickets; rejects when the browser cannot. */
  dropErased(tickets: ReadonlySet<TicketId>): Promise<void>;
}

export function createChangeStore({ records, now, newId }: ChangeStoreDeps): ChangeStore {
  const queue = createStoredQueue({ records, kind: 'changes', now });
  return {
    ...queue,
    async add({ id: ticket_id, owner_id, received_at }, change) {
      const id = newId();
      const seen = { owner_id, received_at };
      const entry = { id, place: queue.placeOf(id), ticket_id, change, seen, waiting: null, refused: null, met: null };
      await records.change(['changes'], (tx) => tx.put('changes', id, entry), { flush: true });
      queue.publish();
    },
    note: (id, noted) => queue.edit(id, (entry) => ({ ...entry, ...noted })),
    finish({ id, ticket_id, change }) {
      if (change.kind !== 'assign') return queue.remove(id);
      return queue.remove(id, async (tx) => {
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
      queue.publish();
    },
  };
}
