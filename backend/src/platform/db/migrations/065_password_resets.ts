import { sql, type Kysely, type Migration } from 'kysely';

/** A new password for who has forgotten theirs, by a link in a mail. */
const statements = [
  `CREATE TABLE password_mails (
    email     text NOT NULL,
    kind      text NOT NULL CHECK (kind IN ('link', 'changed')),
    asked_at  timestamptz NOT NULL,
    due_at    timestamptz NOT NULL,
    attempts  integer NOT NULL DEFAULT 0,
    PRIMARY KEY (email, kind)
  )`,
  `CREATE INDEX password_mails_due ON password_mails (due_at)`,
  `COMMENT ON TABLE password_mails IS 'mails to be sent to these addresses, if agents have them'`,
  `CREATE TABLE password_links (
    digest       bytea PRIMARY KEY,
    merchant_id  bigint NOT NULL,
    agent_id     bigint NOT NULL,
    expires_at   timestamptz NOT NULL,
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents (merchant_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX password_links_of_agent ON password_links (merchant_id, agent_id)`,
  `COMMENT ON COLUMN password_links.digest IS 'SHA-256 of the token that the mail has'`,
];

export const passwordResetsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
