import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE agents ADD COLUMN phone text`,
  `COMMENT ON COLUMN agents.phone IS 'rings first when the agent calls a customer'`,

  // A phone provider proves itself by a secret in the address that it calls; it is found by the secret's digest.
  `ALTER TABLE accounts ADD COLUMN door_digest bytea UNIQUE`,

  `CREATE TABLE calls (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    merchant_id        bigint NOT NULL REFERENCES merchants(id),
    account_id         bigint NOT NULL,
    ticket_id          bigint NOT NULL,
    agent_id           bigint,
    external_id        text,
    state              text NOT NULL,
    created_at         timestamptz NOT NULL,
    UNIQUE (merchant_id, account_id, external_id),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id),
    FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `COMMENT ON COLUMN calls.agent_id IS 'who calls; null when the customer does'`,
  `CREATE INDEX calls_ticket ON calls (merchant_id, ticket_id)`,

  `CREATE TABLE handled_times (
    merchant_id        bigint NOT NULL,
    ticket_id          bigint NOT NULL,
    agent_id           bigint NOT NULL,
    total_seconds      integer NOT NULL,
    PRIMARY KEY (merchant_id, ticket_id, agent_id),
    FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  // Known for a while, so that a stretch which is reported again counts once.
  `CREATE TABLE handled_stretches (
    merchant_id        bigint NOT NULL,
    agent_id           bigint NOT NULL,
    stretch_id         uuid NOT NULL,
    created_at         timestamptz NOT NULL,
    PRIMARY KEY (merchant_id, agent_id, stretch_id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `CREATE INDEX handled_stretches_old ON handled_stretches (created_at)`,

  // Of the moment alone: what a crash takes away is said anew by the pages that come back.
  `CREATE UNLOGGED TABLE ticket_presence (
    page_id            uuid PRIMARY KEY,
    merchant_id        bigint NOT NULL,
    ticket_id          bigint NOT NULL,
    agent_id           bigint NOT NULL,
    typing_until       timestamptz,
    seen_at            timestamptz NOT NULL,
    FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id),
    FOREIGN KEY (merchant_id, agent_id) REFERENCES agents(merchant_id, id)
  )`,
  `CREATE INDEX ticket_presence_ticket ON ticket_presence (merchant_id, ticket_id)`,
];

export const callsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
