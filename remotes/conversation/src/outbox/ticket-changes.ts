import type { Ticket, TicketId } from '@inbox/domain';
import { retryWait } from '@inbox/panel/retry';
import { createListeners } from '@inbox/panel/store';
import type { Performed } from './perform-change';
import type { Records, TypedTx } from '../storage/records';
import { reasonToWait, saying, says } from './reason-to-wait';
import { createSleepers } from '../storage/sleepers';
import { holdsReplies, type TicketChange, type WaitingChange } from './ticket-change';

export interface TicketChangesDeps {
  /** Of the changes. */
  records: Records;
  /** Loads the function that requests a change from the server; see `performChange`. */
  loadPerform(): Promise<(waiting: WaitingChange, signal: AbortSignal) => Promise<Performed>>;
  /** The replies that are on their way: when all are known, whether a ticket has one up to a place, and when they change. */
  replies: {
    known: Promise<void>;
    isUnsent(ticket: TicketId, upTo: number): Promise<boolean>;
    subscribe(listener: () => void): () => void;
  };
  /** Does this while no other tab does what has the same name. */
  alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
  /** A random id. */
  newId(): string;
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

export function createTicketChanges(deps: TicketChangesDeps): TicketChanges {
  const { records, loadPerform, replies, alone, now, newId } = deps;
  const { notify, subscribe } = createListeners();
  const performs = createListeners<[waiting: WaitingChange, performed: Performed]>();
  const refusals = createListeners<[waiting: WaitingChange, words: string]>();
  const rests = createListeners();
  const sleepers = createSleepers();
  /** What the browser would not store of changes that it has stored. */
  const overlay = new Map<string, Partial<WaitingChange>>();
  /** Done or given up, should their records still be there. */
  const ended = new Set<string>();
  let listed: readonly WaitingChange[] = [];
  let signal: AbortSignal | null = null;
  let [isDraining, isAgain] = [false, false];
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

  async function edit(id: string, change: Partial<WaitingChange>): Promise<void> {
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
  }

  /** Should the record stay, it is asked again after a reload, and the server does nothing a second time. */
  async function end(id: string, also?: (tx: TypedTx) => Promise<void>): Promise<void> {
    ended.add(id);
    overlay.delete(id);
    publish();
    const remove = (tx: TypedTx) => {
      tx.remove('changes', id);
      return also?.(tx);
    };
    await records.change(['changes'], remove).catch(() => undefined);
    publish();
  }

  /** What an agent asked for after they had handed the ticket over, they asked for with that in mind. */
  function finish({ id, ticket_id, change }: WaitingChange): Promise<void> {
    if (change.kind !== 'assign') return end(id);
    return end(id, async (tx) => {
      for (const [key, later] of await tx.all('changes')) {
        if (key === id || later.ticket_id !== ticket_id) continue;
        tx.put('changes', key, { ...later, seen: { ...later.seen, owner_id: change.to } });
      }
    });
  }

  /** What all tabs have stored and ended until now. */
  async function look(): Promise<void> {
    await records.read('changes').catch(() => undefined);
    publish();
  }

  /** The next that may leave. */
  async function next(behind: ReadonlySet<TicketId>): Promise<WaitingChange | undefined> {
    await look();
    const held = new Set(behind);
    for (const entry of listed) {
      if (held.has(entry.ticket_id)) continue;
      if (entry.refused === null && entry.met === null) return entry;
      held.add(entry.ticket_id);
    }
    return undefined;
  }

  async function performAll(until: AbortSignal): Promise<void> {
    /** Tickets whose replies leave first. */
    const behind = new Set<TicketId>();
    let failures = 0;
    await replies.known;
    for (let entry = await next(behind); entry && !until.aborted; entry = await next(behind)) {
      if (await replies.isUnsent(entry.ticket_id, entry.place)) {
        behind.add(entry.ticket_id);
        if (entry.waiting !== 'replies') await edit(entry.id, { waiting: 'replies' });
        continue;
      }
      try {
        const perform = await loadPerform();
        // A change that was discarded meanwhile must not be made.
        const { id } = entry;
        if (until.aborted || !listed.some((waiting) => waiting.id === id)) continue;
        const performed = await perform(entry, until);
        if (until.aborted) return;
        failures = 0;
        // First: no page is drawn between the two, on which it would be neither made nor waiting.
        performs.notify(entry, performed);
        if (performed.kind === 'met') await edit(entry.id, { met: performed.ticket, waiting: null });
        else await finish(entry);
      } catch (error) {
        if (until.aborted) return;
        const why = reasonToWait(error);
        if (why === null) {
          const words = error instanceof Error ? error.message : String(error);
          await edit(entry.id, { refused: words, waiting: null });
          refusals.notify(entry, words);
        } else {
          if (!says(entry, why)) await edit(entry.id, saying(why));
          failures += 1;
          await sleepers.sleep(Math.max(retryWait(failures), why.leastMs), until);
        }
      }
    }
  }

  async function drain(): Promise<void> {
    isAgain = true;
    if (signal === null || isDraining || listed.length === 0) return;
    const until = signal;
    isDraining = true;
    try {
      while (isAgain && !until.aborted) {
        isAgain = false;
        await alone('changes', until, () => performAll(until));
      }
      if (!until.aborted) rests.notify();
    } finally {
      isDraining = false;
    }
  }

  return {
    start() {
      const stopped = new AbortController();
      signal = stopped.signal;
      const goOn = () => {
        publish();
        void drain();
      };
      const ends = [
        records.onChange('changes', (_, elsewhere) => (elsewhere ? goOn() : publish())),
        records.onMessage((message) => message.type === 'wake' && sleepers.wake()),
        replies.subscribe(() => void (listed.length > 0 && drain())),
      ];
      goOn();
      return () => {
        stopped.abort();
        signal = null;
        for (const stop of ends) stop();
        sleepers.wake();
      };
    },
    async add({ id: ticket_id, owner_id, received_at }, change) {
      const id = newId();
      lastPlace = Math.max(now(), lastPlace + 1, ...listed.map(({ place }) => place + 1));
      const seen = { owner_id, received_at };
      const entry = { id, place: lastPlace, ticket_id, change, seen, waiting: null, refused: null, met: null };
      await records.change(['changes'], (tx) => tx.put('changes', id, entry), { flush: true });
      publish();
      void drain();
    },
    known: records.loaded,
    list: () => listed,
    async holdReply(ticket, place) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, LOOK_MS);
        void look().then(() => {
          clearTimeout(limit);
          resolve();
        });
      });
      return listed.some((entry) => entry.ticket_id === ticket && entry.place < place && holdsReplies(entry.change));
    },
    again: (id) => void edit(id, { refused: null }).then(drain),
    doAnyway(id) {
      const met = listed.find((entry) => entry.id === id)?.met;
      if (!met) return;
      const { owner_id, received_at } = met;
      void edit(id, { met: null, seen: { owner_id, received_at } }).then(drain);
    },
    discard: (id) => void end(id).then(drain),
    async dropErased(tickets) {
      await records.change(['changes'], async (tx) => {
        for (const [id, { ticket_id }] of await tx.all('changes')) if (tickets.has(ticket_id)) tx.remove('changes', id);
      });
      publish();
    },
    wake(everywhere = false) {
      sleepers.wake();
      void drain();
      if (everywhere) records.post({ type: 'wake' });
    },
    subscribe,
    onPerformed: performs.subscribe,
    onRefused: refusals.subscribe,
    onRest: rests.subscribe,
  };
}
