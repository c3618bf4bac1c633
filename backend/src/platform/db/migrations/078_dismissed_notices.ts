import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE channel_notices ADD COLUMN dismissed_at timestamptz`,
  `COMMENT ON COLUMN channel_notices.dismissed_at IS 'a store admin has dismissed it; null again once the channel reports the same'`,
];

/** Lets store admins dismiss what a channel reports of their account. */
export const dismissedNoticesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
