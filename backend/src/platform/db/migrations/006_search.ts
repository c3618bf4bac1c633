import { sql, type Kysely, type Migration } from 'kysely';

/** As much of a mail as is searched, in characters: what follows is quoted history or a log file. */
const MOST_SEARCHED = 20_000;

/** Inside a word of PostgreSQL's parser (addresses, paths, numbers with signs); here each of them ends a word. */
const BREAKS = `-_./@:+&=?#%<>~'"\\`;

/** What a row shows as its name and subject. */
const label = (row: string) => `concat_ws(E'\\n', ${row}.full_name, ${row}.subject)`;

const statements = [
  // Each word carries its merchant: a search reads one merchant's part of the index, however common the word is elsewhere.
  // 'simple' knows no language: words stay as they are written, in any script.
  `CREATE FUNCTION search_lexemes(merchant bigint, said text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
      SELECT coalesce(array_agg(merchant::text || ':' || found.lexeme), '{}')
      FROM unnest(to_tsvector('simple', translate(left(said, ${MOST_SEARCHED}), '${BREAKS.replace(/'/g, "''")}', '${' '.repeat(BREAKS.length)}'))) AS found
    )`,
  `CREATE FUNCTION search_words(merchant bigint, said text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_tsvector(search_lexemes(merchant, said))`,
  // All words, each as the beginning of one. Null when there is none.
  `CREATE FUNCTION search_query(merchant bigint, said text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (
      SELECT string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')::tsquery
      FROM unnest(search_lexemes(merchant, said)) AS lexeme
    )`,

  // Apart from the tickets, whose rows are written anew with every message; these change when a name or a text does.
  `CREATE TABLE search_texts (
    merchant_id        bigint NOT NULL,
    ticket_id          bigint NOT NULL,
    content_id         bigint,
    label              text,
    words              tsvector NOT NULL,
    UNIQUE NULLS NOT DISTINCT (merchant_id, ticket_id, content_id),
    FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON TABLE search_texts IS 'what a search reads: one row for each ticket (content_id is null) and one for each message with words; kept by triggers'`,
  `COMMENT ON COLUMN search_texts.label IS 'of a ticket: its name and subject, where any part of a word is found'`,

  `CREATE FUNCTION keep_ticket_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO search_texts (merchant_id, ticket_id, label, words)
        SELECT merchant_id, id, ${label('n')}, search_words(merchant_id, ${label('n')}) FROM new_rows n;
      ELSE
        UPDATE search_texts s SET label = ${label('n')}, words = search_words(n.merchant_id, ${label('n')})
        FROM new_rows n JOIN old_rows o USING (id)
        WHERE ${label('n')} IS DISTINCT FROM ${label('o')}
          AND s.merchant_id = n.merchant_id AND s.ticket_id = n.id AND s.content_id IS NULL;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER tickets_words_of_new AFTER INSERT ON tickets
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_words()`,
  `CREATE TRIGGER tickets_words_of_changed AFTER UPDATE ON tickets
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_ticket_words()`,

  // Log entries are not what anybody said, and what was deleted is not found.
  `CREATE FUNCTION keep_content_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        DELETE FROM search_texts s USING new_rows n JOIN old_rows o USING (id)
        WHERE (n.message, n.deleted) IS DISTINCT FROM (o.message, o.deleted)
          AND s.merchant_id = n.merchant_id AND s.ticket_id = n.ticket_id AND s.content_id = n.id;
        INSERT INTO search_texts (merchant_id, ticket_id, content_id, words)
        SELECT n.merchant_id, n.ticket_id, n.id, search_words(n.merchant_id, n.message)
        FROM new_rows n JOIN old_rows o USING (id)
        WHERE (n.message, n.deleted) IS DISTINCT FROM (o.message, o.deleted)
          AND n.content_type <> 'log' AND n.message <> '' AND NOT n.deleted;
      ELSE
        INSERT INTO search_texts (merchant_id, ticket_id, content_id, words)
        SELECT merchant_id, ticket_id, id, search_words(merchant_id, message) FROM new_rows
        WHERE content_type <> 'log' AND message <> '' AND NOT deleted;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER contents_words_of_new AFTER INSERT ON contents
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_content_words()`,
  `CREATE TRIGGER contents_words_of_changed AFTER UPDATE ON contents
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_content_words()`,

  `INSERT INTO search_texts (merchant_id, ticket_id, label, words)
    SELECT merchant_id, id, ${label('t')}, search_words(merchant_id, ${label('t')}) FROM tickets t`,
  `INSERT INTO search_texts (merchant_id, ticket_id, content_id, words)
    SELECT merchant_id, ticket_id, id, search_words(merchant_id, message) FROM contents
    WHERE content_type <> 'log' AND message <> '' AND NOT deleted`,

  // A short list of what is not yet in the index: a search reads it through, and no message waits long for it to be put in.
  `CREATE INDEX search_texts_words ON search_texts USING gin (words) WITH (gin_pending_list_limit = 256)`,
  `CREATE INDEX search_texts_label ON search_texts USING gin (merchant_id, label gin_trgm_ops)
    WITH (gin_pending_list_limit = 256) WHERE label IS NOT NULL`,
  `DROP INDEX tickets_search`,
  `DROP INDEX customers_search`,
  `CREATE INDEX customers_search ON customers USING gin (merchant_id, email gin_trgm_ops, right(phone, 10) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256)`,
];

export const searchMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
