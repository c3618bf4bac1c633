import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { CLOSE_ORIGIN, CLOSE_RESTART, CLOSE_SESSION_EXPIRED, type LiveNotice } from '@inbox/api/wire';
import type { AgentId, LiveSignal, MerchantId, TicketId } from '@inbox/domain';
import type { WebSocket } from 'ws';
import type { SignedIn } from '../agents/sessions/session';

/** Bytes that wait for a slow client before it is dropped; it comes back and goes on from where it was. */
const MOST_WAITING = 4_000_000;

/** One agent's open page: where it stands in the merchant's sequence, and how it is spoken to. */
export class LiveSocket {
  readonly merchantId: MerchantId;
  readonly agentId: AgentId;
  readonly pageId = randomUUID();
  /** The ticket that the page says it shows. */
  shows: TicketId | null = null;
  /** Releases that the page says it runs, as `name@version`. */
  runs: readonly string[] = [];
  /** The newest erasure that the page has been told of; undefined of one that has not asked. */
  erasures: number | undefined;
  /** False since a ping that has not been answered. */
  answers = true;
  private caughtUp = false;

  /** All events up to this one have been sent, or are not for this agent. */
  seq: number;
  /** The newest event when the socket opened. */
  private readonly newest: number;
  /** Of the page, when it is not the inbox's own. */
  readonly origin: string | undefined;

  constructor(
    private readonly socket: WebSocket,
    public who: SignedIn,
    { seq, newest, origin }: { seq: number; newest: number; origin?: string | undefined },
  ) {
    this.merchantId = who.merchantId;
    this.agentId = who.agent.id;
    this.seq = seq;
    this.newest = newest;
    this.origin = origin;
  }

  /** @param text the event as this page may have it; null when it may not */
  deliver(seq: number, onlyAgent: AgentId | null, text: string | null): void {
    if (seq <= this.seq) return;
    this.seq = seq;
    const isForUs = onlyAgent === null || onlyAgent === this.agentId;
    if (isForUs && text !== null && this.who.mayUseInbox) this.send(text);
    else this.publish({ type: 'live.skip', seq });
    this.notifyWhenCaughtUp();
  }

  /** Says once that all that was missed has been sent. */
  notifyWhenCaughtUp(): void {
    if (this.caughtUp || this.seq < this.newest) return;
    this.caughtUp = true;
    this.publish({ type: 'live.caught_up', seq: this.seq });
  }

  publish(notice: LiveNotice): void {
    this.send(JSON.stringify(notice));
  }

  signal(signal: LiveSignal): void {
    this.send(JSON.stringify(signal));
  }

  /**
   * Takes the rights as they are now, and says whether they have changed. Events that an agent without access to the
   * inbox was not sent are gone: with the access the page is told to load anew.
   */
  renew(who: SignedIn): boolean {
    const before = this.who;
    if (isDeepStrictEqual(before, who)) return false;
    this.who = who;
    if (who.mayUseInbox && !before.mayUseInbox) this.publish({ type: 'live.resync', seq: this.seq });
    return true;
  }

  beat(): void {
    if (!this.answers) {
      this.socket.terminate();
      return;
    }
    this.answers = false;
    this.socket.ping();
    this.publish({ type: 'live.beat', seq: this.seq });
  }

  /** The session is over (spec section 4, code 4401). */
  signOut(): void {
    this.socket.close(CLOSE_SESSION_EXPIRED, 'Session expired');
  }

  /** The page is to come again: it finds another node, or another cell, then. */
  restart(): void {
    this.socket.close(CLOSE_RESTART, 'Please come again');
  }

  /** The merchant allows the page's origin no more. */
  turnAway(reason: string): void {
    this.socket.close(CLOSE_ORIGIN, reason);
  }

  /** Sends text as it is; a client too slow to take it is dropped. */
  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MOST_WAITING) {
      this.socket.terminate();
      return;
    }
    this.socket.send(text);
  }
}
