import type { AgentId, LiveSignal, MerchantId } from '@inbox/domain';
import type { Queryable } from '../db/connection';
import { readEventsAfter, type StoredEvent } from './live-events';
import type { LiveHub } from '../db/unit-of-work';
import { Counters } from './counters';
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

  constructor(
    private readonly db: Queryable,
    private readonly report: (error: unknown) => void,
  ) {
    this.counters = new Counters(db, (merchantId) => this.listeners(merchantId), report);
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
    for (const socket of this.listeners(merchantId)) {
      if (onlyAgent === undefined || socket.agentId === onlyAgent) socket.send(text);
    }
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

  *sockets(): Generator<LiveSocket> {
    for (const { sockets } of this.channels.values()) yield* sockets;
  }

  /** The sockets of agents who may use the inbox now. */
  private listeners(merchantId: MerchantId): ReadonlySet<LiveSocket> {
    const sockets = this.channels.get(merchantId)?.sockets ?? [];
    return new Set([...sockets].filter(({ who }) => who.mayUseInbox));
  }

  private async pump(merchantId: MerchantId, channel: Channel): Promise<void> {
    channel.pumping = true;
    try {
      while (channel.dirty && channel.sockets.size > 0) {
        channel.dirty = false;
        const from = Math.min(...[...channel.sockets].map(({ seq }) => seq));
        const events = await readEventsAfter(this.db, merchantId, from, BATCH);
        deliver(events, channel.sockets);
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
}

function deliver(events: readonly StoredEvent[], sockets: ReadonlySet<LiveSocket>): void {
  for (const { seq, agent_id, event } of events) {
    const text = JSON.stringify({ ...event, seq });
    for (const socket of sockets) socket.deliver(seq, agent_id, text);
  }
}
