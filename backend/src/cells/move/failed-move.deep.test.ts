import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import pg from 'pg';
import type { TestCell } from '../../testing/cells';
import { until } from '../../testing/fake-graph';
import { forgetUnsentUploads } from '../../conversations/thread/pending-uploads';
import { abortMove, moveMerchant } from './move-merchant';
import { openMovingCells, type MovingCells, type TestMerchant } from './testing';

let cells: MovingCells;
let one: TestCell;
let two: TestCell;
let mover: TestMerchant;

beforeAll(async () => {
  cells = await openMovingCells();
  ({ one, two, mover } = cells);
});

afterAll(() => cells?.end());

const rowsOf = (cell: TestCell, merchantId: MerchantId) => cells.rowsOf(cell, merchantId);
const expectTidy = () => cells.expectTidy();
const request = (from: TestCell, to: TestCell) => ({
  slug: mover.slug,
  sourceUrl: from.url,
  targetUrl: to.url,
  say: () => undefined,
});

/** Ends the move's connection to the source. */
const BREAK_SOURCE =
  "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'inbox move' and datname = 'inbox'";

/** Ends the move's connection to the source when the merchant's row arrives in the target. */
async function breakSourceAtSwitch(): Promise<void> {
  await two.client.query(`
    create function breaks() returns trigger language plpgsql as $$
      begin
        perform * from (${BREAK_SOURCE}) broken;
        return null;
      end $$;
    create trigger breaks after insert on merchants for each row execute function breaks();
    alter table merchants enable always trigger breaks`);
}

describe('a merchant whose move fails', () => {
  it('loses no file to the housekeeping of the other cell while it is copied', async () => {
    // A mail that leaves later has all files that were not sent.
    const { rowCount: scheduled } = await one.client.query(
      `update scheduled_mails set upload_ids = (select array_agg(id) from uploads where merchant_id = $1)
       where merchant_id = $1`,
      [mover.id],
    );
    expect(scheduled).toBe(1);
    const before = await rowsOf(one, mover.id);
    expect(before['uploads']).toHaveLength(1);
    const other = new pg.Client({ connectionString: one.url });
    await other.connect();
    // The move waits for this before it drains.
    await other.query('begin; lock table outbox in row exclusive mode');
    let isCopied = false;
    const failed = moveMerchant({
      ...request(one, two),
      say: (line) => {
        isCopied ||= line.startsWith('Copied');
      },
    }).then(
      () => 'moved',
      () => 'taken back',
    );
    await until(async () => isCopied);
    const forgotten = await forgetUnsentUploads(two.store.db, new Date(Date.now() + 60_000));
    await one.client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'inbox move' and datname = 'two'",
    );
    await other.query('rollback');
    await other.end();
    expect(await failed).toBe('taken back');
    expect(forgotten).toEqual([]);
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    await expectTidy();
  });

  it('works as before when the connection to its own cell breaks while it is frozen', async () => {
    const before = await rowsOf(one, mover.id);
    await breakSourceAtSwitch();
    await expect(moveMerchant(request(one, two))).rejects.toThrow();
    await two.client.query('drop trigger breaks on merchants; drop function breaks()');
    expect((await one.client.query('select from merchant_moves')).rowCount).toBe(0);
    await one.client.query('update quick_replies set uses = uses where merchant_id = $1', [mover.id]);
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    await expectTidy();
  });

  it('names the command that takes it back when its own cell stays away', async () => {
    const before = await rowsOf(one, mover.id);
    const other = new pg.Client({ connectionString: one.url });
    await other.connect();
    // The move waits for this before it drains.
    await other.query('begin; lock table outbox in row exclusive mode');
    const failed = moveMerchant({
      ...request(one, two),
      sourceBackMs: 300,
      say: (line) => {
        if (!line.startsWith('Copied')) return;
        void two.client
          .query('alter database inbox allow_connections false')
          .then(() => two.client.query(BREAK_SOURCE));
      },
    });
    await expect(failed).rejects.toThrow(`pnpm admin cell abort --merchant ${mover.slug} takes the move back`);
    await other.query('rollback');
    await other.end();
    await two.client.query('alter database inbox allow_connections true');
    expect((await one.client.query('select from merchant_moves')).rowCount).toBe(1);
    await abortMove(request(one, two));
    expect(await rowsOf(one, mover.id)).toEqual(before);
    expect(await rowsOf(two, mover.id)).toEqual({});
    await expectTidy();
  });
});
