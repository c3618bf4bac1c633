import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Shops that are here have old texts; a shop that is made later has none.
  `ALTER TABLE merchants ADD COLUMN search_rebuilt_until bigint DEFAULT 0`,
  `ALTER TABLE merchants ALTER COLUMN search_rebuilt_until SET DEFAULT NULL`,
  `COMMENT ON COLUMN merchants.search_rebuilt_until IS 'the last of contents.id whose text and words follow the present rules; null when all do'`,
];

export const searchRebuildMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
