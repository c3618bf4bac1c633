import { MAX_STRETCH_SECONDS, type TicketId } from '@inbox/domain';
import { retryWait } from '@inbox/panel/retry';
import { createKeyedStore } from '@inbox/panel/store';
import type { TimeEntry } from '../storage/record-types';

export interface HandledTimesOptions {
  /** Where stretches survive until the server has them; shared by all tabs. */
  store: {
    /** Resolves when `load` answers what earlier pages have stored. */
    loaded: Promise<unknown>;
    load(): readonly TimeEntry[];
    add(stretch: TimeEntry): void;
    remove(id: string): void;
  };
  /** Both answer the ticket's seconds so far. */
  load(ticket: TicketId): Promise<number>;
  report(stretch: TimeEntry): Promise<number>;
  /** A random UUID. */
  newId(): string;
  /** Will the server never take it, however often it is told? */
  isRefused(error: unknown): boolean;
}

/** How long tickets have been handled: what the server says, and what it has not been told yet. */
export interface HandledTimes {
  /** Seconds; null while they are not known. */
  total(ticket: TicketId): number | null;
  /** Asks the server anew. */
  load(ticket: TicketId): void;
  /** A stretch has ended; what is less than a second waits for the next. */
  add(ticket: TicketId, ms: number): void;
  /** Tells the server what it has not been told yet, and asks again what it did not answer. */
  wake(): void;
  /** Begins with what earlier pages have left, and wakes by itself as long as something fails; returns how to stop. */
  start(): () => void;
  subscribe(listener: () => void): () => void;
}

export function createHandledTimes({ store, load, report, newId, isRefused }: HandledTimesOptions): HandledTimes {
  const known = createKeyedStore<TicketId, number | null>(null);
  const rest = new Map<TicketId, number>();
  const telling = new Set<string>();
  /** Tickets whose time could not be asked for. */
  const missed = new Set<TicketId>();
  let isStarted = false;
  /** In a row. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wakeLater(): void {
    if (!isStarted || timer !== undefined) return;
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      wake();
    }, retryWait(failures));
  }

  async function tell(stretch: TimeEntry): Promise<void> {
    const { ticket_id, stretch_id } = stretch;
    if (telling.has(stretch_id)) return;
    telling.add(stretch_id);
    const forget = () => store.remove(stretch_id);
    try {
      const total = await report(stretch);
      failures = 0;
      forget();
      const untold = store.load().filter((each) => each.ticket_id === ticket_id && each.stretch_id !== stretch_id);
      known.set(
        ticket_id,
        untold.reduce((sum, { seconds }) => sum + seconds, total),
      );
    } catch (error) {
      if (isRefused(error)) forget();
      else wakeLater();
    } finally {
      telling.delete(stretch_id);
    }
  }

  function ask(ticket: TicketId): void {
    missed.delete(ticket);
    load(ticket).then(
      (seconds) => {
        failures = 0;
        known.set(ticket, seconds);
      },
      () => {
        missed.add(ticket);
        wakeLater();
      },
    );
  }

  function wake(): void {
    for (const stretch of store.load()) void tell(stretch);
    for (const ticket of [...missed]) ask(ticket);
  }

  return {
    total: known.get,
    load: ask,
    add(ticket, ms) {
      const all = (rest.get(ticket) ?? 0) + ms;
      const seconds = Math.min(Math.floor(all / 1000), MAX_STRETCH_SECONDS);
      rest.set(ticket, all % 1000);
      if (seconds === 0) return;
      const stretch = { ticket_id: ticket, stretch_id: newId(), seconds };
      // Stored first: the page may end before the server has answered.
      store.add(stretch);
      const before = known.get(ticket);
      if (before !== null) known.set(ticket, before + seconds);
      void tell(stretch);
    },
    wake,
    start() {
      isStarted = true;
      void store.loaded.then(() => isStarted && wake());
      return () => {
        isStarted = false;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    subscribe: known.subscribe,
  };
}
