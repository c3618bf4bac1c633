import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  `ALTER TABLE accounts ADD COLUMN incoming jsonb`,
  `COMMENT ON COLUMN accounts.incoming IS 'e-mail: the IMAP server to read the mailbox at; null for one whose mail comes by SMTP'`,

  `CREATE TABLE mailboxes (
    merchant_id        bigint NOT NULL,
    account_id         bigint NOT NULL,
    holder             uuid,
    lease_until        timestamptz,
    in_problem         text,
    out_problem        text,
    PRIMARY KEY (merchant_id, account_id),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id)
  )`,
  `COMMENT ON COLUMN mailboxes.holder IS 'the node that reads it, for as long as its lease lasts'`,
  `COMMENT ON COLUMN mailboxes.in_problem IS 'why mail does not come in, in words; null while it does'`,

  `CREATE TABLE mailbox_folders (
    merchant_id        bigint NOT NULL,
    account_id         bigint NOT NULL,
    folder             text NOT NULL,
    uid_validity       text NOT NULL,
    last_uid           bigint NOT NULL,
    read_at            timestamptz NOT NULL,
    PRIMARY KEY (merchant_id, account_id, folder),
    FOREIGN KEY (merchant_id, account_id) REFERENCES accounts(merchant_id, id)
  )`,
  `COMMENT ON TABLE mailbox_folders IS 'how far each folder was read by IMAP'`,

  // Store admins are notified of what they have to see to, and of its end.
  `CREATE TRIGGER mailboxes_added AFTER INSERT ON mailboxes
    FOR EACH ROW WHEN (NEW.in_problem IS NOT NULL OR NEW.out_problem IS NOT NULL)
    EXECUTE FUNCTION notify_access_change('settings')`,
  `CREATE TRIGGER accounts_incoming_changed AFTER UPDATE OF incoming ON accounts
    FOR EACH ROW WHEN (OLD.incoming IS DISTINCT FROM NEW.incoming)
    EXECUTE FUNCTION notify_access_change('settings')`,
  `CREATE TRIGGER mailboxes_changed AFTER UPDATE OF in_problem, out_problem ON mailboxes
    FOR EACH ROW
    WHEN ((OLD.in_problem, OLD.out_problem) IS DISTINCT FROM (NEW.in_problem, NEW.out_problem))
    EXECUTE FUNCTION notify_access_change('settings')`,
];

export const mailboxesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
