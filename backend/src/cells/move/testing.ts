import { expect } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { copyDatabase } from '../../operations/embedded-postgres/copy-database';
import { openTestCells, type TestCell, type TestCells } from '../../testing/cells';
import { startTestInbox } from '../../testing/inbox';
import { addIsolationWorld } from '../../testing/isolation-world';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { writeShares } from '../cell-shares';
import { readMerchantTables, type MerchantTable } from './moved-tables';

export const SHARES = { keys: ['cred_a'], tokens: 'signed by a', files: 'https://s3.example/files' };

export interface TestMerchant {
  id: MerchantId;
  slug: string;
}

/** Two cells, the first of which has merchants. */
export interface MovingCells extends TestCells {
  /** The merchant that moves; it has rows in every table. */
  mover: TestMerchant;
  stayer: TestMerchant;
  tables: readonly MerchantTable[];
  /** A merchant's rows by table. */
  rowsOf(cell: TestCell, merchantId: MerchantId): Promise<Record<string, string[]>>;
  /** Fails when publications, slots, triggers or other parts of a move are left in either cell. */
  expectTidy(): Promise<void>;
}

/** Starts two cells that can move merchants between them. The caller must call `end`. */
export async function openMovingCells(): Promise<MovingCells> {
  const cells = await openTestCells();
  const { one, two } = cells;
  const merchants = await fillCell(one);
  for (const { store } of [one, two]) await writeShares(store.db, SHARES);
  const tables = await readMerchantTables(one.client);
  return {
    ...cells,
    ...merchants,
    tables,
    rowsOf: (cell, merchantId) => readRows(cell, tables, merchantId),
    async expectTidy() {
      for (const cell of [one, two]) expect(await readLeftovers(cell)).toEqual([]);
    },
  };
}

async function fillCell({ url }: TestCell): Promise<Record<'mover' | 'stayer', TestMerchant>> {
  const inbox = await startTestInbox();
  try {
    const { merchant } = await addIsolationWorld(inbox, 'moves');
    const line = await addConversation(inbox.db, await addMerchant(inbox.db, 'stays'), 'email', { full_name: 'Meera' });
    await addContent(inbox.db, line, await addTicket(inbox.db, line, {}), { message: 'Where is it?' });
    // What is erased is off the disk.
    await inbox.db.updateTable('erasures').set({ certificate: '{}' }).execute();
    await inbox.db.deleteFrom('merchant_moves').execute();
    await inbox.db.deleteFrom('move_marks').execute();
    await copyDatabase(inbox.url, url);
    const named = (id: MerchantId) =>
      inbox.db.selectFrom('merchants').select(['id', 'slug']).where('id', '=', id).executeTakeFirstOrThrow();
    return { mover: await named(merchant), stayer: await named(line.merchantId) };
  } finally {
    await inbox.close();
  }
}

async function readRows(
  { client }: TestCell,
  tables: readonly MerchantTable[],
  merchantId: MerchantId,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, of, columns } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from (select ${columns.map((column) => `"${column}"`).join()} from ${name} where ${of} = $1) t order by 1`,
      [merchantId],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

async function readLeftovers({ client }: TestCell): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select pubname as name from pg_publication union all select subname from pg_subscription
    union all select slot_name from pg_replication_slots union all select tgname from pg_trigger where tgname like 'moving%'
    union all select relname from pg_class where relreplident = 'f' and relnamespace = 'public'::regnamespace
    union all select mark::text from move_marks`);
  return rows.map(({ name }) => name);
}
