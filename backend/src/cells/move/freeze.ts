import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { MerchantId } from '@inbox/domain';
import { withTables } from './locks';
import { MoveError, type CellSession } from './session';
import type { MerchantTable } from './moved-tables';

/** Milliseconds in which what is on its way to a channel has come to its end. */
const DRAINED_MS = 90_000;

const guardsOf = (merchantId: MerchantId) =>
  [
    { name: `moving_${merchantId}_change`, on: 'insert or update', row: 'new' },
    { name: `moving_${merchantId}_removal`, on: 'delete', row: 'old' },
  ] as const;

/**
 * Waits until nothing of the merchant is on its way to a channel; nothing more is taken out meanwhile. What the channel has
 * heard is written down here, so that the other cell does not send it again.
 * @throws MoveError when that takes too long
 */
export async function drained({ client }: CellSession, merchantId: MerchantId): Promise<void> {
  // Whoever is taking something out has not read yet that it is to stay: they come to their end, and all after them read it.
  await withTables(client, ['outbox'], {
    nameOf: (table) => table,
    async work(table) {
      await client.query('begin');
      try {
        await client.query(`lock table ${table} in share row exclusive mode`);
      } finally {
        await client.query('rollback');
      }
    },
  });
  const limit = Date.now() + DRAINED_MS;
  for (;;) {
    const { rowCount } = await client.query(
      `select from outbox where merchant_id = $1
         and (state = 'asking' or (state = 'waiting' and lease_until > now())) limit 1`,
      [merchantId],
    );
    if (rowCount === 0) return;
    if (Date.now() > limit) throw new MoveError('Something is still on its way to a channel; please try again later.');
    await delay(50);
  }
}

/**
 * From here on nothing of the merchant can be written in this cell, whoever tries: PostgreSQL refuses it, and the making
 * of a guard waits for whoever is writing into its table. Other merchants wait for half a second at most.
 * @throws MoveError when a table is written to for too long
 */
export async function freeze(
  { client }: CellSession,
  { merchantId, tables }: { merchantId: MerchantId; tables: readonly MerchantTable[] },
): Promise<void> {
  await withTables(client, tables, {
    nameOf: ({ name }) => name,
    work: ({ name: table, of }) =>
      client.query(
        guardsOf(merchantId)
          .map(
            ({ name, on, row }) =>
              `create trigger ${name} before ${on} on ${pg.escapeIdentifier(table)}
               for each row when (${row}.${of} = ${merchantId}) execute function refuse_while_moving()`,
          )
          .join(';'),
      ),
  });
}

/** Takes the guards away again, those that there are. */
export async function thaw({ client }: CellSession, merchantId: MerchantId): Promise<void> {
  const names = guardsOf(merchantId).map(({ name }) => name);
  const { rows } = await client.query<{ on: string; guards: string[] }>(
    `select tgrelid::regclass::text as on, array_agg(tgname::text) as guards from pg_trigger
     where tgname = any($1) and tgparentid = 0 group by tgrelid`,
    [names],
  );
  await withTables(client, rows, {
    nameOf: ({ on }) => on,
    work: ({ on, guards }) => client.query(guards.map((guard) => `drop trigger ${guard} on ${on}`).join(';')),
  });
}
