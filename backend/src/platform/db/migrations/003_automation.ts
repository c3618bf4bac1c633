import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE merchants ADD COLUMN automation_url text, ADD COLUMN automation_secret bytea`,
  `COMMENT ON COLUMN merchants.automation_url IS 'told when an agent''s session starts; null, as it is from the start, for nobody'`,

  // What is told to an automation leaves through no channel account.
  `ALTER TABLE outbox ALTER COLUMN account_id DROP NOT NULL`,
  `ALTER TABLE outbox ADD CHECK (account_id IS NOT NULL OR kind LIKE 'automation.%')`,
];

export const automationMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
