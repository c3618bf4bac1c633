import { sql, type Kysely, type Migration } from 'kysely';

/** The outbox is taken out merchant by merchant. */
const statements = [`CREATE INDEX outbox_due_of_merchant ON outbox (merchant_id, next_at, id) WHERE state = 'waiting'`];

export const fairClaimsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
