import { sql, type Kysely, type Migration } from 'kysely';

/** What a count is asked by. `owner` is 0 when nobody owns the ticket; `tag` is each of its tags, and once the empty text. */
const KEYS = 'merchant_id, tag, owner, source, status, priority, conversation_read, initiated_by';

const tallied = (rows: string, n: 1 | -1) => `
  SELECT r.merchant_id, t.tag, coalesce(r.owner_id, 0) AS owner, r.source, r.status, r.priority, r.conversation_read,
    r.initiated_by, ${n} AS n
  FROM ${rows} r, LATERAL (SELECT DISTINCT unnest(array_append(r.tags, '')) AS tag) AS t`;

const statements = [
  // Merchants stand in front of tags and texts in one index.
  `CREATE EXTENSION IF NOT EXISTS btree_gin`,

  `CREATE TABLE ticket_tallies (
    merchant_id        bigint NOT NULL REFERENCES merchants(id) ON DELETE CASCADE,
    tag                text NOT NULL,
    owner              bigint NOT NULL,
    source             text NOT NULL,
    status             text NOT NULL,
    priority           smallint NOT NULL,
    conversation_read  boolean NOT NULL,
    initiated_by       text NOT NULL,
    n                  bigint NOT NULL,
    folded             boolean NOT NULL DEFAULT false
  )`,
  `COMMENT ON TABLE ticket_tallies IS 'how many tickets there are of each kind: the sum of n. Rows are added and never changed; now and then many are folded into one'`,
  `COMMENT ON COLUMN ticket_tallies.tag IS 'a tag that the tickets have; empty in the rows that count each ticket once'`,
  `COMMENT ON COLUMN ticket_tallies.owner IS '0 when nobody owns the tickets'`,

  // Rows are only ever added here, so that two changes never wait for one another.
  `CREATE FUNCTION keep_ticket_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO ticket_tallies (${KEYS}, n)
        SELECT ${KEYS}, sum(n) FROM (${tallied('new_rows', 1)}) AS added GROUP BY ${KEYS};
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO ticket_tallies (${KEYS}, n)
        SELECT ${KEYS}, sum(n) FROM (${tallied('old_rows', -1)}) AS gone GROUP BY ${KEYS};
      ELSE
        INSERT INTO ticket_tallies (${KEYS}, n)
        SELECT ${KEYS}, sum(n) FROM (${tallied('new_rows', 1)} UNION ALL ${tallied('old_rows', -1)}) AS changed
        GROUP BY ${KEYS} HAVING sum(n) <> 0;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER tickets_tally_new AFTER INSERT ON tickets
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_tallies()`,
  `CREATE TRIGGER tickets_tally_gone AFTER DELETE ON tickets
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_tallies()`,
  `CREATE TRIGGER tickets_tally_changed AFTER UPDATE ON tickets
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_tallies()`,

  `INSERT INTO ticket_tallies (${KEYS}, n, folded)
    SELECT ${KEYS}, sum(n), true FROM (${tallied('tickets', 1)}) AS there GROUP BY ${KEYS}`,
  `CREATE INDEX ticket_tallies_by_owner ON ticket_tallies (merchant_id, tag, owner)`,
  `CREATE INDEX ticket_tallies_loose ON ticket_tallies (merchant_id) WHERE NOT folded`,
  `DROP INDEX tickets_open_counts`,

  // One for each way into an order. No owner is 0 here: a null is no value that an index can be in order behind.
  `DROP INDEX tickets_by_owner`,
  `CREATE INDEX tickets_of_owner ON tickets (merchant_id, coalesce(owner_id, 0), received_at DESC, id DESC)`,
  `CREATE INDEX tickets_of_owner_by_status ON tickets (merchant_id, coalesce(owner_id, 0), status, received_at DESC, id DESC)`,
  `CREATE INDEX tickets_by_source ON tickets (merchant_id, source, received_at DESC, id DESC)`,
  `CREATE INDEX tickets_replied_of_owner ON tickets (merchant_id, coalesce(owner_id, 0), replied_at DESC, id DESC) WHERE replied_at IS NOT NULL`,
  `CREATE INDEX tickets_sessions_of_owner ON tickets (merchant_id, coalesce(owner_id, 0), session_expiry_at, id) WHERE session_expiry_at IS NOT NULL`,
  // Few tickets are not closed: these stay small, and their tabs are read from them alone.
  `CREATE INDEX tickets_replied_running ON tickets (merchant_id, status, replied_at DESC, id DESC) WHERE status <> 'closed' AND replied_at IS NOT NULL`,
  `CREATE INDEX tickets_sessions_running ON tickets (merchant_id, status, session_expiry_at, id) WHERE status <> 'closed' AND session_expiry_at IS NOT NULL`,
  // What is rare under a filter would be looked for through the whole list.
  `CREATE INDEX tickets_never_replied ON tickets (merchant_id, status, received_at DESC, id DESC) WHERE replied_at IS NULL`,
  `CREATE INDEX tickets_unread ON tickets (merchant_id, received_at DESC, id DESC) WHERE NOT conversation_read`,
  `CREATE INDEX tickets_unread_by_status ON tickets (merchant_id, status, received_at DESC, id DESC) WHERE NOT conversation_read`,
  `CREATE INDEX tickets_by_priority ON tickets (merchant_id, priority, received_at DESC, id DESC) WHERE priority > 0`,
  `CREATE INDEX tickets_begun_by_merchant ON tickets (merchant_id, received_at DESC, id DESC) WHERE initiated_by = 'merchant'`,
  `CREATE INDEX tickets_by_tag ON tickets USING gin (merchant_id, tags) WITH (gin_pending_list_limit = 256)`,

  // Rows name the author of the last message since now.
  `UPDATE tickets t SET last_message = t.last_message || jsonb_build_object('sent_by', (
      SELECT c.agent_id FROM contents c
      WHERE c.merchant_id = t.merchant_id AND c.conversation_id = t.conversation_id AND c.ticket_id = t.id
        AND c.actor = 'merchant' AND t.last_message ->> 'actor' = 'merchant'
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1
    )) WHERE last_message IS NOT NULL`,
  // Events of before do not name it. Who comes back loads anew.
  `DELETE FROM live_events`,
];

export const listMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
