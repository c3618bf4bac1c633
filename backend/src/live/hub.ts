import type { AgentId, LiveSignal, MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { readEventsAfter, type StoredEvent } from './live-events';
import type { LiveHub } from '../platform/db/unit-of-work';
import { beginSpan } from '../platform/tracing/tracing';
import { Counters } from './counters';
import { eventWithin, receivesAllEvents, readCustomersOf, signalWithin, type CustomerOf } from './scope';
import type { LiveSocket } from './socket';

/** Read at once; a socket that has missed more gets it in several parts. */
const BATCH = 200;

/** After a failure. */
const AGAIN_MS = 1_000;

const NO_SOCKETS: ReadonlySet<LiveSocket> = new Set();

interface Channel {
  sockets: Set<LiveSocket>;
  pumping: boolean;
  /** Something was committed, or a socket came, since the pump last looked. */
  dirty: boolean;
}

/**
 * Brings each merchant's live events to its sockets. Every socket has its own place in the merchant's sequence, and one
 * pump per merchant reads on from the place furthest behind: what a socket missed while it was away and what happens now
 * come the same way, in order, each event once.
 */
export class Hub implements LiveHub {
  private readonly channels = new Map<MerchantId, Channel>();
  private readonly counters: Counters;
  /** One signal after the other, for pages whose reach is looked up. */
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Queryable,
    private readonly report: (error: unknown) => void,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.counters = new Counters(db, (merchantId) => this.counted(merchantId), report);
  }

  committed(merchantId: MerchantId): void {
    const channel = this.channels.get(merchantId);
    if (channel === undefined) return;
    channel.dirty = true;
    this.counters.touched(merchantId);
    if (!channel.pumping) void this.pump(merchantId, channel);
  }

  signal(merchantId: MerchantId, signal: LiveSignal, onlyAgent?: AgentId): void {
    const text = JSON.stringify(signal);
    const narrow: LiveSocket[] = [];
    for (const socket of this.listeners(merchantId)) {
      if (onlyAgent !== undefined && socket.agentId !== onlyAgent) continue;
      if (socket.who.narrowed === undefined) socket.send(text);
      else narrow.push(socket);
    }
    if (narrow.length > 0) this.turn = this.turn.then(() => this.signalNarrow(narrow, signal)).catch(this.report);
  }

  /** How far a narrow token reaches is asked anew with each signal. */
  private async signalNarrow(sockets: readonly LiveSocket[], signal: LiveSignal): Promise<void> {
    for (const socket of sockets) {
      const heard = this.isExpired(socket) ? null : await signalWithin(this.db, socket.who, signal);
      if (heard !== null) socket.signal(heard);
    }
  }

  /** Beats close sockets of expired tokens; until then they hear nothing. */
  private isExpired({ who }: LiveSocket): boolean {
    return who.narrowed !== undefined && who.expiresAt <= this.now();
  }

  /** From here on the socket gets everything after its place. */
  add(socket: LiveSocket): void {
    const channel = this.channels.get(socket.merchantId) ?? { sockets: new Set(), pumping: false, dirty: false };
    this.channels.set(socket.merchantId, channel);
    channel.sockets.add(socket);
    this.committed(socket.merchantId);
  }

  remove(socket: LiveSocket): void {
    const channel = this.channels.get(socket.merchantId);
    if (!channel?.sockets.delete(socket)) return;
    if (channel.sockets.size === 0) this.channels.delete(socket.merchantId);
  }

  socketsOf(merchantId: MerchantId): ReadonlySet<LiveSocket> {
    return this.channels.get(merchantId)?.sockets ?? NO_SOCKETS;
  }

  /** Who has how many pages open at this node. */
  pagesOf(merchantId: MerchantId): ReadonlyMap<AgentId, number> {
    const pages = new Map<AgentId, number>();
    for (const { agentId } of this.socketsOf(merchantId)) pages.set(agentId, (pages.get(agentId) ?? 0) + 1);
    return pages;
  }

  /** Of each merchant with open pages: the place of the socket that is furthest behind. */
  *places(): Generator<{ merchantId: MerchantId; seq: number }> {
    for (const [merchantId, { sockets }] of this.channels) {
      yield { merchantId, seq: Math.min(...[...sockets].map(({ seq }) => seq)) };
    }
  }

  *sockets(): Generator<LiveSocket> {
    for (const { sockets } of this.channels.values()) yield* sockets;
  }

  /** The sockets of agents who may use the inbox now. */
  private listeners(merchantId: MerchantId): ReadonlySet<LiveSocket> {
    const sockets = this.channels.get(merchantId)?.sockets ?? [];
    return new Set([...sockets].filter(({ who }) => who.mayUseInbox));
  }

  /** Those who are told how many tickets there are: a narrow reach has no counts. */
  private counted(merchantId: MerchantId): ReadonlySet<LiveSocket> {
    const hears = ({ who }: LiveSocket): boolean => receivesAllEvents(who, 'conversations.agent_counter_update');
    return new Set([...this.listeners(merchantId)].filter((socket) => hears(socket) && !this.isExpired(socket)));
  }

  private async pump(merchantId: MerchantId, channel: Channel): Promise<void> {
    channel.pumping = true;
    try {
      while (channel.dirty && channel.sockets.size > 0) {
        channel.dirty = false;
        const from = Math.min(...[...channel.sockets].map(({ seq }) => seq));
        const events = await readEventsAfter(this.db, merchantId, from, BATCH);
        await this.deliver(merchantId, events, channel, from);
        if (events.length === BATCH) channel.dirty = true;
      }
    } catch (error) {
      // The sockets keep their places: they go on from there.
      this.report(error);
      setTimeout(() => this.committed(merchantId), AGAIN_MS).unref();
    } finally {
      channel.pumping = false;
    }
  }

  private async deliver(
    merchantId: MerchantId,
    events: readonly StoredEvent[],
    { sockets }: Channel,
    from: number,
  ): Promise<void> {
    const byCustomers = [...sockets].some(({ who }) => (who.narrowed?.scope.reach?.customers.length ?? 0) > 0);
    const customerOf: CustomerOf = byCustomers ? await readCustomersOf(this.db, merchantId, events) : new Map();
    // One that came meanwhile and is further behind has its turn in the next round, from its own place.
    const due = [...sockets].filter(({ seq }) => seq >= from);
    for (const { seq, agent_id, event, trace } of events) {
      const span = trace === null ? null : beginSpan('live.send', { kind: 'producer', parent: trace });
      const text = textOf(seq, event);
      for (const socket of due) {
        const { narrowed } = socket.who;
        if (narrowed === undefined) {
          socket.deliver(seq, agent_id, text);
          continue;
        }
        const heard = this.isExpired(socket) ? null : eventWithin(event, narrowed.scope, customerOf);
        socket.deliver(seq, agent_id, heard && (heard === event ? text : textOf(seq, heard)));
      }
      span?.set({ 'inbox.event': event.type, 'inbox.pages': due.length });
      span?.end();
    }
  }
}

const textOf = (seq: number, event: StoredEvent['event']): string => JSON.stringify({ ...event, seq });
