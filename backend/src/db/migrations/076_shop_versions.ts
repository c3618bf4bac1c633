import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Amounts of these tables are rupees by contract, so the rows that are there have a known currency.
  `ALTER TABLE orders ADD COLUMN currency text NOT NULL DEFAULT 'INR'`,
  `ALTER TABLE abandoned_checkouts ADD COLUMN currency text NOT NULL DEFAULT 'INR'`,
  // Some currencies have three decimals. Without a limit of them the table is not rewritten.
  `ALTER TABLE orders ALTER COLUMN total_order_price TYPE numeric`,
];

export const shopVersionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
