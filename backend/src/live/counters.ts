import type { LiveSignal, MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { countOwned } from '../tickets/list/ticket-counter';
import { NOBODY } from '../tickets/search/ticket-filters';
import { foldCounters } from '../tickets/list/counter-rows';
import type { LiveSocket } from './socket';

/** Milliseconds from a change to its being counted; what happens meanwhile is counted with it. */
const COUNTED_AFTER_MS = 1_000;

type Listener = Pick<LiveSocket, 'agentId' | 'send'>;

/**
 * Tells each open page how many tickets its agent owns and how many nobody does, when that has changed (spec section 7,
 * agent_counter_update and unassigned_counter_update). However much happens, a merchant is counted once a second at most,
 * in one query for all agents who are there, and not at all while nobody is. Each node tells its own pages.
 */
export class Counters<Socket extends Listener = LiveSocket> {
  /** Merchants that will be counted, or are being so; true when something happened since the count began. */
  private readonly waiting = new Map<MerchantId, boolean>();
  /** What each page was last told. */
  private readonly told = new WeakMap<Socket, string[]>();

  constructor(
    private readonly db: Queryable,
    private readonly listeners: (merchantId: MerchantId) => ReadonlySet<Socket>,
    private readonly report: (error: unknown) => void,
    /** Has something done in a while; tests bring their own clock. */
    private readonly later = (run: () => void): void => void setTimeout(run, COUNTED_AFTER_MS).unref(),
  ) {}

  /** Is anything counted, or going to be? */
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  /** Something of the merchant's may have changed. */
  touched(merchantId: MerchantId): void {
    if (this.waiting.has(merchantId)) this.waiting.set(merchantId, true);
    else this.countLater(merchantId);
  }

  private countLater(merchantId: MerchantId): void {
    this.waiting.set(merchantId, false);
    this.later(() => void this.count(merchantId));
  }

  private async count(merchantId: MerchantId): Promise<void> {
    this.waiting.set(merchantId, false);
    try {
      if (this.listeners(merchantId).size > 0) await this.publishAll(merchantId);
    } catch (error) {
      // The next change, or the next beat, has it counted again.
      this.report(error);
    }
    if (this.waiting.get(merchantId)) this.countLater(merchantId);
    else this.waiting.delete(merchantId);
  }

  private async publishAll(merchantId: MerchantId): Promise<void> {
    const sockets = [...this.listeners(merchantId)];
    const agents = new Set(sockets.map(({ agentId }) => agentId));
    const counts = await countOwned(this.db, merchantId, [NOBODY, ...agents]);
    const nobodys = textOf({ type: 'conversations.unassigned_counter_update', counts: counts.get(NOBODY) ?? {} });
    const theirs = new Map(
      [...agents].map((agent) => [
        agent,
        textOf({ type: 'conversations.agent_counter_update', counts: counts.get(agent) ?? {} }),
      ]),
    );
    for (const socket of sockets) {
      const texts = [theirs.get(socket.agentId) ?? '', nobodys];
      const before = this.told.get(socket) ?? [];
      this.told.set(socket, texts);
      texts.forEach((text, index) => text !== before[index] && socket.send(text));
    }
    await foldCounters(this.db, merchantId);
  }
}

const textOf = (signal: LiveSignal): string => JSON.stringify(signal);
