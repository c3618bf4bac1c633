import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE attachments ADD COLUMN infected boolean NOT NULL DEFAULT false`,
  `COMMENT ON COLUMN attachments.infected IS 'its channel handed out a virus: there is no file, and nobody asks for it again'`,
];

export const infectedFilesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
