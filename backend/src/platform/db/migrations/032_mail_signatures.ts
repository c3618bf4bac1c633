import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE mail_signatures (
    merchant_id  bigint NOT NULL,
    agent_id     bigint NOT NULL,
    account_id   bigint NOT NULL,
    html         text NOT NULL,
    PRIMARY KEY (merchant_id, agent_id, account_id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id)
  )`,
  `COMMENT ON TABLE mail_signatures IS 'what an agent has below new mails from this mailbox; none without a row'`,
];

export const mailSignaturesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
