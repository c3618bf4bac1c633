import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE shops ADD COLUMN is_demo boolean NOT NULL DEFAULT false`,
  `COMMENT ON COLUMN shops.is_demo IS 'made with the demo data: the simulator answers for it, on this machine and without https'`,
];

export const demoShopsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
