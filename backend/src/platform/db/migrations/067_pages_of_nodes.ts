import { sql, type Kysely, type Migration } from 'kysely';

/** Who has pages open at which backend process, for the others. Of no use after a crash: it is not logged. */
const statements = [
  `CREATE UNLOGGED TABLE live_nodes (
    id           uuid PRIMARY KEY,
    seen_at      timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNLOGGED TABLE live_pages (
    node_id      uuid NOT NULL REFERENCES live_nodes (id) ON DELETE CASCADE,
    merchant_id  bigint NOT NULL,
    agent_id     bigint NOT NULL,
    pages        integer NOT NULL CHECK (pages > 0),
    PRIMARY KEY (merchant_id, agent_id, node_id)
  )`,
  `CREATE INDEX live_pages_of_node ON live_pages (node_id)`,
];

export const pagesOfNodesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
