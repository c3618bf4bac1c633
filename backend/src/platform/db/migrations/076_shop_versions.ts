import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Amounts of these tables are rupees by contract, so the rows that are there have a known currency.
  `ALTER TABLE orders ADD COLUMN currency text NOT NULL DEFAULT 'INR'`,
  `ALTER TABLE abandoned_checkouts ADD COLUMN currency text NOT NULL DEFAULT 'INR'`,
  // Some currencies have three decimals. Without a limit of them the table is not rewritten.
  `ALTER TABLE orders ALTER COLUMN total_order_price TYPE numeric`,
  // By bytes, so that it sorts the same on every machine.
  `ALTER TABLE shop_records ADD COLUMN rank text COLLATE "C" NOT NULL DEFAULT ''`,
  `ALTER TABLE shop_records ADD COLUMN is_deleted boolean NOT NULL DEFAULT false`,
  `COMMENT ON COLUMN shop_records.rank IS 'the greater one wins among versions with the same updated_at'`,
  `COMMENT ON COLUMN shop_records.is_deleted IS 'the shop has deleted it: the row has its number alone'`,
];

export const shopVersionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
