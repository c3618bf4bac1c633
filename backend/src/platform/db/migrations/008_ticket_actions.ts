import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // What is due is found by its time: the tickets themselves are the queue.
  `CREATE INDEX tickets_follow_up_due ON tickets (follow_up_at) WHERE status = 'follow_up'`,

  `ALTER TABLE merchants ADD COLUMN csat_text text`,
  `COMMENT ON COLUMN merchants.csat_text IS 'what the satisfaction survey says; null for the usual words'`,

  // A link has no direction: it stands once, from the lower id to the higher.
  `CREATE TABLE ticket_links (
    merchant_id        bigint NOT NULL REFERENCES merchants(id),
    low_id             bigint NOT NULL,
    high_id            bigint NOT NULL,
    agent_id           bigint NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_id, low_id, high_id),
    CHECK (low_id < high_id),
    FOREIGN KEY (merchant_id, low_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, high_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `CREATE INDEX ticket_links_high ON ticket_links (merchant_id, high_id)`,
];

export const ticketActionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
