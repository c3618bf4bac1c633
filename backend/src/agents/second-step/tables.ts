import type { AgentId, MerchantId } from '@inbox/domain';
import type { ColumnType } from 'kysely';

/** The agents who sign in with a code beside their password. */
export interface SecondStepsTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** Encrypted by the vault: what the codes are made of. */
  secret: Buffer;
  /** The 30 seconds, counted from 1970, of the last code that was taken: no code of them or before is taken again. */
  last_step: number;
  since: Date;
  /** When the recovery codes that hold were made. */
  codes_made_at: Date;
}

/** A secret that an agent was shown, and has not proven yet to have in an app. */
export interface SecondStepOffersTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** Encrypted by the vault. */
  secret: Buffer;
  expires_at: Date;
}

export interface RecoveryCodesTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** SHA-256 of the code. */
  digest: Buffer;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Who has given the password, and not the code yet. */
export interface PendingSignInsTable {
  /** SHA-256 of the id that the browser has in a cookie. */
  digest: Buffer;
  merchant_id: MerchantId;
  agent_id: AgentId;
  expires_at: Date;
  /** Codes that were tried. */
  tries: ColumnType<number, number | undefined, number>;
}
