import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { MerchantId } from '@inbox/domain';
import { withTables } from './locks';
import { MoveError, type CellSession } from './session';
import type { MerchantTable } from './moved-tables';

/** Milliseconds between two looks at how far the copy has got. */
const LOOK_MS = 250;
/** Milliseconds in which a slot's last reader has let go of it. */
const LET_GO_MS = 60_000;

const named = (table: string): string => pg.escapeIdentifier(table);
/** Of publication, slot and subscription. */
export const wayOf = (merchantId: MerchantId): string => `inbox_move_${merchantId}`;

const followed = (tables: readonly MerchantTable[]) => tables.filter(({ way }) => way === 'followed');

/**
 * PostgreSQL's own logical replication copies the merchant's rows, and every change of them after that, while both cells
 * work. Nothing of it is seen in the other cell, as who owns the rows is not there yet.
 */
export async function startFollowing(
  source: CellSession,
  target: CellSession,
  { merchantId, tables }: { merchantId: MerchantId; tables: readonly MerchantTable[] },
): Promise<void> {
  const name = named(wayOf(merchantId));
  // Before anything is published: a change that does not tell whose row it is would be refused then.
  await tellOf(
    source,
    followed(tables).filter(({ namesMerchant }) => !namesMerchant),
    'full',
  );
  const rows = [...followed(tables).map(({ name: table }) => table), 'move_marks'].map(
    (table) => `table ${named(table)} where (merchant_id = ${merchantId})`,
  );
  // Not 'truncate', which knows no rows: it would empty the other cell's tables. Which partitions there are is each cell's own.
  await source.client.query(
    `create publication ${name} for ${rows.join(', ')}
     with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
  );
  await source.client.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [wayOf(merchantId)]);
  await target.client.query(
    `create subscription ${name} connection ${pg.escapeLiteral(source.url)} publication ${name} with (create_slot = false)`,
  );
}

/** How much each change of a row tells of what it was: its key, or all of it. */
const tellOf = ({ client }: CellSession, tables: readonly MerchantTable[], how: 'full' | 'default'): Promise<void> =>
  withTables(client, tables, {
    nameOf: ({ name }) => name,
    work: ({ name }) => client.query(`alter table ${named(name)} replica identity ${how}`),
  });

/** @throws MoveError when the other cell cannot take the rows */
export async function copied(
  target: CellSession,
  merchantId: MerchantId,
  onStep: (left: number) => void,
): Promise<void> {
  let told = -1;
  for (;;) {
    const { rows } = await target.client.query<{ left: number; failures: number }>(
      `select count(*) filter (where r.srsubstate <> 'r')::int as left,
         (select coalesce(apply_error_count + sync_error_count, 0) from pg_stat_subscription_stats
          where subname = $1)::int as failures
       from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1`,
      [wayOf(merchantId)],
    );
    const { left, failures } = rows[0] ?? { left: 0, failures: 0 };
    if (failures > 0) {
      throw new MoveError('The other cell cannot take the rows; its PostgreSQL has written into its log why.');
    }
    if (left === 0) return;
    if (left !== told) onStep(left);
    told = left;
    await delay(LOOK_MS);
  }
}

/**
 * Waits until all that was written up to now has arrived.
 * @param withinMs how long it may take
 * @throws MoveError when it takes longer
 */
export async function caughtUp(
  source: CellSession,
  target: CellSession,
  { merchantId, withinMs }: { merchantId: MerchantId; withinMs: number },
): Promise<void> {
  const mark = randomUUID();
  await source.client.query(
    `insert into move_marks (merchant_id, mark) values ($1, $2)
     on conflict (merchant_id) do update set mark = excluded.mark`,
    [merchantId, mark],
  );
  const limit = Date.now() + withinMs;
  for (;;) {
    const { rowCount } = await target.client.query('select from move_marks where merchant_id = $1 and mark = $2', [
      merchantId,
      mark,
    ]);
    if (rowCount === 1) return;
    if (Date.now() > limit) throw new MoveError(`What was written last has not arrived within ${withinMs / 1000} s.`);
    await delay(10);
  }
}

/** Ends the copy in the other cell; may be called however far it has got. With it go its slots in the source. */
export async function stopArriving(
  source: CellSession,
  { client }: CellSession,
  merchantId: MerchantId,
): Promise<void> {
  const way = wayOf(merchantId);
  const { rows } = await client.query<{ id: string }>(
    `select s.oid::text as id from pg_subscription s join pg_database d on d.oid = s.subdbid
     where s.subname = $1 and d.datname = current_database()`,
    [way],
  );
  const [subscription] = rows;
  if (subscription !== undefined) {
    await client.query(`alter subscription ${named(way)} disable`);
    await leftAlone(source, client, subscription.id);
    await client.query(`drop subscription ${named(way)}`).catch(async () => {
      // The source has taken its slot away already: then those of tables are to be found there by its number.
      await client.query(`alter subscription ${named(way)} set (slot_name = none)`);
      await client.query(`drop subscription ${named(way)}`);
      await source.client.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name like $1 and not active',
        [`pg_${subscription.id}_sync_%`],
      );
    });
  }
  await client.query('delete from move_marks where merchant_id = $1', [merchantId]);
}

/**
 * Sends away in the source who sends rows of single tables, until nobody in the other cell asks for them. Each begins with
 * waiting for all that is being written in the source, whether somebody still asks or not; the end of the copy waits for
 * each, and where both cells are of one server, for ever: each then waits for the end itself.
 */
async function leftAlone(source: CellSession, client: pg.Client, subscription: string): Promise<void> {
  const limit = Date.now() + LET_GO_MS;
  for (;;) {
    const { rowCount: asking } = await client.query(
      'select from pg_stat_subscription where subid = $1 and pid is not null',
      [subscription],
    );
    // A source that is away has nobody who sends.
    const sending = await source.client
      .query('select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name like $1 and active', [
        `pg_${subscription}_sync_%`,
      ])
      .then(
        ({ rowCount }) => rowCount,
        () => 0,
      );
    if ((asking === 0 && sending === 0) || Date.now() > limit) return;
    await delay(LOOK_MS);
  }
}

/** Takes away what the copy went by in the source; may be called however far it has got. */
export async function stopFollowing(
  source: CellSession,
  { merchantId, tables }: { merchantId: MerchantId; tables: readonly MerchantTable[] },
): Promise<void> {
  await dropSlot(source, merchantId);
  await source.client.query(`drop publication if exists ${named(wayOf(merchantId))}`);
  const { rows: told } = await source.client.query<{ name: string }>(
    "select relname as name from pg_class where relreplident = 'f' and relnamespace = 'public'::regnamespace",
  );
  const full = new Set(told.map(({ name: table }) => table));
  await tellOf(
    source,
    followed(tables).filter(({ name }) => full.has(name)),
    'default',
  );
  await source.client.query('delete from move_marks where merchant_id = $1', [merchantId]);
}

/** A slot that is left keeps the source's whole log: who still reads it, as a cell that cannot be told to stop, is sent away. */
async function dropSlot({ client }: CellSession, merchantId: MerchantId): Promise<void> {
  const limit = Date.now() + LET_GO_MS;
  for (;;) {
    const { rows } = await client.query<{ reader: number | null }>(
      'select active_pid as reader from pg_replication_slots where slot_name = $1',
      [wayOf(merchantId)],
    );
    const [slot] = rows;
    if (slot === undefined) return;
    try {
      if (slot.reader !== null) await client.query('select pg_terminate_backend($1, 5000)', [slot.reader]);
      await client.query('select pg_drop_replication_slot($1)', [wayOf(merchantId)]);
      return;
    } catch (error) {
      // It has come again in between.
      if (Date.now() > limit) throw error;
      await delay(LOOK_MS);
    }
  }
}
