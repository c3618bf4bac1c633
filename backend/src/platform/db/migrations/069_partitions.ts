import { sql, type Kysely, type Migration } from 'kysely';

interface Parted {
  table: string;
  /** The time that says in which partition a row is. */
  column: string;
  span: 'day' | 'month';
  /** Columns that the rest of the table's key is of. */
  key: string;
  /** Other indexes: their names without the table's, and their columns. */
  indexes: Readonly<Record<string, string>>;
}

const LIVE_EVENTS: Parted = {
  table: 'live_events',
  column: 'created_at',
  span: 'day',
  key: 'merchant_id, seq',
  indexes: {},
};

const AUDIT_RECORDS: Parted = {
  table: 'audit_records',
  column: 'made_at',
  span: 'month',
  key: 'merchant_id, seq',
  indexes: { at: 'merchant_id, at', about: 'merchant_id, about, seq', who: 'merchant_id, who, seq' },
};

/**
 * The table as it is becomes the first partition, up to the end of the span that is running; what comes after the
 * last partition, or before there is one for it, is in the one for all else. db/partitions/make-partitions.ts
 * makes those that follow. The key has the partition's column, as replication finds a row's partition by its key.
 */
const inPartitions = ({ table, column, span, key, indexes }: Parted): string[] => [
  `ALTER TABLE ${table} RENAME TO ${table}_first`,
  `ALTER TABLE ${table}_first DROP CONSTRAINT ${table}_pkey`,
  ...Object.keys(indexes).map((name) => `ALTER INDEX ${table}_${name} RENAME TO ${table}_first_${name}`),
  `ALTER TABLE ${table}_first ADD PRIMARY KEY (${key}, ${column})`,
  `CREATE TABLE ${table} (LIKE ${table}_first INCLUDING ALL EXCLUDING INDEXES, PRIMARY KEY (${key}, ${column}))
    PARTITION BY RANGE (${column})`,
  ...Object.entries(indexes).map(([name, columns]) => `CREATE INDEX ${table}_${name} ON ${table} (${columns})`),
  `DO $$ BEGIN
    EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (MINVALUE) TO (%L)',
      (date_trunc('${span}', now() AT TIME ZONE 'UTC') + interval '1 ${span}') AT TIME ZONE 'UTC');
  END $$`,
  `CREATE TABLE ${table}_other PARTITION OF ${table} DEFAULT`,
];

const statements = [
  // Whole partitions go when their time is over: nothing is looked for by its time any more.
  `DROP INDEX live_events_by_time`,
  // With a reference, dropping a day's events would hold the table of merchants, which every call reads.
  `ALTER TABLE live_events DROP CONSTRAINT live_events_merchant_id_fkey`,
  ...inPartitions(LIVE_EVENTS),
  `COMMENT ON TABLE live_events IS 'what open pages are told, of a day or two; in partitions by days'`,

  `DROP TRIGGER audit_records_append_only ON audit_records`,
  `ALTER TABLE audit_records ADD COLUMN made_at timestamptz NOT NULL DEFAULT now()`,
  ...inPartitions(AUDIT_RECORDS),
  `COMMENT ON TABLE audit_records IS 'who did what, chained by hash: append only; in partitions by months'`,
  `COMMENT ON COLUMN audit_records.made_at IS 'says in which partition a record is; infinity for what is never pruned'`,
  // What belongs to all merchants is little, and is never pruned: a month's partition does not wait for it.
  `UPDATE audit_records SET made_at = 'infinity' WHERE merchant_id = 0`,
  `CREATE OR REPLACE FUNCTION audit_append(chain bigint, what text, about text, detail jsonb, by text DEFAULT NULL)
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    origin jsonb := nullif(current_setting('inbox.origin', true), '')::jsonb;
    head audit_chains%ROWTYPE;
    content text;
    made bytea;
  BEGIN
    SELECT * INTO head FROM audit_chains WHERE merchant_id = chain FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO audit_chains (merchant_id) VALUES (chain) ON CONFLICT DO NOTHING;
      SELECT * INTO head FROM audit_chains WHERE merchant_id = chain FOR UPDATE;
    END IF;
    content := jsonb_strip_nulls(jsonb_build_object(
      'merchant', chain,
      'seq', head.seq + 1,
      'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'what', what,
      'about', about,
      'who', coalesce(by, origin ->> 'who', CASE
        WHEN current_setting('application_name') LIKE 'inbox%' THEN 'system'
        ELSE 'database:' || session_user
      END),
      'from', origin -> 'from'
    ) || detail)::text;
    made := sha256(convert_to(encode(head.hash, 'hex') || E'\n' || content, 'UTF8'));
    INSERT INTO audit_records (merchant_id, seq, content, previous, hash, made_at)
      VALUES (chain, head.seq + 1, content, head.hash, made, CASE chain WHEN 0 THEN 'infinity' ELSE now() END);
    UPDATE audit_chains SET seq = head.seq + 1, hash = made WHERE merchant_id = chain;
    RETURN head.seq + 1;
  END $$`,
  // A partition can be named by itself: each is guarded as the whole is.
  `CREATE FUNCTION audit_guard(part regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format('CREATE TRIGGER audit_records_no_truncate BEFORE TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()', part);
    EXECUTE format('REVOKE UPDATE, TRUNCATE ON %s FROM PUBLIC, CURRENT_USER', part);
  END $$`,
  `CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE ON audit_records
    FOR EACH ROW EXECUTE FUNCTION audit_refuse()`,
  `SELECT audit_guard('audit_records')`,
  `GRANT UPDATE (content) ON audit_records TO CURRENT_USER`,
  `SELECT audit_guard('audit_records_other')`,
];

export const partitionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
