import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE outbox ADD COLUMN asked_at timestamptz`,
  `COMMENT ON COLUMN outbox.asked_at IS 'when the channel was asked last; before that nobody can have read what it carries'`,
];

export const askedAtMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
