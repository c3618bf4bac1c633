import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE message_raws (
    merchant_id  bigint NOT NULL REFERENCES merchants(id),
    content_id   bigint NOT NULL,
    body         text NOT NULL,
    PRIMARY KEY (merchant_id, content_id),
    FOREIGN KEY (merchant_id, content_id) REFERENCES contents(merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON TABLE message_raws IS 'messages of kinds that are not known, as the channel told them, for store admins'`,
];

export const messageRawsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
