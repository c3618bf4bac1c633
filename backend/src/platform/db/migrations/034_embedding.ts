import { sql, type Kysely, type Migration } from 'kysely';

/** Pages of other origins that show panels: from where they may ask, and what their servers sign tokens with. */
const statements = [
  `CREATE TABLE embed_origins (
    merchant_id  bigint NOT NULL REFERENCES merchants (id),
    origin       text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (merchant_id, origin)
  )`,
  `CREATE INDEX embed_origins_by_origin ON embed_origins (origin)`,
  `COMMENT ON TABLE embed_origins IS 'origins whose pages may show panels of this merchant; as browsers write them'`,

  `CREATE TABLE embed_secrets (
    kid          text PRIMARY KEY,
    merchant_id  bigint NOT NULL REFERENCES merchants (id),
    sealed       bytea NOT NULL,
    made_by      text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    ends_at      timestamptz
  )`,
  `CREATE INDEX embed_secrets_of_merchant ON embed_secrets (merchant_id, created_at)`,
  `COMMENT ON COLUMN embed_secrets.sealed IS 'encrypted by the vault; pages'' servers sign narrow tokens with it'`,
  `COMMENT ON COLUMN embed_secrets.ends_at IS 'from when on its tokens are refused: a revocation, or a rotation later'`,

  // Sockets that a token of this secret opened are looked at anew.
  `CREATE TRIGGER embed_secrets_ended AFTER UPDATE OF ends_at ON embed_secrets
    FOR EACH ROW WHEN (OLD.ends_at IS DISTINCT FROM NEW.ends_at)
    EXECUTE FUNCTION notify_access_change('embedding')`,
  `CREATE TRIGGER embed_origins_removed AFTER DELETE ON embed_origins
    FOR EACH ROW EXECUTE FUNCTION notify_access_change('embedding')`,

  // What analytics read: tickets by day, the first reply of each, and surveys by day.
  `CREATE INDEX tickets_by_creation ON tickets (merchant_id, created_at)`,
  `CREATE INDEX contents_first_reply ON contents (merchant_id, ticket_id, created_at)
    WHERE actor = 'merchant' AND agent_id IS NOT NULL`,
  `CREATE INDEX contents_surveys ON contents (merchant_id, created_at) WHERE details @> '{"survey": true}'`,
];

export const embeddingMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
