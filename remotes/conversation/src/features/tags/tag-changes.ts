import { tagList, type Ticket, type TicketId } from '@inbox/domain';

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
  const byTicket = new Map<TicketId, readonly PendingTag[]>();
  /** One call after the other for each ticket, so that quick clicks keep their order. */
  const last = new Map<TicketId, Promise<void>>();
  const listeners = new Set<() => void>();
  const onFailed = new Set<(ticket: TicketId, error: unknown) => void>();

  function edit(ticket: TicketId, change: (pending: readonly PendingTag[]) => readonly PendingTag[]): void {
    const changed = change(byTicket.get(ticket) ?? NONE);
    if (changed.length === 0) byTicket.delete(ticket);
    else byTicket.set(ticket, changed);
    for (const listener of [...listeners]) listener();
  }
  const without = (ticket: TicketId, tag: string) =>
    edit(ticket, (pending) => pending.filter((one) => !isSame(one.tag, tag)));
  const put = (ticket: TicketId, changed: PendingTag) =>
    edit(ticket, (pending) => [...pending.filter((one) => !isSame(one.tag, changed.tag)), changed]);

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
          for (const listener of [...onFailed]) listener(ticket, error);
        }
      }),
    );
  }

  function add(ticket: TicketId, tag: string): void {
    put(ticket, { tag, state: 'adding' });
    enqueue(
      ticket,
      () => deps.add(ticket, tag),
      (failed) => (failed ? put(ticket, { tag, state: 'failed' }) : without(ticket, tag)),
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
    discard: without,
    pending: (ticket) => byTicket.get(ticket) ?? NONE,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFailed(listener) {
      onFailed.add(listener);
      return () => onFailed.delete(listener);
    },
  };
}

/** Those that the ticket has not got by now: a live event may be faster than the answer. */
export const notYetOn = (tags: string, pending: readonly PendingTag[]): readonly PendingTag[] =>
  pending.filter(({ tag }) => !tagList(tags).some((one) => isSame(one, tag)));
