import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Letters of one conversation leave in order: a later one waits for what is still on its way.
  `ALTER TABLE outbox ADD COLUMN conversation_id bigint`,
  `COMMENT ON COLUMN outbox.conversation_id IS 'whose letters leave one after the other; null for what keeps no order'`,
  `CREATE INDEX outbox_lane ON outbox (conversation_id, id) WHERE state IN ('waiting','asking')`,
  `CREATE INDEX outbox_of_content ON outbox (merchant_id, content_id)`,

  // A report may come before the message that it is about is known by its id; it is kept until then.
  `ALTER TABLE inbox_kept ADD COLUMN about text`,
  `COMMENT ON COLUMN inbox_kept.about IS 'account id, colon, and the channel''s id of the message that it waits for'`,
  `CREATE INDEX inbox_kept_about ON inbox_kept (about) WHERE about IS NOT NULL`,
];

export const channelsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
