import type { LiveEvent } from '@inbox/domain';
import type { Clock } from './clock';
import type { Line, LineListener, OpenLine } from './line';

/** Time that passes when a test says so. */
export class TestClock implements Clock {
  #now = Date.parse('2026-11-21T10:00:00Z');
  #made = 0;
  readonly #timers = new Map<number, { at: number; run: () => void }>();

  now = (): number => this.#now;
  random = (): number => 0;
  setTimeout = (run: () => void, ms: number): number => {
    this.#timers.set(++this.#made, { at: this.#now + ms, run });
    return this.#made;
  };
  clearTimeout = (timer: unknown): void => void this.#timers.delete(timer as number);

  get pending(): number {
    return this.#timers.size;
  }

  /** Lets `ms` milliseconds pass; what falls due runs in its order, at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [id, due] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (id === undefined || due === undefined || due.at > end) break;
      this.#timers.delete(id);
      this.#now = due.at;
      due.run();
    }
    this.#now = end;
  }
}

/** A line whose other end is in the test's hands. */
export class TestLine implements Line {
  readonly sent: unknown[] = [];
  isClosed = false;
  readonly since: number | null;
  readonly #listener: LineListener;

  constructor(since: number | null, listener: LineListener) {
    this.since = since;
    this.#listener = listener;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  say(...messages: unknown[]): void {
    for (const message of messages) if (!this.isClosed) this.#listener.message(JSON.stringify(message));
  }

  sayText(text: string): void {
    this.#listener.message(text);
  }

  drop(code = 1006): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#listener.closed(code);
  }
}

/** Keeps every line that is opened; `last` is the newest. */
export class TestLines {
  readonly all: TestLine[] = [];

  open: OpenLine = (since, listener) => {
    const line = new TestLine(since, listener);
    this.all.push(line);
    return line;
  };

  get last(): TestLine {
    const line = this.all.at(-1);
    if (!line) throw new Error('No line was opened.');
    return line;
  }
}

export const hello = (seq: number) => ({ type: 'live.hello', seq, server_time: '2026-11-21T10:00:00Z' });
export const caughtUp = (seq: number) => ({ type: 'live.caught_up', seq });
export const beat = (seq: number) => ({ type: 'live.beat', seq });

export function liveEvent(seq: number): LiveEvent {
  return { type: 'tickets.tickets', seq, at: '2026-11-21T10:00:00Z', by: null, tickets: [], items: [] };
}
