import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE conversations ADD COLUMN delivered_until timestamptz, ADD COLUMN read_until timestamptz`,
  `COMMENT ON COLUMN conversations.read_until IS 'the customer has read all that was sent up to then; messages may become known later'`,
];

export const reportsUntilMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
