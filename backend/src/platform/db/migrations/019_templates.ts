import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE accounts ADD COLUMN business_id text`,
  `COMMENT ON COLUMN accounts.business_id IS 'WhatsApp: the business account that the number and its templates belong to'`,

  `CREATE TABLE templates (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id        bigint NOT NULL REFERENCES merchants(id),
    account_id         bigint NOT NULL,
    external_id        text NOT NULL,
    name               text NOT NULL,
    language           text NOT NULL,
    category           text NOT NULL,
    status             text NOT NULL,
    parts              jsonb NOT NULL,
    UNIQUE (merchant_id, account_id, external_id),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id)
  )`,
  `COMMENT ON TABLE templates IS 'as WhatsApp last answered them, for each number'`,

  `CREATE TABLE template_syncs (
    merchant_id        bigint NOT NULL,
    account_id         bigint NOT NULL,
    asked_at           timestamptz,
    synced_at          timestamptz,
    problem            text,
    PRIMARY KEY (merchant_id, account_id),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id)
  )`,
  `COMMENT ON COLUMN template_syncs.asked_at IS 'when WhatsApp was asked last; null asks at the next occasion'`,

  // The file of a template is uploaded before there is a ticket.
  `ALTER TABLE uploads ALTER COLUMN ticket_id DROP NOT NULL`,
];

export const templatesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
