import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE accounts ADD COLUMN aliases text[] NOT NULL DEFAULT '{}'`,
  `COMMENT ON COLUMN accounts.aliases IS 'e-mail: further addresses of the mailbox, in lower case'`,
];

export const mailboxAliasesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
