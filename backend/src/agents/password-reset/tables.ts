import type { AgentId, MerchantId } from '@inbox/domain';
import type { ColumnType } from 'kysely';

/** Mails about passwords that are to be sent, if agents have the addresses. */
export interface PasswordMailsTable {
  email: string;
  /** `link`: leads to a new password; `changed`: says that there is one. */
  kind: 'link' | 'changed';
  asked_at: Date;
  due_at: Date;
  attempts: ColumnType<number, number | undefined, number>;
}

/** Links by which agents choose a new password. */
export interface PasswordLinksTable {
  /** SHA-256 of the token that the mail has. */
  digest: Buffer;
  merchant_id: MerchantId;
  agent_id: AgentId;
  expires_at: Date;
}
