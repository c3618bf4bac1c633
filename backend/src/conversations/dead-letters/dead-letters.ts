import { createHash } from 'node:crypto';
import type { AccountId, MerchantId } from '@inbox/domain';
import { subDays } from 'date-fns/subDays';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';

export interface DeadLetter {
  /** Null when not even the account was known. */
  merchantId: MerchantId | null;
  door: 'meta' | 'mail' | 'telephony' | 'shopify';
  /** One sentence for the operator. */
  reason: string;
  /** As received. */
  body: Buffer;
  /** What it waits for; see `about`. */
  about?: string;
  /** Deliveries of one kind that nothing here reads are one row, with the newest of them and their number. */
  kind?: string;
  /** What the door needs besides the body to take it in again: a shop's topic, the content type of telephony. */
  told?: object;
}

/** How a report names the message that it waits for. */
export const about = (accountId: AccountId, externalId: string): string => `${accountId}:${storable(externalId)}`;

/**
 * Stores what was not understood, as it was received, for the operator. The same thing twice is stored once.
 */
export async function storeDeadLetter(db: Queryable, deadLetter: DeadLetter): Promise<void> {
  const digest = createHash('sha256')
    .update(`${deadLetter.merchantId ?? ''}\n`)
    .update(deadLetter.kind === undefined ? deadLetter.body : `kind:${deadLetter.kind}`)
    .digest();
  await db
    .insertInto('inbox_kept')
    .values({
      merchant_id: deadLetter.merchantId,
      door: deadLetter.door,
      reason: storable(deadLetter.reason),
      about: deadLetter.about ?? null,
      told: deadLetter.told === undefined ? null : JSON.stringify(deadLetter.told),
      digest,
      body: deadLetter.body,
    })
    .onConflict((conflict) => {
      const same = conflict.columns(['door', 'digest']);
      if (deadLetter.kind === undefined) return same.doNothing();
      return same.doUpdateSet((eb) => ({
        body: eb.ref('excluded.body'),
        received_at: sql<Date>`now()`,
        times: sql<number>`inbox_kept.times + (inbox_kept.body <> excluded.body)::int`,
      }));
    })
    .execute();
}

/** Takes out what waited for this message, oldest first. */
export async function takeDeadLettersAbout(db: Queryable, merchantId: MerchantId, awaited: string): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('inbox_kept')
    .where('merchant_id', '=', merchantId)
    .where('about', '=', awaited)
    .returning(['id', 'body'])
    .execute();
  return rows.sort((a, b) => a.id - b.id).map(({ body }) => body);
}

const REPORTS_STORED_DAYS = 30;

/** Forgets reports whose message has not turned up in thirty days: it was sent by another program on the same number. */
export async function forgetOldReports(db: Queryable, now: Date): Promise<void> {
  await db
    .deleteFrom('inbox_kept')
    .where('about', 'is not', null)
    .where('received_at', '<', subDays(now, REPORTS_STORED_DAYS))
    .execute();
}

export interface DeadLetterRow {
  id: number;
  merchant: string | null;
  door: string;
  reason: string;
  /** Bytes. */
  size: number;
  received_at: Date;
  /** Deliveries of its kind; the newest is stored. */
  times: number;
}

/** What is kept, newest first, at most `limit`; `before` is the id of the last line of the page before. */
export async function listDeadLetters(
  db: Queryable,
  { limit, before }: { limit: number; before?: number },
): Promise<DeadLetterRow[]> {
  return db
    .selectFrom('inbox_kept as k')
    .leftJoin('merchants as m', 'm.id', 'k.merchant_id')
    .select(({ fn }) => [
      'k.id',
      'm.slug as merchant',
      'k.door',
      'k.reason',
      fn<number>('octet_length', ['k.body']).as('size'),
      'k.received_at',
      'k.times',
    ])
    .$if(before !== undefined, (query) => query.where('k.id', '<', before ?? 0))
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();
}

/** One kept delivery as it was received. */
export async function readDeadLetter(db: Queryable, id: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('inbox_kept').select('body').where('id', '=', id).executeTakeFirst();
  return row?.body;
}

export interface ShopDeadLetter {
  id: number;
  door: DeadLetter['door'];
  reason: string;
  /** Bytes. */
  size: number;
  received_at: Date;
  told: unknown;
  times: number;
}

const ofShop = (db: Queryable, merchantId: MerchantId) =>
  db.selectFrom('inbox_kept').where('merchant_id', '=', merchantId).where('about', 'is', null);

const linesOf = (db: Queryable, merchantId: MerchantId) =>
  ofShop(db, merchantId)
    .select(({ fn }) => [
      'id',
      'reason',
      'received_at',
      'told',
      'times',
      fn<number>('octet_length', ['body']).as('size'),
    ])
    .select(sql<DeadLetter['door']>`door`.as('door'));

/** A shop's own, newest first, and how many there are; what waits for its message is none. */
export async function listShopDeadLetters(
  db: Queryable,
  merchantId: MerchantId,
  limit: number,
): Promise<{ count: number; newest: ShopDeadLetter[] }> {
  const { count } = await ofShop(db, merchantId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const newest = await linesOf(db, merchantId).orderBy('id', 'desc').limit(limit).execute();
  return { count, newest };
}

/** One of a shop's own, with its first bytes, or all of them. */
export async function findShopDeadLetter(
  db: Queryable,
  merchantId: MerchantId,
  id: number,
  bytes?: number,
): Promise<(ShopDeadLetter & { body: Buffer }) | undefined> {
  return linesOf(db, merchantId)
    .select(bytes === undefined ? 'body' : sql<Buffer>`substring(body for ${bytes})`.as('body'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Ends one that was taken in, or says why it still was not. */
export async function endShopDeadLetter(
  db: Queryable,
  merchantId: MerchantId,
  id: number,
  reason: string | null,
): Promise<void> {
  if (reason === null)
    await db.deleteFrom('inbox_kept').where('merchant_id', '=', merchantId).where('id', '=', id).execute();
  else
    await db
      .updateTable('inbox_kept')
      .set({ reason: storable(reason) })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute();
}

/** How many there are, and how many of them came within the last day: for operators, over all merchants. */
export async function countDeadLetters(db: Queryable): Promise<{ all: number; today: number }> {
  const { rows } = await sql<{ all: number; today: number }>`
    select count(*)::int as all, count(*) filter (where received_at > now() - interval '1 day')::int as today
    from inbox_kept where about is null`.execute(db);
  return rows[0] ?? { all: 0, today: 0 };
}
