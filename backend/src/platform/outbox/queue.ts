import type { AccountId, ContentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import { traceparent } from '../tracing/tracing';
import { fromNow } from './outbox-rows';
import type { RepeatablePayload } from './payloads';
import type { OutboxState } from './tables';

/** A row taken out to be sent; `attempts` counts this try, and is what its result must name. */
export interface ClaimedRow {
  id: number;
  merchant_id: MerchantId;
  /** Null for what is told to the merchant's automation. */
  account_id: AccountId | null;
  content_id: ContentId | null;
  kind: string;
  payload: unknown;
  attempts: number;
  /** Where it was put in line, as a `traceparent`. */
  trace: string | null;
}

const CLAIMED = ['id', 'merchant_id', 'account_id', 'content_id', 'kind', 'payload', 'attempts', 'trace'] as const;

export type Claim = Pick<ClaimedRow, 'id' | 'merchant_id' | 'attempts'>;

/** A merchant who moves to another cell has what is still to be sent sent there. */
const stays = (merchant: string) => sql<boolean>`not exists (
  select from merchant_moves as moved where moved.merchant_id = ${sql.raw(merchant)} and moved.stage <> 'copying')`;

const isNotOf = (merchants: readonly MerchantId[]) => sql<boolean>`due.merchant_id <> all(${[...merchants]}::bigint[])`;

/** Nothing of its conversation is still on its way before it. */
const isFirst = sql<boolean>`not exists (
  select from outbox as earlier
  where earlier.conversation_id = due.conversation_id and earlier.id < due.id
    and earlier.state in ('waiting', 'asking'))`;

/** How many rows of each merchant the claimer is working on; merchants without any are left out. */
export type UnderWay = ReadonlyMap<MerchantId, number>;

export interface ClaimRequest {
  limit: number;
  leaseMs: number;
  underWay: UnderWay;
  /** Rows of one merchant under way at once: the others find room whatever it has in line. */
  mostOfMerchant: number;
}

/** Can be taken out as far as its time and other claims go. */
const isDue = (row: string) => sql<boolean>`${sql.raw(row)}.state = 'waiting' and ${sql.raw(row)}.next_at <= now()
  and (${sql.raw(row)}.lease_until is null or ${sql.raw(row)}.lease_until < now())`;

/**
 * Takes out what is due, for `leaseMs`. Merchants take turns, whoever has least under way first, so that nobody waits
 * behind a thousand messages of somebody else; of one merchant what fell due first. Of one conversation only the oldest
 * message on its way: the others wait for it. While it is `waiting` the channel has heard nothing, so a row whose lease ran
 * out is simply taken again.
 */
export async function claimDue(
  db: Queryable,
  { limit, leaseMs, underWay, mostOfMerchant }: ClaimRequest,
): Promise<ClaimedRow[]> {
  const busy = [...underWay];
  // The merchants are found by stepping through the index on them: their rows in line are not looked at one by one.
  const chosen = sql<{ id: number }>`
    with recursive merchant(id) as (
      select min(merchant_id) from outbox where state = 'waiting'
      union all
      select (select min(o.merchant_id) from outbox o where o.state = 'waiting' and o.merchant_id > merchant.id)
      from merchant where merchant.id is not null
    )
    select next.id from merchant
    left join unnest(${busy.map(([id]) => id)}::bigint[], ${busy.map(([, count]) => count)}::int[])
      as busy(merchant_id, rows) on busy.merchant_id = merchant.id
    cross join lateral (
      select due.id, due.next_at, coalesce(busy.rows, 0) + row_number() over (order by due.next_at, due.id) as turn
      from (
        select due.id, due.next_at from outbox as due
        where due.merchant_id = merchant.id and ${stays('merchant.id')} and ${isDue('due')} and ${isFirst}
        order by due.next_at, due.id
        limit greatest(0, least(${limit}::int, ${mostOfMerchant}::int - coalesce(busy.rows, 0)))
      ) as due
    ) as next
    order by next.turn, next.next_at, next.id
    limit ${limit}`;
  return db
    .updateTable('outbox')
    .set({ lease_until: fromNow(leaseMs), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox as taken')
        .select('taken.id')
        .where(sql<boolean>`taken.id = any(array(${chosen}))`)
        // Another node may have chosen the same, and been quicker.
        .where(isDue('taken'))
        .forUpdate()
        .skipLocked(),
    )
    .returning(CLAIMED)
    .execute();
}

/** Has something fetched from the channel, or done there, that may be done twice: at once, in no order. */
export async function insertFetches(
  db: Queryable,
  fetches: readonly {
    merchantId: MerchantId;
    accountId: AccountId;
    /** The item that it is for; null when it is for none. */
    contentId: ContentId | null;
    payload: RepeatablePayload;
  }[],
): Promise<void> {
  if (fetches.length === 0) return;
  await db
    .insertInto('outbox')
    .values(
      fetches.map(({ merchantId, accountId, contentId, payload }) => ({
        merchant_id: merchantId,
        account_id: accountId,
        content_id: contentId,
        kind: payload.kind,
        payload: JSON.stringify(payload.payload),
        lease_until: null,
        last_error: null,
        trace: traceparent(),
      })),
    )
    .execute();
}

const ofClaim = (db: Queryable, { id, merchant_id, attempts }: Claim) =>
  db.updateTable('outbox').where('merchant_id', '=', merchant_id).where('id', '=', id).where('attempts', '=', attempts);

/**
 * Writes down that the channel is being asked, before it is: a crash from here on leaves it unknown whether it heard.
 * False when the row is no longer ours, and must not be sent.
 */
export async function markAsking(db: Queryable, claim: Claim, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({ state: 'asking', lease_until: fromNow(leaseMs), asked_at: sql<Date>`now()` })
    .where('state', '=', 'waiting')
    .where('lease_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts a row back in line, to be tried again after `delayMs`. */
export async function requeue(db: Queryable, claim: Claim, delayMs: number, error: string): Promise<void> {
  await ofClaim(db, claim)
    .set({ state: 'waiting', lease_until: null, next_at: fromNow(delayMs), last_error: error })
    .where('state', 'in', ['waiting', 'asking'])
    .execute();
}

/** Puts a row back that was not tried, for `delayMs`: the try that its claim counted is given back. */
export async function putBack(db: Queryable, claim: Claim, delayMs: number, reason: string): Promise<void> {
  await ofClaim(db, claim)
    .set({ lease_until: null, next_at: fromNow(delayMs), attempts: sql<number>`attempts - 1`, last_error: reason })
    .where('state', '=', 'waiting')
    .execute();
}

/** The channel asks to be left alone for so long: what waits to leave by the same account waits as well. */
export async function postponeAccount(
  db: Queryable,
  { merchantId, accountId }: { merchantId: MerchantId; accountId: AccountId },
  ms: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: fromNow(ms) })
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox as waiting')
        .select('waiting.id')
        .where('waiting.merchant_id', '=', merchantId)
        .where('waiting.account_id', '=', accountId)
        .where('waiting.state', '=', 'waiting')
        .where('waiting.next_at', '<', fromNow(ms))
        .orderBy('waiting.id')
        // Many are answered like this at once: none waits for another's locks.
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Notes what went wrong while it stays unknown whether the channel heard. */
export async function noteError(db: Queryable, claim: Claim, error: string): Promise<void> {
  await ofClaim(db, claim).set({ last_error: error }).execute();
}

/** Ends a row. False when another attempt owns it by now. */
export async function endRow(
  db: Queryable,
  claim: Claim,
  state: 'done' | 'failed' | 'unknown',
  error: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await ofClaim(db, claim)
    .set({ state, lease_until: null, ...(error !== null && { last_error: error }) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A channel says later that what it took it could not deliver: the row has failed, and may be sent again. */
export async function endDoneAsFailed(db: Queryable, merchantId: MerchantId, contentId: ContentId): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'failed' })
    .where('merchant_id', '=', merchantId)
    .where('content_id', '=', contentId)
    // What is fetched for a message, or moderated, keeps no order and has no conversation.
    .where('conversation_id', 'is not', null)
    .where('state', 'in', ['done', 'unknown'])
    .execute();
}

/** A row of a send whose answer never came. */
export interface CutShortRow extends ClaimedRow {
  asked_at: Date;
}

/**
 * Claims rows whose send was cut short: no process waits for the channel's answer any more. A row that is still `asking`
 * when `leaseMs` are over is claimed again.
 */
export async function claimCutShort(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<CutShortRow[]> {
  return db
    .updateTable('outbox')
    .set({ lease_until: fromNow(leaseMs) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox as cut')
        .select('cut.id')
        .where('cut.state', '=', 'asking')
        .where('cut.lease_until', '<', sql<Date>`now()`)
        .orderBy('cut.id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...CLAIMED, sql<Date>`coalesce(asked_at, next_at)`.as('asked_at')])
    .execute();
}

/**
 * Milliseconds until something can be taken out, or a lease runs out; null when nothing is on its way.
 * @param full merchants of whom nothing can be taken out before something else has ended
 */
export async function msUntilDue(db: Queryable, full: readonly MerchantId[]): Promise<number | null> {
  const { ms } = await db
    .selectFrom('outbox as due')
    .select(
      sql<number | null>`(extract(epoch from
        min(case when state = 'asking' then lease_until else greatest(next_at, lease_until) end) - now()) * 1000)::float8`.as(
        'ms',
      ),
    )
    .where((is) => is.or([is('state', '=', 'asking'), is.and([is('state', '=', 'waiting'), isNotOf(full), isFirst])]))
    .where(stays('due.merchant_id'))
    .executeTakeFirstOrThrow();
  return ms === null ? null : Math.max(0, ms);
}

export interface OutboxListing {
  id: number;
  merchant: string;
  account: string;
  kind: string;
  state: OutboxState;
  attempts: number;
  next_at: Date;
  last_error: string | null;
}

/** What has not left, newest first: waiting, being asked, failed, or unknown. */
export async function listOutbox(db: Queryable, { limit }: { limit: number }): Promise<OutboxListing[]> {
  return db
    .selectFrom('outbox as o')
    .innerJoin('merchants as m', 'm.id', 'o.merchant_id')
    .leftJoin('accounts as a', 'a.id', 'o.account_id')
    .select([
      'o.id',
      'm.slug as merchant',
      sql<string>`coalesce(a.external_id, '-')`.as('account'),
      'o.kind',
      'o.state',
      'o.attempts',
      'o.next_at',
      'o.last_error',
    ])
    .where('o.state', '<>', 'done')
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute();
}

/** What is on its way of one kind of account; `automation` for what is told to merchants' automations. */
export interface OutboxDepth {
  channel: string;
  /** Not yet sent. */
  waiting: number;
  /** Seconds since the oldest of them was due; 0 when none is. */
  overdue: number;
  /** Nobody can tell whether the channel took it. */
  unknown: number;
  /** Given up within the last day. */
  failed: number;
}

/** For operators: sums over all merchants. */
export async function readOutboxDepth(db: Queryable): Promise<OutboxDepth[]> {
  const { rows } = await sql<OutboxDepth>`
    select coalesce(a.kind, 'automation') as channel,
      count(*) filter (where o.state in ('waiting', 'asking'))::int as waiting,
      coalesce(extract(epoch from now() - min(o.next_at) filter (where o.state = 'waiting' and o.next_at < now())), 0)::float8
        as overdue,
      count(*) filter (where o.state = 'unknown')::int as unknown,
      count(*) filter (where o.state = 'failed' and o.next_at > now() - interval '1 day')::int as failed
    from outbox o left join accounts a on a.merchant_id = o.merchant_id and a.id = o.account_id
    where o.state <> 'done'
    group by 1 order by 1`.execute(db);
  return rows;
}
