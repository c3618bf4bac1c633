import { sql, type Kysely, type Migration } from 'kysely';

interface Watched {
  table: string;
  /** What a record calls it: `ticket.changed`. */
  noun: string;
  /** What a record is about, and the column that has its id. */
  about: [kind: string, column: string];
  /** The column that names the merchant; null for what belongs to all of them. */
  merchant?: string | null;
  on: readonly ('insert' | 'update' | 'delete')[];
  /** Columns with states, ids and labels: the record has their values, before and after. */
  shown?: readonly string[];
  /** Columns with what people have written, and secrets: the record says that they changed. */
  named?: readonly string[];
  /** Ids that are in each record. */
  ids?: readonly string[];
  /** Of inserted rows only these. */
  when?: string;
}

const ALL = ['insert', 'update', 'delete'] as const;

const watched: readonly Watched[] = [
  {
    table: 'tickets',
    noun: 'ticket',
    about: ['ticket', 'id'],
    on: ['insert', 'update', 'delete'],
    shown: ['status', 'owner_id', 'priority', 'tags', 'subscribers', 'follow_up_at', 'conversation_id', 'customer_id'],
    named: ['subject'],
  },
  {
    table: 'contents',
    noun: 'reply',
    about: ['ticket', 'ticket_id'],
    on: ['insert'],
    shown: ['content_type', 'message_type'],
    ids: ['id'],
    when: `NEW.actor = 'merchant' AND NEW.agent_id IS NOT NULL AND NEW.content_type <> 'log'`,
  },
  {
    table: 'contents',
    noun: 'message',
    about: ['ticket', 'ticket_id'],
    on: ['update', 'delete'],
    shown: ['deleted'],
    ids: ['id'],
  },
  { table: 'notes', noun: 'note', about: ['ticket', 'ticket_id'], on: ['insert', 'delete'], ids: ['id'] },
  { table: 'ticket_links', noun: 'link', about: ['ticket', 'low_id'], on: ['insert', 'delete'], ids: ['high_id'] },
  {
    table: 'scheduled_mails',
    noun: 'scheduled_mail',
    about: ['ticket', 'ticket_id'],
    on: ALL,
    shown: ['send_at'],
    named: ['request'],
    ids: ['temp_id'],
  },
  {
    table: 'ticket_fields',
    noun: 'field_values',
    about: ['ticket', 'ticket_id'],
    on: ['insert', 'update'],
    named: ['field_values'],
  },
  {
    table: 'customers',
    noun: 'customer',
    about: ['customer', 'id'],
    on: ['update', 'delete'],
    shown: ['joined_into'],
    named: ['first_name', 'last_name', 'full_name', 'email', 'phone', 'address', 'city', 'pin'],
  },
  {
    table: 'customer_joins',
    noun: 'customer_join',
    about: ['customer', 'kept_id'],
    on: ['insert', 'update'],
    shown: ['parted_at'],
    ids: ['joined_id'],
  },
  {
    table: 'merchants',
    noun: 'settings',
    about: ['merchant', 'id'],
    merchant: 'id',
    on: ['insert', 'update', 'delete'],
    shown: ['inbox_enabled', 'csat_enabled', 'audio_enabled', 'has_payment_error'],
    named: [
      'name',
      'disable_reason',
      'redirect_url',
      'notification',
      'csat_text',
      'payment_settings_url',
      'automation_url',
      'automation_secret',
    ],
  },
  {
    table: 'agents',
    noun: 'agent',
    about: ['agent', 'id'],
    on: ALL,
    shown: [
      'user_permissions',
      'is_store_admin',
      'can_assign_ticket_to_self',
      'can_assign_ticket_to_other_agent',
      'disabled',
    ],
    named: ['first_name', 'last_name', 'email', 'phone', 'password_hash'],
  },
  {
    table: 'sessions',
    noun: 'session',
    about: ['agent', 'agent_id'],
    on: ['insert', 'update'],
    shown: ['ended_at'],
    ids: ['id'],
  },
  {
    table: 'accounts',
    noun: 'account',
    about: ['account', 'id'],
    on: ALL,
    shown: ['kind', 'enabled'],
    named: ['external_id', 'name', 'address', 'out_url', 'incoming', 'credentials'],
  },
  {
    table: 'custom_fields',
    noun: 'field',
    about: ['field', 'id'],
    on: ALL,
    shown: ['field_name', 'field_type', 'is_required', 'is_fixed_values', 'options', 'parent_id', 'parent_option'],
  },
  {
    table: 'quick_replies',
    noun: 'quick_reply',
    about: ['quick_reply', 'id'],
    on: ALL,
    named: ['shortcut', 'message'],
  },
  {
    table: 'email_groups',
    noun: 'email_group',
    about: ['email_group', 'id'],
    on: ALL,
    shown: ['group_name'],
    named: ['email_ids'],
  },
  { table: 'shops', noun: 'shop', about: ['shop', 'domain'], on: ALL, named: ['url', 'credentials'] },
  { table: 'exports', noun: 'export', about: ['export', 'id'], on: ['insert'], ids: ['agent_id'] },
  { table: 'embed_origins', noun: 'embed_origin', about: ['embed_origin', 'origin'], on: ['insert', 'delete'] },
  { table: 'embed_secrets', noun: 'embed_secret', about: ['embed_secret', 'kid'], on: ALL, shown: ['ends_at'] },
  {
    table: 'panel_tokens',
    noun: 'panel_token',
    about: ['panel_token', 'id'],
    merchant: null,
    on: ALL,
    shown: ['name', 'panel', 'expires_at', 'revoked_at'],
  },
];

const quoted = (text: string): string => `'${text}'`;

/** At commit, so that the chain is held only while it is committed, and the origin may come with the last statement. */
function triggersOf(each: Watched): string[] {
  const { table, noun, about, merchant = 'merchant_id', on, shown = [], named = [], ids = [], when } = each;
  const args = [noun, ...about, merchant ?? '', ...[shown, named, ids].map((columns) => columns.join(','))];
  const call = `audit_change(${args.map(quoted).join(', ')})`;
  const columns = [...shown, ...named];
  const row = (side: string): string => `ROW(${columns.map((column) => `${side}.${column}`).join(', ')})`;
  return on.map((event) => {
    const what = event === 'update' ? `UPDATE OF ${columns.join(', ')}` : event.toUpperCase();
    const condition =
      event === 'update'
        ? `WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')})`
        : event === 'insert' && when !== undefined
          ? `WHEN (${when})`
          : '';
    return `CREATE CONSTRAINT TRIGGER audit_${noun}_${event} AFTER ${what} ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW ${condition} EXECUTE FUNCTION ${call}`;
  });
}

const statements = [
  `CREATE TABLE audit_chains (
    merchant_id  bigint PRIMARY KEY,
    seq          bigint NOT NULL DEFAULT 0,
    hash         bytea NOT NULL DEFAULT sha256(''),
    pruned_seq   bigint NOT NULL DEFAULT 0,
    pruned_hash  bytea NOT NULL DEFAULT sha256('')
  )`,
  `COMMENT ON TABLE audit_chains IS 'the end of each merchant''s chain, and where what is left of it begins; 0 is the installation''s own'`,

  // What is searched by is made of the text that is hashed, so that it cannot say something else.
  `CREATE TABLE audit_records (
    merchant_id  bigint NOT NULL,
    seq          bigint NOT NULL,
    content      text NOT NULL,
    previous     bytea NOT NULL,
    hash         bytea NOT NULL,
    at           text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'at') STORED,
    what         text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'what') STORED,
    about        text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'about') STORED,
    who          text COLLATE "C" NOT NULL GENERATED ALWAYS AS (content::jsonb ->> 'who') STORED,
    PRIMARY KEY (merchant_id, seq)
  )`,
  `CREATE INDEX audit_records_at ON audit_records (merchant_id, at)`,
  `CREATE INDEX audit_records_about ON audit_records (merchant_id, about, seq)`,
  `CREATE INDEX audit_records_who ON audit_records (merchant_id, who, seq)`,
  `COMMENT ON TABLE audit_records IS 'who did what, chained by hash: append only'`,
  // No foreign key: a record outlives what it tells of.

  `CREATE FUNCTION audit_append(chain bigint, what text, about text, detail jsonb, by text DEFAULT NULL)
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
    INSERT INTO audit_records (merchant_id, seq, content, previous, hash)
      VALUES (chain, head.seq + 1, content, head.hash, made);
    UPDATE audit_chains SET seq = head.seq + 1, hash = made WHERE merchant_id = chain;
    RETURN head.seq + 1;
  END $$`,

  // Plain loops: a query for each of them would take twice the time, in which the chain is held.
  `CREATE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
    new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
    any_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN old_row ELSE new_row END;
    detail jsonb := '{}';
    changes jsonb := '{}';
    fields jsonb := '[]';
    ids jsonb := '{}';
    name text;
  BEGIN
    FOREACH name IN ARRAY string_to_array(TG_ARGV[4], ',') LOOP
      IF coalesce(old_row -> name, 'null') <> coalesce(new_row -> name, 'null') THEN
        changes := changes || jsonb_build_object(name, jsonb_build_array(old_row -> name, new_row -> name));
      END IF;
    END LOOP;
    IF TG_TABLE_NAME = 'ticket_fields' THEN
      -- Which of the merchant's fields, by their numbers.
      SELECT coalesce(jsonb_agg(key ORDER BY key), '[]') INTO fields FROM (
        SELECT key FROM jsonb_object_keys(coalesce(old_row -> 'field_values', '{}') || (new_row -> 'field_values')) key
        WHERE (old_row -> 'field_values' -> key) IS DISTINCT FROM (new_row -> 'field_values' -> key)
      ) changed;
    ELSIF TG_OP = 'UPDATE' THEN
      FOREACH name IN ARRAY string_to_array(TG_ARGV[5], ',') LOOP
        IF (old_row -> name) IS DISTINCT FROM (new_row -> name) THEN
          fields := fields || to_jsonb(name);
        END IF;
      END LOOP;
    END IF;
    FOREACH name IN ARRAY string_to_array(TG_ARGV[6], ',') LOOP
      ids := ids || jsonb_build_object(name, any_row -> name);
    END LOOP;
    IF changes <> '{}' THEN detail := detail || jsonb_build_object('changes', changes); END IF;
    IF fields <> '[]' THEN detail := detail || jsonb_build_object('fields', fields); END IF;
    IF ids <> '{}' THEN detail := detail || jsonb_build_object('ids', ids); END IF;
    PERFORM audit_append(
      CASE TG_ARGV[3] WHEN '' THEN 0 ELSE (any_row ->> TG_ARGV[3])::bigint END,
      TG_ARGV[0] || CASE TG_OP WHEN 'INSERT' THEN '.added' WHEN 'UPDATE' THEN '.changed' ELSE '.deleted' END,
      TG_ARGV[1] || ':' || (any_row ->> TG_ARGV[2]),
      detail
    );
    RETURN NULL;
  END $$`,

  // A deletion is allowed up to the checkpoint, which itself is in the chain.
  `CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
      SELECT FROM audit_chains c WHERE c.merchant_id = OLD.merchant_id AND OLD.seq <= c.pruned_seq
    ) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit records are append-only';
  END $$`,
  `CREATE TRIGGER audit_records_append_only BEFORE UPDATE OR DELETE ON audit_records
    FOR EACH ROW EXECUTE FUNCTION audit_refuse()`,
  `CREATE TRIGGER audit_records_no_truncate BEFORE TRUNCATE ON audit_records
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()`,
  `CREATE FUNCTION audit_chain_rises() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND NEW.merchant_id = OLD.merchant_id AND NEW.seq >= OLD.seq AND NEW.pruned_seq >= OLD.pruned_seq
    THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the end of an audit chain only rises';
  END $$`,
  `CREATE TRIGGER audit_chains_rise BEFORE UPDATE OR DELETE ON audit_chains
    FOR EACH ROW EXECUTE FUNCTION audit_chain_rises()`,
  // Of use where the inbox's role is no superuser, as it should be on an external server.
  `REVOKE UPDATE, TRUNCATE ON audit_records FROM PUBLIC, CURRENT_USER`,

  ...watched.flatMap(triggersOf),
];

export const auditMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
