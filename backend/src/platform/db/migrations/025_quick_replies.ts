import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE quick_replies ADD COLUMN uses integer NOT NULL DEFAULT 0`,
  `COMMENT ON COLUMN quick_replies.uses IS 'how often agents have put it into a reply'`,

  // Only a new shortcut is compared with those there are; an edit may make two alike (specification, section 5).
  `ALTER TABLE quick_replies DROP CONSTRAINT quick_replies_merchant_id_shortcut_key`,
  `CREATE INDEX quick_replies_by_shortcut ON quick_replies (merchant_id, shortcut)`,
];

export const quickRepliesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
