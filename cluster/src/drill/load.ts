import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newWamid } from '@inbox/simulate';
import { anyWriter, type Answered, type DrillWorld } from './world';

/** Milliseconds until what has failed is tried once more; each time twice as long, to the most. */
const AGAIN_MS = 250;
const AGAIN_MOST_MS = 4_000;

export interface Pace {
  /** Of all agents together, in a second. */
  replies: number;
  /** Deliveries of the channel, in a second. */
  webhooks: number;
}

/** What was asked for until it was taken, and what happened on the way. */
export interface Load {
  /** Tries that had no answer, or one of 500 and more. */
  failed: number;
  /** Texts of replies that were taken. */
  replies: string[];
  /** Ids of messages that were taken. */
  messages: string[];
  /** Milliseconds: the longest time in which nothing was taken. */
  pauseMs: number;
  /** Milliseconds from the first try of a piece of work until it was taken, of the one that took longest. */
  slowestMs: number;
}

export interface Running {
  load: Load;
  /** Once all that was begun is taken. */
  end(): Promise<void>;
  /** Ends without waiting for anything. */
  giveUp(): void;
}

/** A reply as the drill knows it again: of which conversation, and the how many-th there. */
export const replyText = (conversation: number, n: number): string =>
  `reply ${conversation} ${String(n).padStart(6, '0')} ${randomUUID()}`;

/**
 * Has agents reply and customers write at an even pace, whatever becomes of it. What fails is tried again with the same id, as
 * browsers and channels do, so it must be there once.
 */
export function startLoad(world: DrillWorld, { replies, webhooks }: Pace): Running {
  const load: Load = { failed: 0, replies: [], messages: [], pauseMs: 0, slowestMs: 0 };
  let isOver = false;
  let isGivenUp = false;
  let taken = performance.now();

  async function persist(ask: () => Promise<number>): Promise<void> {
    const begun = performance.now();
    for (let again = AGAIN_MS; ; again = Math.min(2 * again, AGAIN_MOST_MS)) {
      const status = await ask();
      if (status === 200) break;
      if (isGivenUp) return;
      if (status >= 400 && status < 500) throw new Error(`The inbox refused it with ${status}.`);
      load.failed += 1;
      await delay(again);
    }
    const now = performance.now();
    load.slowestMs = Math.max(load.slowestMs, now - begun);
    load.pauseMs = Math.max(load.pauseMs, now - taken);
    taken = now;
  }

  async function replying(of: Answered, index: number): Promise<void> {
    const apart = (world.answered.length / replies) * 1000;
    let next = performance.now() + (apart * index) / world.answered.length;
    for (let n = 0; ; n += 1) {
      await delay(Math.max(0, next - performance.now()));
      if (isOver) return;
      const message = replyText(of.conversation, n);
      const reply = { ticket_id: of.ticket, conversation_id: of.conversation, temp_id: randomUUID(), message };
      const body = JSON.stringify({ ...reply, conversation_source: 'whatsapp' });
      const headers = { authorization: `jwt ${of.token}` };
      await persist(() => world.asks.post({ path: '/api/inbox/ticket/reply/', headers, body }));
      load.replies.push(message);
      next = Math.max(next + apart, performance.now());
    }
  }

  async function delivering(): Promise<void> {
    const all: Promise<void>[] = [];
    const agentsEach = world.merchants[0]?.tokens.length ?? 0;
    const begun = performance.now();
    for (let n = 0; !isOver; n += 1) {
      const merchant = world.merchants[n % world.merchants.length];
      if (merchant) {
        const [customer, wamid] = [anyWriter(agentsEach), newWamid()];
        const told = persist(() => world.deliver(merchant, customer, wamid, `Where is it? ${randomUUID()}`));
        all.push(told.then(() => void load.messages.push(wamid)));
      }
      await delay(Math.max(0, begun + ((n + 1) / webhooks) * 1000 - performance.now()));
    }
    await Promise.all(all);
  }

  const all = Promise.all([delivering(), ...world.answered.map(replying)]);
  // Said by `end`; until then it must not count as nobody's.
  all.catch(() => undefined);
  return {
    load,
    async end() {
      isOver = true;
      await all;
    },
    giveUp() {
      [isOver, isGivenUp] = [true, true];
    },
  };
}
