import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { appendAudit } from '../../../audit/audit-queries';
import { dropPrunedMonths, pruneAudit } from '../../../audit/prune-audit';
import { verifyAudit } from '../../../audit/verify-audit';
import { canReplay, pruneEvents, readEventsAfter } from '../../../live/live-events';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { addMerchant } from '../../../testing/rows';
import { makePartitions, missingSpans } from './make-partitions';
import { AUDIT_RECORDS, LIVE_EVENTS, partitionName, PARTITIONED, spanStart } from './partitioned';
import { readPartitions } from './read-partitions';

const DAY_MS = 86_400_000;

let test: TestDatabase;
let shop: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  // The database may have been made on another day.
  await makePartitions(test.db, new Date());
});
afterAll(() => test.drop());
beforeEach(async () => {
  shop = await addMerchant(test.db);
});

/** A day of its own for each test, after all that have a partition. */
async function laterDay(): Promise<Date> {
  const end = (await readPartitions(test.db, LIVE_EVENTS)).at(-1)!.end;
  return new Date(end.getTime() + 5 * DAY_MS + 9 * 3_600_000);
}

const addEvent = (seq: number, at: Date): Promise<unknown> =>
  sql`insert into live_events (merchant_id, seq, event, created_at)
    values (${shop}, ${seq}, '{"type":"tickets.tickets"}', ${at})`.execute(test.db);

const seqs = async (): Promise<number[]> =>
  (await readEventsAfter(test.db, shop, 0, 100)).map(({ seq }) => seq).sort((a, b) => a - b);

/** In which partition each event is. */
const placed = async (): Promise<Record<string, string>> => {
  const { rows } = await sql<{ seq: number; part: string }>`
    select seq, tableoid::regclass::text as part from live_events where merchant_id = ${shop}`.execute(test.db);
  return Object.fromEntries(rows.map(({ seq, part }) => [seq, part]));
};

describe('spans', () => {
  it.each([
    ['day', '2026-12-31T23:59:59.999Z', 0, '2026-12-31'],
    ['day', '2026-12-31T23:59:59.999Z', 1, '2027-01-01'],
    ['day', '2028-02-28T00:00:00.000Z', 1, '2028-02-29'],
    ['month', '2026-12-31T23:59:59.999Z', 0, '2026-12-01'],
    ['month', '2026-12-31T23:59:59.999Z', 1, '2027-01-01'],
    ['month', '2027-01-31T12:00:00.000Z', 1, '2027-02-01'],
  ] as const)('the %s of %s, %i later, begins on %s', (span, at, later, start) => {
    expect(spanStart(span, new Date(at), later)).toEqual(new Date(`${start}T00:00:00Z`));
  });

  it('name partitions', () => {
    const start = new Date('2026-11-01T00:00:00Z');
    expect(partitionName(LIVE_EVENTS, start)).toBe('live_events_20261101');
    expect(partitionName(AUDIT_RECORDS, start)).toBe('audit_records_202611');
  });
});

describe('a new database', () => {
  it('takes what there was before, and what comes before there is a partition for it', async () => {
    const [first] = await readPartitions(test.db, LIVE_EVENTS);
    await addEvent(1, new Date(first!.end.getTime() - 1));
    await addEvent(2, await laterDay());
    expect(await placed()).toEqual({ 1: 'live_events_first', 2: 'live_events_other' });
    await test.db.deleteFrom('live_events').where('merchant_id', '=', shop).execute();
  });
});

describe('partitions', () => {
  it('are made for the running span and the next, once, by however many processes', async () => {
    const now = await laterDay();
    await Promise.all([1, 2, 3].map(() => makePartitions(test.db, now)));
    await makePartitions(test.db, now);
    for (const of of PARTITIONED) {
      expect(await missingSpans(test.db, of, now)).toEqual([]);
      expect((await readPartitions(test.db, of)).at(-1)!.end).toEqual(spanStart(of.span, now, of.ahead + 1));
    }
    await addEvent(1, now);
    await addEvent(2, new Date(now.getTime() + DAY_MS));
    expect(Object.values(await placed())).toEqual(
      [0, 1].map((n) => partitionName(LIVE_EVENTS, spanStart('day', now, n))),
    );
  });

  it('leave rows where they are that came before their span had one, and go on after them', async () => {
    const now = await laterDay();
    await addEvent(1, now);
    await makePartitions(test.db, now);
    await addEvent(2, new Date(now.getTime() + 60_000));
    await addEvent(3, new Date(now.getTime() + DAY_MS));
    expect(await placed()).toEqual({
      1: 'live_events_other',
      2: 'live_events_other',
      3: partitionName(LIVE_EVENTS, spanStart('day', now, 1)),
    });
    expect(await seqs()).toEqual([1, 2, 3]);
    await pruneEvents(test.db, new Date(now.getTime() + DAY_MS + 120_000));
    expect(await seqs()).toEqual([3]);
  });

  it('wait for who uses the table, for a moment at most, and are made at the next look', async () => {
    const now = await laterDay();
    const before = await missingSpans(test.db, LIVE_EVENTS, now);
    const reader = await test.pool.connect();
    await reader.query('begin; select from live_events');
    await makePartitions(test.db, now);
    expect(await missingSpans(test.db, LIVE_EVENTS, now)).toEqual(before);
    await reader.query('commit');
    reader.release();
    await makePartitions(test.db, now);
    expect(await missingSpans(test.db, LIVE_EVENTS, now)).toEqual([]);
  });
});

describe('live events', () => {
  it('go by whole days, with those of before midnight that came after one of the next day', async () => {
    const now = await laterDay();
    await makePartitions(test.db, now);
    const midnight = spanStart('day', now, 1).getTime();
    await addEvent(1, now);
    await addEvent(2, new Date(midnight + 1));
    await addEvent(3, new Date(midnight - 1));
    await addEvent(4, new Date(midnight + 2));
    await pruneEvents(test.db, new Date(midnight + DAY_MS - 1));
    expect(await seqs()).toEqual([1, 2, 3, 4]);
    await pruneEvents(test.db, new Date(midnight + DAY_MS));
    expect(await seqs()).toEqual([4]);
    expect(await canReplay(test.db, shop, 2, 4)).toBe(false);
    expect(await canReplay(test.db, shop, 3, 4)).toBe(true);
    const left = await readPartitions(test.db, LIVE_EVENTS);
    expect(left.filter(({ end }) => end.getTime() <= midnight)).toEqual([]);
  });
});

describe('audit records', () => {
  const audit = (chain: MerchantId | 0) =>
    appendAudit(test.db, { chain, what: 'shop.checked', about: 'shop:a', detail: {} });
  const partOf = async (chain: MerchantId | 0): Promise<string[]> => {
    const { rows } = await sql<{ part: string }>`
      select distinct tableoid::regclass::text as part from audit_records where merchant_id = ${chain}`.execute(
      test.db,
    );
    return rows.map(({ part }) => part);
  };

  /** The partition of what is audited now. */
  const runningMonth = async () =>
    (await readPartitions(test.db, AUDIT_RECORDS)).find(({ end }) => end > new Date()) ?? {
      name: '',
      end: new Date(0),
    };

  it('of all merchants are in no month', async () => {
    await audit(0);
    await audit(shop);
    expect(await partOf(0)).toEqual(['audit_records_other']);
    expect(await partOf(shop)).toEqual([(await runningMonth()).name]);
  });

  it('go with their month when all of them are pruned, and the chains hold', async () => {
    await audit(0);
    await audit(shop);
    const month = await runningMonth();
    await makePartitions(test.db, month.end);
    const months = async () => (await readPartitions(test.db, AUDIT_RECORDS)).map(({ name }) => name);
    await pruneAudit(test.db, new Date(month.end.getTime() + 30 * DAY_MS), 30);
    // Each chain has a record that it was pruned, of the month in which this test runs.
    expect(await months()).toContain(month.name);
    await test.pool.query(`begin; set local session_replication_role = replica;
      update audit_records set made_at = made_at + interval '1 month' where merchant_id <> 0; commit`);
    await dropPrunedMonths(test.db, new Date(month.end.getTime() - 1));
    expect(await months()).toContain(month.name);
    await dropPrunedMonths(test.db, month.end);
    expect(await months()).not.toContain(month.name);
    expect(await partOf(0)).toEqual(['audit_records_other']);
    const problems = (await verifyAudit(test.db)).filter(({ problem }) => problem !== null);
    expect(problems).toEqual([]);
    await audit(shop);
    expect(await partOf(shop)).toContain('audit_records_other');
  });

  it.each(PARTITIONED)('of $table: each partition is as the table is', async (of) => {
    const { rows } = await sql<{ part: string; columns: string; rules: string; keys: string; triggers: string }>`
      select c.relname as part,
        (select string_agg(attname || ' ' || atttypid::regtype || ' ' || attnotnull, ', ' order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
        (select string_agg(pg_get_constraintdef(oid), ', ' order by pg_get_constraintdef(oid)) from pg_constraint
          where conrelid = c.oid) as rules,
        (select string_agg(indkey::text, ', ' order by indkey::text) from pg_index where indrelid = c.oid) as keys,
        (select string_agg(tgname, ', ' order by tgname) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
      from pg_class c
      where c.oid = ${of.table}::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = ${of.table}::regclass)`.execute(
      test.db,
    );
    const [table] = rows.filter(({ part }) => part === of.table);
    expect(rows.length).toBeGreaterThan(2);
    for (const { part, ...shape } of rows) expect({ part, ...shape }).toEqual({ ...table, part });
  });
});
