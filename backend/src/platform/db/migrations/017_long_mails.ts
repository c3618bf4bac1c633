import { mailBeginning } from '@inbox/domain/conversation';
import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `CREATE TABLE long_mails (
    merchant_id  bigint NOT NULL REFERENCES merchants(id),
    content_id   bigint NOT NULL,
    html         text NOT NULL,
    PRIMARY KEY (merchant_id, content_id),
    FOREIGN KEY (merchant_id, content_id) REFERENCES contents(merchant_id, id) ON DELETE CASCADE
  )`,
  `COMMENT ON TABLE long_mails IS 'all of the HTML of mails of which the row in contents has the beginning'`,
];

/** Characters of HTML below which no mail has only its beginning in its row. */
const SHORT = 10_000;

/** Leaves in the rows of long mails their beginning; one mail after the other, as each may have megabytes. */
export async function partLongMails<Schema>(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ merchant_id: number; id: number }>`
    select merchant_id, id from contents
    where content_type = 'email' and length(details->>'html') > ${SHORT} and not details ? 'html_length'`.execute(db);
  for (const { merchant_id, id } of rows) {
    const found = await sql<{ html: string }>`
      select details->>'html' as html from contents where merchant_id = ${merchant_id} and id = ${id}`.execute(db);
    const html = found.rows[0]?.html ?? '';
    const beginning = mailBeginning(html);
    if (beginning.length === html.length) continue;
    await sql`insert into long_mails (merchant_id, content_id, html) values (${merchant_id}, ${id}, ${html})`.execute(
      db,
    );
    const parted = JSON.stringify({ html: beginning, html_length: html.length });
    await sql`
      update contents set details = details || ${parted}::jsonb
      where merchant_id = ${merchant_id} and id = ${id}`.execute(db);
  }
}

export const longMailsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await partLongMails(db);
  },
};
