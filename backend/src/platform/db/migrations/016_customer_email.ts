import { sql, type Kysely, type Migration } from 'kysely';

/** A mail without a sender makes a conversation whose contact is the mail's own id. */
const isAddress = (contact: string) => `${contact} ~ '^[^[:space:]@<>]+@[^[:space:]@<>]+$'`;

/**
 * The address to which replies of an e-mail ticket go. A ticket has it from its conversation, whoever makes the ticket, and
 * keeps it: what others write in the thread never changes it.
 */
const statements = [
  `ALTER TABLE tickets ADD COLUMN customer_email text`,
  `COMMENT ON COLUMN tickets.customer_email IS 'e-mail: where replies go, as long as an agent does not choose otherwise'`,
  `UPDATE tickets t SET customer_email = v.contact
    FROM conversations v
    WHERE v.merchant_id = t.merchant_id AND v.id = t.conversation_id AND t.source = 'email' AND ${isAddress('v.contact')}`,
  `CREATE FUNCTION set_customer_email() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.customer_email := (
      SELECT v.contact FROM conversations v
      WHERE v.merchant_id = NEW.merchant_id AND v.id = NEW.conversation_id AND ${isAddress('v.contact')}
    );
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER tickets_customer_email BEFORE INSERT ON tickets
    FOR EACH ROW WHEN (NEW.source = 'email' AND NEW.customer_email IS NULL)
    EXECUTE FUNCTION set_customer_email()`,
];

export const customerEmailMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
