import type { AgentId, ContentItem, LiveEvent, LiveEventType, LiveSignal, MerchantId, Ticket } from '@inbox/domain';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { InboxSchema } from '../store/schema';

/** The way to the agents' open pages. It never fails: who is not there, or cannot be reached, is told by what comes next. */
export interface LiveHub {
  /** The merchant has new live events, committed; they are read in order from the store. */
  committed(merchantId: MerchantId): void;
  /** Tells what is true for the moment; to this agent's pages alone when one is named. */
  signal(merchantId: MerchantId, signal: LiveSignal, onlyAgent?: AgentId): void;
}

/** What a piece of work needs to do its job. */
export interface WorkContext {
  db: Kysely<InboxSchema>;
  live: LiveHub;
  /** Told after a commit that something may be due in the outbox. */
  outboxWoken(): void;
  /** The time; tests bring their own. */
  now(): Date;
}

export interface Change {
  tx: Transaction<InboxSchema>;
  merchantId: MerchantId;
  /** The agent who does it; null for customers, channels and timers. */
  by: AgentId | null;
  now: Date;
  /** Tells the agents once the change is committed. */
  tell(type: LiveEventType, facts: { tickets?: Ticket[]; items?: ContentItem[] }, onlyAgent?: AgentId): void;
  /** Wakes the outbox once the change is committed. */
  wakeOutbox(): void;
}

/**
 * One piece of work in one transaction. What it tells is written with it: the merchant's sequence is counted up as the
 * transaction's last step, which holds the merchant's row until the commit, so that the sequence has no gaps and rises in
 * the order of commits; a client that has seen n has seen all before n.
 */
export async function change<T>(
  context: WorkContext,
  who: { merchantId: MerchantId; by: AgentId | null },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const now = context.now();
  const told: { event: Omit<LiveEvent, 'seq'>; agentId: AgentId | null }[] = [];
  let wake = false;

  const result = await context.db.transaction().execute(async (tx) => {
    const answer = await work({
      tx,
      ...who,
      now,
      tell(type, { tickets = [], items = [] }, onlyAgent) {
        told.push({ event: { type, at: now.toISOString(), by: who.by, tickets, items }, agentId: onlyAgent ?? null });
      },
      wakeOutbox() {
        wake = true;
      },
    });
    await recordEvents(tx, who.merchantId, told);
    return answer;
  });

  if (told.length > 0) context.live.committed(who.merchantId);
  if (wake) context.outboxWoken();
  return result;
}

async function recordEvents(
  tx: Transaction<InboxSchema>,
  merchantId: MerchantId,
  told: readonly { event: Omit<LiveEvent, 'seq'>; agentId: AgentId | null }[],
): Promise<void> {
  if (told.length === 0) return;
  const { live_seq: last } = await tx
    .updateTable('merchants')
    .set({ live_seq: sql<number>`live_seq + ${told.length}` })
    .where('id', '=', merchantId)
    .returning('live_seq')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('live_events')
    .values(
      told.map(({ event, agentId }, index) => ({
        merchant_id: merchantId,
        seq: last - told.length + 1 + index,
        agent_id: agentId,
        event: JSON.stringify(event),
      })),
    )
    .execute();
}
