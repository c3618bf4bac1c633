import type { AccountId, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** The accounts at the channels, and what is known of the mailboxes among them; see schema.ts. */

export type AccountKind = 'whatsapp' | 'instagram' | 'messenger' | 'email' | 'phone';

export interface AccountsTable {
  id: Generated<AccountId>;
  merchant_id: MerchantId;
  kind: AccountKind;
  external_id: string;
  name: string;
  address: string | null;
  out_url: string;
  credentials: Buffer;
  /** Phone: by what a provider that calls is found (SHA-256 of the secret in the address). */
  door_digest: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  /** WhatsApp: the business account that the number belongs to, as soon as it is known. */
  business_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** E-mail: the IMAP server to read the mailbox at; null for one whose mail comes by SMTP. */
  incoming: ColumnType<IncomingMail | null, string | null | undefined, string | null>;
  /** E-mail: further addresses of the mailbox, in lower case. */
  aliases: Generated<string[]>;
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
}

/** Where a mailbox is read by IMAP, and what becomes of a mail there once the inbox has it. */
export interface IncomingMail {
  /** `imaps://host:port`, or `imap://host:port` for STARTTLS. */
  url: string;
  /** The folder of sent mails; null asks the server for it. */
  sent_folder: string | null;
  mark_seen: boolean;
  /** `move:` is followed by the folder. */
  after_reading: 'leave' | 'delete' | `move:${string}`;
}

type Problem = ColumnType<string | null, string | null | undefined, string | null>;

export interface MailboxesTable {
  merchant_id: MerchantId;
  account_id: AccountId;
  /** The node that reads it, for as long as its lease lasts. */
  holder: ColumnType<string | null, string | null | undefined, string | null>;
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Why mail does not come in, or go out, in words; null while it does. */
  in_problem: Problem;
  out_problem: Problem;
}

/** How far a folder was read. UIDs are of one UIDVALIDITY (RFC 3501, section 2.3.1.1). */
export interface MailboxFoldersTable {
  merchant_id: MerchantId;
  account_id: AccountId;
  folder: string;
  uid_validity: string;
  last_uid: number;
  read_at: Date;
}
