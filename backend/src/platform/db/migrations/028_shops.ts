import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The shop of a merchant, and what is cached of it. A record names nobody of the inbox: it is a customer's when it has an
 * e-mail address or phone of theirs, so that corrections and joins of customers need no second look.
 */
const statements = [
  `CREATE TABLE shops (
    merchant_id        bigint PRIMARY KEY REFERENCES merchants(id),
    domain             text NOT NULL UNIQUE,
    url                text NOT NULL,
    credentials        bytea NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now()
  )`,
  `COMMENT ON COLUMN shops.domain IS 'as its webhooks name it, in lower case'`,

  `CREATE TABLE shop_records (
    merchant_id        bigint NOT NULL REFERENCES shops(merchant_id) ON DELETE CASCADE,
    kind               text NOT NULL CHECK (kind IN ('order', 'checkout', 'customer')),
    external_id        text NOT NULL,
    updated_at         timestamptz NOT NULL,
    made_at            timestamptz NOT NULL,
    emails             text[] NOT NULL,
    phones             text[] NOT NULL,
    shop_customer_id   text,
    details            jsonb NOT NULL,
    PRIMARY KEY (merchant_id, kind, external_id)
  )`,
  `COMMENT ON COLUMN shop_records.updated_at IS 'by the shop: the newer one wins'`,
  `COMMENT ON COLUMN shop_records.phones IS 'last ten digits'`,
  `CREATE INDEX shop_records_by_email ON shop_records USING gin (merchant_id, emails)`,
  `CREATE INDEX shop_records_by_phone ON shop_records USING gin (merchant_id, phones)`,
  `CREATE INDEX shop_records_by_customer ON shop_records (merchant_id, shop_customer_id)`,

  `CREATE TABLE shop_syncs (
    merchant_id        bigint NOT NULL REFERENCES shops(merchant_id) ON DELETE CASCADE,
    customer_id        bigint NOT NULL,
    contacts           text NOT NULL,
    as_of              timestamptz NOT NULL,
    is_due             boolean NOT NULL DEFAULT false,
    PRIMARY KEY (merchant_id, customer_id),
    FOREIGN KEY (merchant_id, customer_id) REFERENCES customers(merchant_id, id)
  )`,
  `COMMENT ON COLUMN shop_syncs.contacts IS 'the addresses and phones that were asked for; of others nothing is known'`,
  `COMMENT ON COLUMN shop_syncs.is_due IS 'the shop has said that this customer changed'`,
];

export const shopsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
