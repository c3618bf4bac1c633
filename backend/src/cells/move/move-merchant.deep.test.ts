import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import pg from 'pg';
import { isMoving } from '../../platform/db/transient-error';
import type { TestCell } from '../../testing/cells';
import { until } from '../../testing/fake-graph';
import { writeShares } from '../cell-shares';
import { findGone } from '../gone';
import { abortMove, moveMerchant } from './move-merchant';
import { openMovingCells, SHARES, type MovingCells, type TestMerchant } from './testing';

let cells: MovingCells;
let one: TestCell;
let two: TestCell;
let mover: TestMerchant;
let stayer: TestMerchant;

beforeAll(async () => {
  cells = await openMovingCells();
  ({ one, two, mover, stayer } = cells);
});

afterAll(() => cells?.end());

const rowsOf = (cell: TestCell, merchantId: MerchantId) => cells.rowsOf(cell, merchantId);
const expectTidy = () => cells.expectTidy();
const request = (from: TestCell, to: TestCell, slug = mover.slug) => ({
  slug,
  sourceUrl: from.url,
  targetUrl: to.url,
  say: () => undefined,
});

/** Writes for the merchant in a cell, as long as it takes it. Answers what was stored. */
function keepWriting({ client }: TestCell, merchantId: MerchantId) {
  const stored: string[] = [];
  const refused: unknown[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const shortcut = `/w${n}`;
      await client
        .query('insert into quick_replies (merchant_id, shortcut, message) values ($1, $2, $2)', [merchantId, shortcut])
        .then(() => stored.push(shortcut))
        .catch((error: unknown) => refused.push(error));
      await delay(2);
    }
  })();
  return {
    async end() {
      isOver = true;
      await writing;
      return { stored, refused };
    },
  };
}

describe('a merchant moves to another cell', () => {
  it('has rows in every table that moves', async () => {
    const here = await rowsOf(one, mover.id);
    expect(cells.tables.map(({ name }) => name).filter((name) => here[name] === undefined)).toEqual([]);
  });

  it.each([
    ['of nobody', () => request(one, two, 'nobody'), "There is no merchant 'nobody' in the source."],
    ['to itself', () => request(one, one), 'Both databases say that they are cell 0'],
  ])('not %s', async (_what, make, words) => {
    await expect(moveMerchant(make())).rejects.toThrow(words);
    await expectTidy();
  });

  it('not away from itself: what is taken back is never what it works with', async () => {
    const before = await rowsOf(one, mover.id);
    await expect(abortMove(request(one, one))).rejects.toThrow('Both databases say that they are cell 0');
    // A cell that serves the merchant already, as by a restored backup.
    await two.client.query('insert into merchants (id, slug, name) values ($1, $2, $3)', [
      mover.id,
      'restored',
      'Same',
    ]);
    await expect(abortMove(request(one, two))).rejects.toThrow('The other cell serves this merchant.');
    expect((await two.client.query('delete from merchants')).rowCount).toBe(1);
    expect(await rowsOf(one, mover.id)).toEqual(before);
  });

  it('not to another cell than it has begun to', async () => {
    await one.client.query(
      "insert into merchant_moves (merchant_id, slug, stage, to_cell) values ($1, $2, 'gone', 5)",
      [mover.id, mover.slug],
    );
    await expect(moveMerchant(request(one, two))).rejects.toThrow('to cell 5, and the target is cell 2');
    await one.client.query('delete from merchant_moves');
  });

  it('not where it would not work', async () => {
    const { rows } = await two.client.query('update cell set shares = null returning 1');
    expect(rows).toHaveLength(1);
    await expect(moveMerchant(request(one, two))).rejects.toThrow('Both cells must have been started');
    await writeShares(two.store.db, SHARES);
  });

  it('not while something erased is not off the disk', async () => {
    await one.client.query('update erasures set certificate = null where merchant_id = $1', [mover.id]);
    await expect(moveMerchant(request(one, two))).rejects.toThrow(
      'An erasure of this merchant is not off the disk yet',
    );
    await one.client.query("update erasures set certificate = '{}' where merchant_id = $1", [mover.id]);
  });

  it('not where an agent is known already', async () => {
    const taken = await one.client.query<{ email: string }>('select email from agents where merchant_id = $1', [
      mover.id,
    ]);
    await two.client.query("insert into merchants (slug, name) values ('other', 'Other')");
    await two.client.query(
      `insert into agents (merchant_id, first_name, last_name, email, password_hash)
       select id, 'A', 'B', $1, '' from merchants`,
      [taken.rows[0]!.email],
    );
    await expect(moveMerchant(request(one, two))).rejects.toThrow(
      `The other cell has the agent '${taken.rows[0]!.email}' already.`,
    );
    await two.client.query('delete from agents; delete from merchants');
  });

  it('and stays as it was where the other cell cannot take it', async () => {
    const before = await rowsOf(one, mover.id);
    const { rows } = await one.client.query<{ id: string }>('select id from notes where merchant_id = $1 limit 1', [
      mover.id,
    ]);
    await two.client.query("set session_replication_role = 'replica'");
    await two.client.query(
      "insert into notes (id, merchant_id, ticket_id, agent_id, notes) values ($1, 99, 1, 1, 'in the way')",
      [rows[0]!.id],
    );
    await expect(moveMerchant(request(one, two))).rejects.toThrow('The other cell cannot take the rows');
    await two.client.query('delete from notes');
    await two.client.query("set session_replication_role = 'origin'");
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    expect(await findGone(one.store.db, [mover.id])).toEqual(new Set());
    await expectTidy();
  });

  it('with all that is written meanwhile, and nobody else notices', async () => {
    const [before, others] = [await rowsOf(one, mover.id), await rowsOf(one, stayer.id)];
    const writing = keepWriting(one, mover.id);
    const otherWriting = keepWriting(one, stayer.id);
    const moving = moveMerchant(request(one, two));
    await moving.catch(() => undefined);
    const { stored, refused } = await writing.end();
    const { stored: ofOthers, refused: othersRefused } = await otherWriting.end();
    const { rows } = await moving;

    const there = await rowsOf(two, mover.id);
    for (const name of Object.keys(before)) {
      const arrived = new Set(there[name]);
      const missing = before[name]!.filter((row) => !arrived.has(row));
      // What is held on lease is given back on the way, and the chain of the audit has grown.
      const changes = ['mailboxes', 'exports', 'audit_chains'].includes(name);
      expect({ name, missing: missing.length }).toEqual({ name, missing: changes ? expect.any(Number) : 0 });
    }
    expect(rows).toBe(Object.values(there).flat().length);
    const { rows: written } = await two.client.query<{ shortcut: string }>(
      "select shortcut from quick_replies where merchant_id = $1 and shortcut like '/w%' order by id",
      [mover.id],
    );
    expect(written.map(({ shortcut }) => shortcut)).toEqual(stored);
    expect(stored.length).toBeGreaterThan(0);
    // First as it is being moved, then as there is no such merchant any more.
    expect(refused.filter(isMoving).length).toBeGreaterThan(0);

    expect(await rowsOf(one, mover.id)).toEqual({});
    const stayed = await rowsOf(one, stayer.id);
    const unchanged = { quick_replies: [], audit_records: [], audit_chains: [] };
    expect({ ...stayed, ...unchanged }).toEqual({ ...others, ...unchanged });
    expect(othersRefused).toEqual([]);
    expect(stayed['quick_replies']).toHaveLength(ofOthers.length);
    expect(await findGone(one.store.db, [mover.id, stayer.id])).toEqual(new Set([mover.id]));
    await expectTidy();
  });

  it('counts on there with ids of that cell', async () => {
    const { rows } = await two.client.query<{ id: string }>(
      "insert into quick_replies (merchant_id, shortcut, message) values ($1, '/newest', 'new') returning id",
      [mover.id],
    );
    expect(Number(rows[0]!.id)).toBeGreaterThan(2_000_000_000_000);
  });

  it('and back, also when the last step fails and is done again', async () => {
    const before = await rowsOf(two, mover.id);
    // The commit with which it would arrive fails.
    await one.client.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create constraint trigger fails after insert on merchants deferrable initially deferred
        for each row execute function fail();
      alter table merchants enable always trigger fails`);
    await expect(moveMerchant(request(two, one))).rejects.toThrow('no');
    expect(await findGone(two.store.db, [mover.id])).toEqual(new Set([mover.id]));
    await expect(abortMove(request(two, one))).rejects.toThrow('has left already');
    await one.client.query('drop trigger fails on merchants; drop function fail()');

    await moveMerchant(request(two, one));
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    expect(await findGone(one.store.db, [mover.id])).toEqual(new Set());
    await expectTidy();
  });

  it('works as before when the connection to the other cell breaks in the middle', async () => {
    const before = await rowsOf(one, mover.id);
    await two.client.query(`
      create function ends() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger ends after insert on merchants for each row execute function ends();
      alter table merchants enable always trigger ends`);
    await expect(moveMerchant(request(one, two))).rejects.toThrow();
    await two.client.query('drop trigger ends on merchants; drop function ends()');
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    await expectTidy();
  });

  it('works as before when the other cell is away from the middle on, and what is left there is removed later', async () => {
    const before = await rowsOf(one, mover.id);
    const { url, client } = one;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const failed = moveMerchant({
      ...request(one, two),
      say: (line) => {
        if (!line.startsWith('Copied')) return;
        void admin
          .query('alter database two allow_connections false')
          .then(() => admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'two'"));
      },
    });
    await expect(failed).rejects.toThrow('The merchant works as before');
    await admin.query('alter database two allow_connections true');
    await admin.end();
    expect((await client.query('select from merchant_moves')).rowCount).toBe(0);
    await client.query('update quick_replies set uses = uses where merchant_id = $1', [mover.id]);

    two.client = new pg.Client({ connectionString: two.url });
    await two.client.connect();
    await two.client.query("set timezone = 'UTC'");
    expect(Object.keys(await rowsOf(two, mover.id)).length).toBeGreaterThan(0);
    await abortMove(request(one, two));
    expect(await rowsOf(two, mover.id)).toEqual({});
    expect(await rowsOf(one, mover.id)).toEqual(before);
    await expectTidy();
  });

  it('is taken back while something else in the source is in the middle of its work', async () => {
    const before = await rowsOf(one, mover.id);
    const other = new pg.Client({ connectionString: one.url });
    await other.connect();
    let begun: Promise<unknown> | undefined;
    const failed = moveMerchant({
      ...request(one, two),
      say: (line) => {
        // Each table that is copied from now on waits for the end of this.
        if (line.startsWith('Copying')) begun ??= other.query('begin; select pg_current_xact_id()');
      },
    }).then(
      () => 'moved',
      () => 'taken back',
    );
    const waits = "select from pg_stat_activity where backend_type = 'walsender' and wait_event_type = 'Lock'";
    await until(async () => begun !== undefined && (await one.client.query(waits)).rowCount !== 0);
    await two.client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'inbox move' and datname = 'two'",
    );
    expect(await failed).toBe('taken back');
    await other.query('rollback');
    await other.end();
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    await expectTidy();
  });

  it('is taken back when it was cut short', async () => {
    const before = await rowsOf(one, mover.id);
    await one.client.query(
      "insert into merchant_moves (merchant_id, slug, stage, to_cell) values ($1, $2, 'frozen', 2)",
      [mover.id, mover.slug],
    );
    await expect(moveMerchant(request(one, two))).rejects.toThrow('pnpm admin cell abort takes it back');
    await abortMove(request(one, two));
    expect(await rowsOf(one, mover.id)).toEqual(before);
    const { rowCount } = await one.client.query('select from merchant_moves');
    expect(rowCount).toBe(0);
    await expectTidy();
  });
});
