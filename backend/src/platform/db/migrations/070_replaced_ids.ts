import { sql, type Kysely, type Migration } from 'kysely';

/** Some servers put an id of their own in the place of a mail's: what answers, or reports on, that mail may name either. */
export const replacedIdsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`CREATE INDEX contents_by_replaced_id ON contents (merchant_id, account_id, (details ->> 'message_id'))
      WHERE actor = 'merchant' AND external_id <> details ->> 'message_id'`.execute(db);
  },
};
