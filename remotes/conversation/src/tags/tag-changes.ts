import { tagList, type SeenTicket, type Ticket, type TicketId } from '@inbox/domain';
import { createKeyedStore, createListeners } from '@inbox/panel/store';

/** A tag on its way onto a ticket, one that waits for the connection, or one that did not get there. */
export interface PendingTag {
  readonly tag: string;
  readonly state: 'adding' | 'waiting' | 'failed';
}

/** A ticket that is tagged. */
export type TaggedTicket = Pick<Ticket, 'id'> & SeenTicket;

/** Changes of tags, of all tickets: what is not done yet stays to be seen, whichever ticket is open meanwhile. */
export interface TagChanges {
  add(ticket: TaggedTicket, tag: string): void;
  remove(ticket: TaggedTicket, tag: string): void;
  /** Adds a tag that failed once more. */
  again(ticket: TaggedTicket, tag: string): void;
  /** Forgets a tag that failed. */
  discard(ticket: TicketId, tag: string): void;
  pending(ticket: TicketId): readonly PendingTag[];
  subscribe(listener: () => void): () => void;
  /** Tells of each change that failed, until it is unsubscribed. */
  onFailed(listener: (ticket: TicketId, error: unknown) => void): () => void;
}

interface Deps {
  /** Null: it waits for the connection, as what is stored tells. */
  add(ticket: TaggedTicket, tags: string): Promise<Ticket | null>;
  remove(ticket: TaggedTicket, tags: string): Promise<Ticket | null>;
  onChanged(ticket: Ticket): void;
}

const NONE: readonly PendingTag[] = [];
const isSame = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

export function createTagChanges(deps: Deps): TagChanges {
  const pending = createKeyedStore<TicketId, readonly PendingTag[]>(NONE);
  /** One call after the other for each ticket, so that quick clicks keep their order. */
  const last = new Map<TicketId, Promise<void>>();
  const failed = createListeners<[ticket: TicketId, error: unknown]>();

  const othersThan = (ticket: TicketId, tag: string) => pending.get(ticket).filter((one) => !isSame(one.tag, tag));
  function discard(ticket: TicketId, tag: string): void {
    const others = othersThan(ticket, tag);
    pending.set(ticket, others.length === 0 ? NONE : others);
  }
  const put = (ticket: TicketId, changed: PendingTag) =>
    pending.set(ticket, [...othersThan(ticket, changed.tag), changed]);

  function enqueue(ticket: TicketId, call: () => Promise<Ticket | null>, ended: (failed: boolean) => void): void {
    const before = last.get(ticket) ?? Promise.resolve();
    last.set(
      ticket,
      before.then(async () => {
        try {
          const changed = await call();
          if (changed !== null) deps.onChanged(changed);
          ended(false);
        } catch (error) {
          ended(true);
          failed.notify(ticket, error);
        }
      }),
    );
  }

  function add(ticket: TaggedTicket, tag: string): void {
    put(ticket.id, { tag, state: 'adding' });
    enqueue(
      ticket.id,
      () => deps.add(ticket, tag),
      (hasFailed) => (hasFailed ? put(ticket.id, { tag, state: 'failed' }) : discard(ticket.id, tag)),
    );
  }

  return {
    add,
    again: add,
    remove: (ticket, tag) =>
      enqueue(
        ticket.id,
        () => deps.remove(ticket, tag),
        () => undefined,
      ),
    discard,
    pending: pending.get,
    subscribe: pending.subscribe,
    onFailed: failed.subscribe,
  };
}

/** A ticket's tags without those whose removal waits. */
export const withoutRemoved = (tags: readonly string[], removed: readonly string[]): string[] =>
  tags.filter((tag) => !removed.some((one) => isSame(one, tag)));

/** Those that the ticket has not got by now: a live event may be faster than the answer. */
export const notYetOn = (tags: string, pending: readonly PendingTag[]): readonly PendingTag[] =>
  pending.filter(({ tag }) => !tagList(tags).some((one) => isSame(one, tag)));
