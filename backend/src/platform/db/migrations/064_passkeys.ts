import { sql, type Kysely, type Migration } from 'kysely';

/** Who it is about is the agent of the row. */
const audited = (event: 'INSERT' | 'DELETE'): string =>
  `CREATE CONSTRAINT TRIGGER audit_passkey_${event.toLowerCase()} AFTER ${event} ON passkeys
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION audit_change('passkey', 'agent', 'agent_id', 'merchant_id', 'added_at', '', 'id')`;

/** Keys that an agent's devices have, with which they sign in instead of the password. */
const statements = [
  `CREATE TABLE passkeys (
    id             uuid PRIMARY KEY,
    merchant_id    bigint NOT NULL,
    agent_id       bigint NOT NULL,
    credential_id  bytea NOT NULL UNIQUE,
    public_key     bytea NOT NULL,
    counter        bigint NOT NULL,
    transports     text[] NOT NULL,
    site           text NOT NULL,
    name           text NOT NULL,
    added_at       timestamptz NOT NULL,
    used_at        timestamptz,
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents (merchant_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX passkeys_of_agent ON passkeys (merchant_id, agent_id)`,
  `COMMENT ON COLUMN passkeys.site IS 'the host that it signs in to: the relying party id of WebAuthn'`,
  `COMMENT ON COLUMN passkeys.counter IS 'signatures that the device has counted; one that goes back is a copy'`,
  `CREATE TABLE passkey_challenges (
    merchant_id    bigint NOT NULL REFERENCES merchants (id),
    challenge      text NOT NULL,
    expires_at     timestamptz NOT NULL,
    PRIMARY KEY (merchant_id, challenge)
  )`,
  `CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at)`,
  `COMMENT ON TABLE passkey_challenges IS 'challenges that were answered, so that no answer is taken twice'`,
  audited('INSERT'),
  audited('DELETE'),

  `ALTER TABLE sessions DROP CONSTRAINT sessions_signed_in_by_check`,
  `ALTER TABLE sessions ADD CONSTRAINT sessions_signed_in_by_check
    CHECK (signed_in_by IN ('password', 'demo', 'identity_provider', 'passkey'))`,
];

export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
