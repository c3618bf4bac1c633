import { sql, type Kysely, type Migration } from 'kysely';

/** Who it is about is the agent of the row; `shown` columns are in the record before and after. */
const audited = (
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  { table, noun, shown }: { table: string; noun: string; shown: readonly string[] },
): string => {
  const row = (side: string): string => `ROW(${shown.map((column) => `${side}.${column}`).join(', ')})`;
  const isUpdate = event === 'UPDATE';
  return `CREATE CONSTRAINT TRIGGER audit_${noun}_${event.toLowerCase()}
    AFTER ${isUpdate ? `UPDATE OF ${shown.join(', ')}` : event} ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    ${isUpdate ? `WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')})` : ''}
    EXECUTE FUNCTION audit_change('${noun}', 'agent', 'agent_id', 'merchant_id', '${shown.join(',')}', '', '')`;
};

const secondStep = { table: 'second_steps', noun: 'second_step', shown: ['since', 'codes_made_at'] };

/** The code beside the password: who has one, what it is made of, and sign-ins that wait for it. */
const statements = [
  `CREATE TABLE second_steps (
    agent_id       bigint PRIMARY KEY,
    merchant_id    bigint NOT NULL,
    secret         bytea NOT NULL,
    last_step      bigint NOT NULL,
    since          timestamptz NOT NULL,
    codes_made_at  timestamptz NOT NULL,
    UNIQUE (merchant_id, agent_id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents (merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON COLUMN second_steps.secret IS 'encrypted by the vault; codes are made of it (RFC 6238)'`,
  `COMMENT ON COLUMN second_steps.last_step IS 'the 30 seconds since 1970 of the last code that was taken: a code works once'`,
  `CREATE TABLE second_step_offers (
    agent_id       bigint PRIMARY KEY,
    merchant_id    bigint NOT NULL,
    secret         bytea NOT NULL,
    expires_at     timestamptz NOT NULL,
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents (merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON TABLE second_step_offers IS 'secrets that were shown, and count once a code of them was typed in'`,
  `CREATE TABLE recovery_codes (
    agent_id       bigint NOT NULL,
    merchant_id    bigint NOT NULL,
    digest         bytea NOT NULL,
    used_at        timestamptz,
    PRIMARY KEY (agent_id, digest),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES second_steps (merchant_id, agent_id) ON DELETE CASCADE
  )`,
  `CREATE TABLE pending_sign_ins (
    digest         bytea PRIMARY KEY,
    merchant_id    bigint NOT NULL,
    agent_id       bigint NOT NULL,
    expires_at     timestamptz NOT NULL,
    tries          int NOT NULL DEFAULT 0,
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents (merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON COLUMN pending_sign_ins.digest IS 'SHA-256 of the id in the browser''s cookie'`,
  `CREATE INDEX pending_sign_ins_of_agent ON pending_sign_ins (merchant_id, agent_id)`,

  audited('INSERT', secondStep),
  audited('UPDATE', secondStep),
  audited('DELETE', secondStep),
  audited('UPDATE', { table: 'recovery_codes', noun: 'recovery_code', shown: ['used_at'] }),
];

export const secondStepMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
