import { CLOSE_QUIET, CLOSE_RESTART, CLOSE_SESSION_EXPIRED, clientMessageSchema } from '@inbox/api';
import type { LiveNotice } from '@inbox/api';
import type { Newer } from '@inbox/domain';
import type { BusClient, Connection } from '@inbox/events';
import { liveMessages as messages } from './messages';
import { Acks } from './acks';
import { Timer, type Clock } from './clock';
import { ConnectionFlag } from './flag';
import type { LiveConnection, OpenConnection } from './socket';
import { GREETING_MS, LOAD_ANEW_MS, REFETCH_MS, RESTART_MS, resubscribeWait, retryWait, SILENCE_MS } from './policy';
import { Sequence, type Numbered } from './sequence';
import { readServerMessage } from './server-message';

export interface LiveChannelOptions {
  openConnection: OpenConnection;
  clock: Clock;
  onConnection(connection: Connection): void;
  /**
   * Gets each event once, in the order of their numbers; what is true for the moment, as it comes; `live.resync` when
   * events were missed that cannot be had again, or not understood; and `refresh.requested` every 6 s while the connection
   * is down.
   */
  bus: Pick<BusClient, 'emit'>;
  /** The server has said something that this page does not know. */
  onNewer(newer: readonly Newer[]): void;
  /** The server greets: the connection is open. `first` is the number from which events follow; null after a reconnect. */
  onOpen(first: number | null): void;
  /** The registry of panels has this revision. */
  onPanels(revision: number): void;
  /** The server takes the session for ended (close code 4401). */
  onExpired(): void;
}

/**
 * The live connection to the backend: opens it, keeps it, asks for what was missed, hands on every event once and in order
 * (spec sections 4 and 9; figures in policy.ts).
 */
export class LiveChannel {
  readonly #options: LiveChannelOptions;
  readonly #sequence = new Sequence();
  readonly #acks: Acks;
  readonly #flag: ConnectionFlag;
  readonly #retry: Timer;
  readonly #resubscribe: Timer;
  readonly #refetch: Timer;
  /** Runs out when the server stays silent. */
  readonly #silence: Timer;
  readonly #loadingAnew: Timer;
  /** The newest event that was not understood. */
  #lost = 0;
  #connection: LiveConnection | null = null;
  #greeted = false;
  #lastHeard = 0;
  #attempts = 0;
  #resubscribed = 0;
  /** The newest number that the server has named. */
  #announced = 0;
  #offlineSince: number | null = null;
  #stopped = false;

  constructor(options: LiveChannelOptions) {
    this.#options = options;
    this.#acks = new Acks(options.clock);
    this.#flag = new ConnectionFlag(options.clock, options.onConnection);
    this.#retry = new Timer(options.clock);
    this.#resubscribe = new Timer(options.clock);
    this.#refetch = new Timer(options.clock);
    this.#silence = new Timer(options.clock);
    this.#loadingAnew = new Timer(options.clock);
  }

  start(): void {
    this.#flag.start();
    this.#connect();
  }

  /** Ends it for good. */
  stop(): void {
    this.#stopped = true;
    this.#hangUp();
    this.#flag.stop();
    this.#retry.clear();
    this.#refetch.clear();
    this.#loadingAnew.clear();
  }

  /** The agent is back, or asks for it: no waiting, and a connection that died in the meantime is not trusted. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#connection === null) this.#tryAnew();
    else if (this.#greeted && this.#options.clock.now() - this.#lastHeard > SILENCE_MS) this.#renew();
  }

  /** The network has changed, so the old socket is dead, however short its silence. */
  networkBack(): void {
    if (this.#stopped) return;
    if (this.#connection === null) this.#tryAnew();
    else if (this.#greeted) this.#renew();
  }

  /** The network is gone: so is the connection, whatever its socket still believes. */
  networkLost(): void {
    if (!this.#stopped && this.#connection !== null) this.#closed(null);
  }

  /** Says a typed message; resolves when the server has done it, rejects with words for people. */
  send(type: string, data: Record<string, unknown>): Promise<void> {
    const connection = this.#connection;
    if (connection === null || !this.#greeted) return Promise.reject(new Error(messages.notConnected));
    return this.#acks.request((ref) => {
      const message = clientMessageSchema.safeParse({ type, ref, data });
      if (message.success) connection.send(JSON.stringify(message.data));
      else this.#acks.refused(ref, messages.notUnderstood);
    });
  }

  #connect(): void {
    this.#retry.clear();
    this.#greeted = false;
    this.#connection = this.#options.openConnection(this.#sequence.last, {
      message: (text) => this.#onMessage(text),
      closed: (code) => this.#closed(code),
    });
    this.#silence.set(GREETING_MS, () => this.#closed(null));
  }

  /** Whoever comes back, or presses Try again, gets all the quick tries. */
  #tryAnew(): void {
    this.#attempts = 0;
    this.#flag.set({ state: 'connecting' });
    this.#connect();
  }

  #hangUp(): void {
    this.#connection?.close();
    this.#connection = null;
    this.#greeted = false;
    this.#silence.clear();
    this.#resubscribe.clear();
    this.#acks.lost();
  }

  /** Drops a connection on which something is missing and asks for it on a new one. */
  #renew(): void {
    this.#hangUp();
    this.#flag.set({ state: 'catching-up' });
    this.#connect();
  }

  #closed(code: number | null): void {
    this.#hangUp();
    if (code === CLOSE_SESSION_EXPIRED) {
      this.stop();
      this.#options.onExpired();
      return;
    }
    // Another node is there: nothing is missed, and nobody has to be told.
    if (code === CLOSE_RESTART && this.#attempts === 0) {
      this.#flag.set({ state: 'catching-up' });
      this.#retry.set(RESTART_MS * this.#options.clock.random(), () => this.#connect());
      return;
    }
    this.#offlineSince ??= this.#options.clock.now();
    if (code !== CLOSE_QUIET) {
      this.#attempts += 1;
      this.#retry.set(retryWait(this.#attempts, this.#options.clock.random()), () => this.#connect());
    }
    this.#flag.set({ state: 'offline', since: this.#offlineSince, attempt: this.#attempts });
    if (!this.#refetch.isSet) this.#refetchLater();
  }

  #refetchLater(): void {
    this.#refetch.set(REFETCH_MS, () => {
      this.#options.bus.emit('refresh.requested', {});
      this.#refetchLater();
    });
  }

  #onMessage(text: string): void {
    this.#lastHeard = this.#options.clock.now();
    this.#silence.set(this.#greeted ? SILENCE_MS : GREETING_MS, () => this.#died());
    const { message, newer } = readServerMessage(text);
    if (newer.length > 0) this.#options.onNewer(newer);
    if (message === null) return;
    switch (message.kind) {
      case 'event':
        return this.#take(message);
      case 'signal':
        return this.#options.bus.emit(`live.${message.signal.type}`, message.signal);
      case 'notice':
        return this.#onNotice(message.notice);
    }
  }

  #onNotice(message: LiveNotice): void {
    switch (message.type) {
      case 'live.hello':
        this.#hello(message.seq);
        return message.panels === undefined ? undefined : this.#options.onPanels(message.panels);
      case 'live.panels':
        return this.#options.onPanels(message.revision);
      case 'live.caught_up':
        this.#handOut(this.#sequence.endReplay(message.seq));
        this.#flag.set({ state: 'live' });
        return this.#mindGap();
      case 'live.resync':
        return this.#resync(message.seq);
      case 'live.beat':
        this.#announced = Math.max(this.#announced, message.seq);
        return this.#mindGap();
      case 'live.skip':
        return this.#take({ seq: message.seq, event: null, isLost: false });
      case 'live.done':
        return this.#acks.done(message.ref);
      case 'live.refused':
        return message.ref === null ? undefined : this.#acks.refused(message.ref, message.message);
    }
  }

  #died(): void {
    if (this.#greeted) this.#renew();
    else this.#closed(null);
  }

  /** The greeting, not the bare socket, counts as open: a server that takes the call and hangs up is still down. */
  #hello(seq: number): void {
    const { last } = this.#sequence;
    this.#greeted = true;
    this.#attempts = 0;
    this.#offlineSince = null;
    this.#refetch.clear();
    this.#silence.set(SILENCE_MS, () => this.#died());
    this.#announced = seq;
    if (last === null) {
      this.#sequence.startAt(seq);
      this.#flag.set({ state: 'live' });
    } else if (seq < last) {
      // The numbers began anew, as after a restored database: nothing that is held can be trusted.
      this.#resync(seq);
    } else {
      this.#sequence.beginReplay();
      this.#flag.set({ state: 'catching-up' });
    }
    this.#options.onOpen(last === null ? seq : null);
  }

  #resync(seq: number): void {
    this.#announced = seq;
    this.#sequence.startAt(seq);
    this.#options.bus.emit('live.resync', { seq });
    this.#flag.set({ state: 'live' });
  }

  #take(event: Numbered): void {
    const due = this.#sequence.take(event);
    this.#handOut(due);
    this.#announced = Math.max(this.#announced, event.seq);
    if (due.length > 0 && !this.#sequence.hasGap) this.#resubscribed = 0;
    this.#mindGap();
  }

  #handOut(due: readonly Numbered[]): void {
    for (const { event } of due) if (event) this.#options.bus.emit(`live.${event.type}`, event);
    const lost = due.findLast(({ isLost }) => isLost);
    if (lost) this.#loadAnew(lost.seq);
  }

  /** At once for the first, and then once for all that come within some time: a newer server may say many. */
  #loadAnew(seq: number): void {
    this.#lost = seq;
    if (this.#loadingAnew.isSet) return;
    this.#options.bus.emit('live.resync', { seq });
    this.#loadingAnew.set(LOAD_ANEW_MS, () => {
      if (this.#lost > seq) this.#loadAnew(this.#lost);
    });
  }

  #mindGap(): void {
    if (!this.#sequence.hasGap && !this.#sequence.isBehind(this.#announced)) return this.#resubscribe.clear();
    if (this.#resubscribe.isSet) return;
    this.#resubscribed += 1;
    this.#resubscribe.set(resubscribeWait(this.#resubscribed), () => this.#renew());
  }
}
