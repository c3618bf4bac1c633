import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE sessions
    ADD COLUMN signed_in_by text NOT NULL DEFAULT 'password'
      CHECK (signed_in_by IN ('password', 'demo', 'identity_provider')),
    ADD COLUMN provider_sid text,
    ADD COLUMN provider_sign_out boolean NOT NULL DEFAULT false`,
  `COMMENT ON COLUMN sessions.provider_sid IS 'the identity provider''s own name of the session (sid), where it gives one'`,
  `COMMENT ON COLUMN sessions.provider_sign_out IS 'the agent has signed out here, and is still to be led to the provider''s sign-out'`,

  `CREATE TABLE agent_identities (
    merchant_id  bigint NOT NULL,
    agent_id     bigint NOT NULL,
    issuer       text NOT NULL,
    subject      text NOT NULL,
    linked_at    timestamptz NOT NULL,
    PRIMARY KEY (merchant_id, issuer, subject),
    UNIQUE (merchant_id, agent_id, issuer),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `COMMENT ON TABLE agent_identities IS 'who an agent is to an identity provider (iss and sub of its ID tokens)'`,

  `CREATE TABLE provider_answers (
    merchant_id  bigint NOT NULL REFERENCES merchants(id),
    kind         text NOT NULL CHECK (kind IN ('state', 'logout')),
    id           text NOT NULL,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (merchant_id, kind, id)
  )`,
  `CREATE INDEX provider_answers_by_end ON provider_answers (expires_at)`,
  `COMMENT ON TABLE provider_answers IS 'answers of the identity provider that were taken, so that none is taken twice'`,

  // A session's record says how it was begun.
  `DROP TRIGGER audit_session_insert ON sessions`,
  `CREATE CONSTRAINT TRIGGER audit_session_insert AFTER INSERT ON sessions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION audit_change('session', 'agent', 'agent_id', 'merchant_id', 'ended_at,signed_in_by', '', 'id')`,
  `CREATE CONSTRAINT TRIGGER audit_identity AFTER INSERT OR DELETE ON agent_identities
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION audit_change('identity', 'agent', 'agent_id', 'merchant_id', 'issuer', '', '')`,
];

export const identityProviderMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
