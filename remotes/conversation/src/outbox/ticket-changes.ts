import type { Ticket, TicketId } from '@inbox/domain';
import { createListeners } from '@inbox/panel/store';
import type { Records } from '../storage/records';
import { createChangeLoop, type ChangeLoopDeps } from './change-loop';
import { createChangeStore, type ChangeStoreDeps } from './change-store';
import type { Performed } from './perform-change';
import { holdsReplies, type TicketChange, type WaitingChange } from './ticket-change';

export interface TicketChangesDeps extends ChangeStoreDeps, Pick<ChangeLoopDeps, 'loadPerform' | 'alone'> {
  /** Of the changes. */
  records: Records;
  /** The replies that are on their way: when all are known, whether a ticket has one up to a place, and when they change. */
  replies: ChangeLoopDeps['replies'] & { subscribe(listener: () => void): () => void };
}

/**
 * Changes of tickets that wait for the connection. Each is stored, and leaves once: those of a ticket in their order and
 * behind the replies that were written before them, by one tab at a time. What is refused, or meets a ticket that has
 * changed, holds up what was asked of its ticket after it, until the agent has decided.
 */
export interface TicketChanges {
  /** Begins with what an earlier page left waiting; returns how to stop. */
  start(): () => void;
  /** Resolves when the browser has stored it, and rejects when it cannot: then it does not wait. */
  add(ticket: Pick<Ticket, 'id' | 'owner_id' | 'received_at'>, change: TicketChange): Promise<void>;
  /** Resolves when all that wait are known, or when the browser does not tell in time. */
  known: Promise<void>;
  /** All that wait, in their order. */
  list(): readonly WaitingChange[];
  /** Does one wait, by what all tabs have stored, that is made before a reply with this place to this ticket leaves? */
  holdReply(ticket: TicketId, place: number): Promise<boolean>;
  /** Tries what was refused once more. */
  again(id: string): void;
  /** Does it all the same, now that its agent has seen how the ticket is. */
  doAnyway(id: string): void;
  discard(id: string): void;
  /** Removes those of these tickets; rejects when the browser cannot. */
  dropErased(tickets: ReadonlySet<TicketId>): Promise<void>;
  /** The line may be back: attempts that wait happen now; also those of other tabs when `everywhere`. */
  wake(everywhere?: boolean): void;
  subscribe(listener: () => void): () => void;
  /** Calls back with each answer of the server, in the tab that asked. */
  onPerformed(listener: (waiting: WaitingChange, performed: Performed) => void): () => void;
  /** Calls back with each change that the server refuses, in the tab that asked. */
  onRefused(listener: (waiting: WaitingChange, words: string) => void): () => void;
  /** Calls back when all that could leave has left, in the tab that asked. */
  onRest(listener: () => void): () => void;
}

/** Milliseconds that a reply waits for a browser that does not say what is stored. */
const LOOK_MS = 4_000;

export function createTicketChanges({ records, now, newId, ...deps }: TicketChangesDeps): TicketChanges {
  const performs = createListeners<[waiting: WaitingChange, performed: Performed]>();
  const refusals = createListeners<[waiting: WaitingChange, words: string]>();
  const rests = createListeners();
  const changes = createChangeStore({ records, now, newId });
  const loop = createChangeLoop({
    ...deps,
    changes,
    onPerformed: performs.notify,
    onRefused: refusals.notify,
    onRest: rests.notify,
  });

  return {
    start() {
      const stopLoop = loop.start();
      const goOn = () => {
        changes.publish();
        loop.drain();
      };
      const ends = [
        records.onChange('changes', (_, elsewhere) => (elsewhere ? goOn() : changes.publish())),
        records.onMessage((message) => message.type === 'wake' && loop.wake()),
        deps.replies.subscribe(() => changes.list().length > 0 && loop.drain()),
      ];
      goOn();
      return () => {
        for (const stop of ends) stop();
        stopLoop();
      };
    },
    async add(ticket, change) {
      await changes.add(ticket, change);
      loop.drain();
    },
    known: records.loaded,
    list: changes.list,
    async holdReply(ticket, place) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, LOOK_MS);
        void changes.refresh().then(() => {
          clearTimeout(limit);
          resolve();
        });
      });
      return changes
        .list()
        .some((entry) => entry.ticket_id === ticket && entry.place < place && holdsReplies(entry.change));
    },
    again: (id) => void changes.note(id, { refused: null }).then(loop.drain),
    doAnyway(id) {
      const met = changes.list().find((entry) => entry.id === id)?.met;
      if (!met) return;
      const { owner_id, received_at } = met;
      void changes.note(id, { met: null, seen: { owner_id, received_at } }).then(loop.drain);
    },
    discard: (id) => void changes.remove(id).then(loop.drain),
    dropErased: changes.dropErased,
    wake(everywhere = false) {
      loop.wake();
      loop.drain();
      if (everywhere) records.post({ type: 'wake' });
    },
    subscribe: changes.subscribe,
    onPerformed: performs.subscribe,
    onRefused: refusals.subscribe,
    onRest: rests.subscribe,
  };
}
