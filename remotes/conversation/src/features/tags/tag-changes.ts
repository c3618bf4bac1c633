import { tagList, type Ticket, type TicketId } from '@inbox/domain';
import { createKeyedStore, createListeners } from '@inbox/panel/store';

/** A tag on its way onto a ticket, or one that did not get there. */
export interface PendingTag {
  readonly tag: string;
  readonly state: 'adding' | 'failed';
}

/** Changes of tags, of all tickets: what is not done yet stays to be seen, whichever ticket is open meanwhile. */
export interface TagChanges {
  add(ticket: TicketId, tag: string): void;
  remove(ticket: TicketId, tag: string): void;
  /** Adds a tag that failed once more. */
  again(ticket: TicketId, tag: string): void;
  /** Forgets a tag that failed. */
  discard(ticket: TicketId, tag: string): void;
  pending(ticket: TicketId): readonly PendingTag[];
  subscribe(listener: () => void): () => void;
  /** Tells of each change that failed, until it is unsubscribed. */
  onFailed(listener: (ticket: TicketId, error: unknown) => void): () => void;
}

interface Deps {
  add(ticket: TicketId, tags: string): Promise<Ticket>;
  remove(ticket: TicketId, tags: string): Promise<Ticket>;
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

  function enqueue(ticket: TicketId, call: () => Promise<Ticket>, ended: (failed: boolean) => void): void {
    const before = last.get(ticket) ?? Promise.resolve();
    last.set(
      ticket,
      before.then(async () => {
        try {
          deps.onChanged(await call());
          ended(false);
        } catch (error) {
          ended(true);
          failed.notify(ticket, error);
        }
      }),
    );
  }

  function add(ticket: TicketId, tag: string): void {
    put(ticket, { tag, state: 'adding' });
    enqueue(
      ticket,
      () => deps.add(ticket, tag),
      (hasFailed) => (hasFailed ? put(ticket, { tag, state: 'failed' }) : discard(ticket, tag)),
    );
  }

  return {
    add,
    again: add,
    remove: (ticket, tag) =>
      enqueue(
        ticket,
        () => deps.remove(ticket, tag),
        () => undefined,
      ),
    discard,
    pending: pending.get,
    subscribe: pending.subscribe,
    onFailed: failed.subscribe,
  };
}

/** Those that the ticket has not got by now: a live event may be faster than the answer. */
export const notYetOn = (tags: string, pending: readonly PendingTag[]): readonly PendingTag[] =>
  pending.filter(({ tag }) => !tagList(tags).some((one) => isSame(one, tag)));
