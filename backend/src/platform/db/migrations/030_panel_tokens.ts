import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE panel_tokens (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          text NOT NULL UNIQUE,
    panel         text NOT NULL,
    digest        bytea NOT NULL UNIQUE,
    made_by       text NOT NULL,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    revoked_at    timestamptz,
    last_used_at  timestamptz
  )`,
  `COMMENT ON TABLE panel_tokens IS 'what a team publishes one panel with; panels belong to the inbox, not to a merchant'`,
  `COMMENT ON COLUMN panel_tokens.digest IS 'SHA-256 of the secret, which is shown once and stored nowhere'`,
];

export const panelTokensMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
