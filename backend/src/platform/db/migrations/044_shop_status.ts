import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE inbox_kept ADD COLUMN told jsonb`,
  `COMMENT ON COLUMN inbox_kept.told IS
    'what the door knew of it besides the body, to take it in again: the topic of a shop, the content type of telephony'`,
  `CREATE INDEX inbox_kept_of_merchant ON inbox_kept (merchant_id, id DESC) WHERE about IS NULL`,
  // What has not left, newest first, and when an account sent and received last.
  `CREATE INDEX outbox_unsent ON outbox (merchant_id, id DESC) WHERE state <> 'done'`,
  `CREATE INDEX outbox_sent ON outbox (merchant_id, account_id, asked_at DESC) WHERE state = 'done' AND asked_at IS NOT NULL`,
  `CREATE INDEX contents_received ON contents (merchant_id, account_id, stored_at DESC) WHERE actor = 'customer'`,
  `CREATE INDEX exports_of_merchant ON exports (merchant_id, id DESC)`,
];

export const shopStatusMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
