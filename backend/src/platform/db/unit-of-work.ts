import type { AgentId, EventFacts, LiveEvent, LiveEventType, LiveSignal, MerchantId } from '@inbox/domain';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { InboxSchema } from './schema';
import { outsideTraces, traced, traceparent } from '../tracing/tracing';
import { originSetting, setOrigin } from './set-origin';
import { inTransaction } from './transaction';

/** Delivers to the agents' open pages. It never fails: a page that cannot be reached catches up when it reconnects. */
export interface LiveHub {
  /** The merchant has new live events, committed; they are read in order from the store. */
  committed(merchantId: MerchantId): void;
  /** Sends what is true for the moment; to this agent's pages alone when one is named. */
  signal(merchantId: MerchantId, signal: LiveSignal, onlyAgent?: AgentId): void;
}

/** What a use case needs. */
export interface WorkContext {
  db: Kysely<InboxSchema>;
  live: LiveHub;
  /** Called after a commit when something may be due in the outbox. */
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
  /** Publishes a live event to the agents once the change is committed. */
  publish(type: LiveEventType, facts: EventFacts, onlyAgent?: AgentId): void;
  /** Wakes the outbox once the change is committed. */
  wakeOutbox(): void;
}

/**
 * One unit of work in one transaction. The events that it publishes are stored with it: the merchant's sequence is counted up as the
 * transaction's last step, which holds the merchant's row until the commit, so that the sequence has no gaps and rises in
 * the order of commits; a client that has seen n has seen all before n. The database's own triggers write the audit at the
 * commit (migration 039), in the name that is set here.
 *
 * `work` may run more than once (`inTransaction`): only the events of the last attempt are stored and published.
 */
export async function change<T>(
  context: WorkContext,
  who: { merchantId: MerchantId; by: AgentId | null },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { result, hasEvents, wake } = await traced('store', {}, async (span) =>
    inTransaction(context.db, async (tx) => {
      const now = context.now();
      const events: { event: Omit<LiveEvent, 'seq'>; agentId: AgentId | null }[] = [];
      const after = { wake: false };
      const answer = await work({
        tx,
        ...who,
        now,
        publish(type, { tickets = [], items = [], ...more }, onlyAgent) {
          const event = { type, at: now.toISOString(), by: who.by, tickets, items, ...more };
          events.push({ event, agentId: onlyAgent ?? null });
        },
        wakeOutbox() {
          after.wake = true;
        },
      });
      await recordEvents(tx, who, events);
      span.set({ 'inbox.events': events.length });
      return { result: answer, hasEvents: events.length > 0, ...after };
    }),
  );

  // They go on by themselves, for others too: what they do for this work they find in its rows.
  outsideTraces(() => {
    if (hasEvents) context.live.committed(who.merchantId);
    if (wake) context.outboxWoken();
  });
  return result;
}

async function recordEvents(
  tx: Transaction<InboxSchema>,
  { merchantId, by }: { merchantId: MerchantId; by: AgentId | null },
  events: readonly { event: Omit<LiveEvent, 'seq'>; agentId: AgentId | null }[],
): Promise<void> {
  if (events.length === 0) return setOrigin(tx, by);
  const origin = originSetting(by);
  const { live_seq: last } = await tx
    .updateTable('merchants')
    .set({ live_seq: sql<number>`live_seq + ${events.length}` })
    .where('id', '=', merchantId)
    .returning('live_seq')
    // Whose work it is goes with a statement that there is anyway.
    .$if(origin !== null, (query) => query.returning((origin ?? sql<string>`''`).as('origin')))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('live_events')
    .values(
      events.map(({ event, agentId }, index) => ({
        merchant_id: merchantId,
        seq: last - events.length + 1 + index,
        agent_id: agentId,
        event: JSON.stringify(event),
        trace: traceparent(),
      })),
    )
    .execute();
}
