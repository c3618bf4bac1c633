import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE tickets
     ADD COLUMN closed_ref text,
     ADD COLUMN before_close jsonb`,
  `COMMENT ON COLUMN tickets.closed_ref IS 'the request that closed the ticket, by which it can be taken back; null once it is open'`,
  `COMMENT ON COLUMN tickets.before_close IS 'status and follow_up_at that it had before it was closed; null once it is open'`,
  `CREATE INDEX tickets_closed_ref ON tickets (merchant_id, closed_ref) WHERE closed_ref IS NOT NULL`,
];

export const undoCloseMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
