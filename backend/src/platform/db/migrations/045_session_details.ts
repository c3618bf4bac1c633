import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // A session from before was used at its begin, as far as anybody knows.
  `ALTER TABLE sessions ADD COLUMN used_at timestamptz, ADD COLUMN address text, ADD COLUMN browser text`,
  `UPDATE sessions SET used_at = created_at`,
  `ALTER TABLE sessions ALTER COLUMN used_at SET DEFAULT now(), ALTER COLUMN used_at SET NOT NULL`,
  `COMMENT ON COLUMN sessions.used_at IS 'the last use that was written down, which lags by minutes; address and browser are of it'`,
  `COMMENT ON COLUMN sessions.browser IS 'as its User-Agent says: Firefox on Windows'`,
  `CREATE INDEX sessions_running ON sessions (merchant_id, agent_id) WHERE ended_at IS NULL`,
];

export const sessionDetailsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
