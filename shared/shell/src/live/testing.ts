import { newerText, type LiveEvent } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import type { Clock } from './clock';
import type { LiveConnection, ConnectionListener, OpenConnection } from './socket';
import { LiveChannel } from './live-channel';
import { START_MS } from './policy';

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

  /** The machine sleeps: the clock moves on, no timer runs. What fell due meanwhile runs when it wakes. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** The same in a background tab, where the browser looks for due timers once a minute. */
  passInBackground(ms: number): void {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now = Math.min(this.#now + 60_000, end);
      const due = [...this.#timers].filter(([, { at }]) => at <= this.#now);
      for (const [id, { run }] of due) if (this.#timers.delete(id)) run();
    }
  }

  /** Lets `ms` milliseconds pass; what falls due runs in its order, at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [id, due] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (id === undefined || due === undefined || due.at > end) break;
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }
}

/** A connection whose other end is in the test's hands. */
export class TestConnection implements LiveConnection {
  readonly sent: unknown[] = [];
  isClosed = false;
  readonly since: number | null;
  readonly #listener: ConnectionListener;

  constructor(since: number | null, listener: ConnectionListener) {
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
export class TestConnections {
  readonly all: TestConnection[] = [];

  open: OpenConnection = (since, listener) => {
    const line = new TestConnection(since, listener);
    this.all.push(line);
    return line;
  };

  get last(): TestConnection {
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

/** A channel that has just been started, with its two ends and what it told. */
export function startChannel() {
  const clock = new TestClock();
  const lines = new TestConnections();
  const told = {
    connections: [] as Connection[],
    events: [] as number[],
    signals: [] as string[],
    resyncs: [] as number[],
    newer: [] as string[],
    opens: [] as (number | null)[],
    panels: [] as number[],
    refetches: 0,
    expired: 0,
  };
  const channel = new LiveChannel({
    openConnection: lines.open,
    clock,
    onConnection: (connection) => told.connections.push(connection),
    bus: {
      emit(topic, payload) {
        if (topic === 'live.resync') told.resyncs.push((payload as { seq: number }).seq);
        else if (topic === 'refresh.requested') told.refetches += 1;
        else if ('seq' in payload) told.events.push(payload.seq);
        else if ('type' in payload) told.signals.push(payload.type);
      },
    },
    onNewer: (newer) => told.newer.push(newerText(newer)),
    onOpen: (first) => told.opens.push(first),
    onPanels: (revision) => told.panels.push(revision),
    onExpired: () => (told.expired += 1),
  });
  channel.start();
  const state = () => told.connections.at(-1)?.state;
  /** The first second goes by, in which nothing is flagged. */
  const settle = () => clock.pass(START_MS);
  return { clock, lines, told, channel, state, settle };
}
