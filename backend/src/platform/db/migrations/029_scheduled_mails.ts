import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE scheduled_mails (
    merchant_id  bigint NOT NULL REFERENCES merchants(id),
    temp_id      uuid NOT NULL,
    ticket_id    bigint NOT NULL,
    agent_id     bigint NOT NULL,
    send_at      timestamptz NOT NULL,
    request      jsonb NOT NULL,
    upload_ids   bigint[] NOT NULL,
    failed       text,
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_id, temp_id),
    FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `COMMENT ON TABLE scheduled_mails IS 'mails that leave at a chosen time; a row goes in the transaction that makes it a reply'`,
  `COMMENT ON COLUMN scheduled_mails.failed IS 'why it was not sent at its time; null while it waits'`,
  `CREATE INDEX scheduled_mails_due ON scheduled_mails (send_at) WHERE failed IS NULL`,
  `CREATE INDEX scheduled_mails_of_ticket ON scheduled_mails (merchant_id, ticket_id)`,
  `CREATE INDEX scheduled_mails_uploads ON scheduled_mails USING gin (upload_ids)`,
];

export const scheduledMailsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
