import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { MerchantId } from '@inbox/domain';
import { MoveError, type CellSession } from './session';
import type { MerchantTable } from './moved-tables';

const named = (table: string): string => pg.escapeIdentifier(table);

/** The merchant's rows of a table as a query. */
const rowsOf = ({ name, columns, of }: MerchantTable, merchantId: MerchantId): string =>
  `select ${columns.map(named).join(', ')} from ${named(name)} where ${of} = ${merchantId}`;

/** Copies one table's rows of the merchant. */
export async function carry(
  source: CellSession,
  target: CellSession,
  table: MerchantTable,
  merchantId: MerchantId,
): Promise<void> {
  const columns = table.columns.map(named).join(', ');
  await pipeline(
    source.client.query(copyTo(`copy (${rowsOf(table, merchantId)}) to stdout`)),
    target.client.query(copyFrom(`copy ${named(table.name)} (${columns}) from stdin`)),
  );
}

/** Deletes the merchant's rows; as a replica, since they are not erased but elsewhere. */
export async function removeRows(
  { client }: CellSession,
  tables: readonly MerchantTable[],
  merchantId: MerchantId,
): Promise<void> {
  for (const { name, of } of tables) await client.query(`delete from ${named(name)} where ${of} = $1`, [merchantId]);
}

/** @throws MoveError when what has arrived is not what was there */
export async function compare(
  source: CellSession,
  target: CellSession,
  tables: readonly MerchantTable[],
  merchantId: MerchantId,
): Promise<number> {
  let all = 0;
  for (const table of tables) {
    // Rows and their hashes added up: the order of the rows makes no difference.
    const sums = `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
      from (${rowsOf(table, merchantId)}) t`;
    const [here, there] = await Promise.all(
      [source, target].map(({ client }) => client.query<{ rows: string; sum: string }>(sums)),
    );
    const [one, other] = [here?.rows[0], there?.rows[0]];
    if (one?.rows !== other?.rows || one?.sum !== other?.sum) {
      const [rows = 0, arrived = 0] = [one?.rows, other?.rows];
      throw new MoveError(`${table.name} has not arrived as it was: ${rows} rows here, ${arrived} there.`);
    }
    all += Number(one?.rows ?? 0);
  }
  return all;
}
