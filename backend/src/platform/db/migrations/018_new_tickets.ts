import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE tickets ADD COLUMN created_ref text`,
  `COMMENT ON COLUMN tickets.created_ref IS 'the request by which an agent made it: made again, it makes no second ticket'`,
  `CREATE UNIQUE INDEX tickets_created_ref ON tickets (merchant_id, created_ref) WHERE created_ref IS NOT NULL`,
  // A phone line names one caller with and without the country: the last ten digits are what is compared.
  `CREATE INDEX conversations_phone ON conversations (merchant_id, right(contact, 10)) WHERE source = 'phone'`,
];

export const newTicketsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
