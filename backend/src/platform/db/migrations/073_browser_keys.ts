import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE agents ADD COLUMN browser_key bytea`,
  `COMMENT ON COLUMN agents.browser_key IS 'key pair, sealed, by which browsers encrypt at a sign-out what the agent has not sent'`,
];

export const browserKeysMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
