import type { AccountId, AgentId, ListFilters, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { traceparent } from '../platform/tracing/tracing';
import type { OutboxPayload } from '../platform/outbox/payloads';

/** A report that is being made; `attempts` counts this try, and is what its result must name. */
export interface ClaimedExport {
  id: number;
  merchant_id: MerchantId;
  agent_id: AgentId;
  filters: ListFilters;
  attempts: number;
  created_at: Date;
}

const inMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** Takes an order for a report. False when the agent has one under way. */
export async function insertExport(
  db: Queryable,
  order: { merchantId: MerchantId; agentId: AgentId; filters: ListFilters; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('exports')
    .values({
      merchant_id: order.merchantId,
      agent_id: order.agentId,
      filters: JSON.stringify(order.filters),
      lease_until: null,
      storage_key: null,
      last_error: null,
      created_at: order.at,
      ended_at: null,
    })
    .onConflict((on) => on.columns(['merchant_id', 'agent_id']).where('state', '=', 'waiting').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes out the oldest report that nobody is making, for `leaseMs`. The database's clock decides. */
export async function claimExport(db: Queryable, leaseMs: number): Promise<ClaimedExport | undefined> {
  // With '=' PostgreSQL runs the subquery once. With 'in' it may run it for each row, and so claim several.
  return db
    .updateTable('exports')
    .set({ lease_until: inMs(leaseMs), attempts: sql<number>`attempts + 1` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('exports as due')
        .select('due.id')
        .where('due.state', '=', 'waiting')
        .where((is) => is.or([is('due.lease_until', 'is', null), is('due.lease_until', '<', sql<Date>`now()`)]))
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'merchant_id', 'agent_id', 'filters', 'attempts', 'created_at'])
    .executeTakeFirst();
}

const ofClaim = (db: Queryable, { id, merchant_id, attempts }: ClaimedExport) =>
  db
    .updateTable('exports')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting');

/** Keeps the claim for another `leaseMs`. False when another has taken it. */
export async function renewLease(db: Queryable, claim: ClaimedExport, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({ lease_until: inMs(leaseMs) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Queues a report again, to be tried again after `delayMs`. */
export async function requeueExport(
  db: Queryable,
  claim: ClaimedExport,
  delayMs: number,
  error: string,
): Promise<void> {
  await ofClaim(db, claim)
    .set({ lease_until: inMs(delayMs), last_error: error })
    .execute();
}

/** Ends a report. False when another has taken it, and what was made must go. */
export async function endExport(
  db: Queryable,
  claim: ClaimedExport,
  end: { state: 'mailed' | 'failed'; storageKey: string | null; error: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({
      state: end.state,
      lease_until: null,
      storage_key: end.storageKey,
      ended_at: end.at,
      ...(end.error !== null && { last_error: end.error }),
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Forgets reports that ended before then, and answers the files that they leave. */
export async function forgetExports(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db.deleteFrom('exports').where('ended_at', '<', before).returning('storage_key').execute();
  return rows.flatMap(({ storage_key }) => storage_key ?? []);
}

/** The mailbox that reports are sent from: the merchant's first that is turned on. */
export async function findReportMailbox(db: Queryable, merchantId: MerchantId) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'address', 'external_id'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .orderBy('id')
    .executeTakeFirst();
}

/** Puts a mail that belongs to no conversation into the outbox. */
export async function insertReportMail(
  db: Queryable,
  merchantId: MerchantId,
  accountId: AccountId,
  { kind, payload }: OutboxPayload,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      merchant_id: merchantId,
      account_id: accountId,
      content_id: null,
      kind,
      payload: JSON.stringify(payload),
      lease_until: null,
      last_error: null,
      trace: traceparent(),
    })
    .execute();
}
