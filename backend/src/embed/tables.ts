import type { MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** Origins whose pages may show panels of the merchant. */
export interface EmbedOriginsTable {
  merchant_id: MerchantId;
  /** As browsers write it: scheme, host and a port that is not the usual one. */
  origin: string;
  created_at: Generated<Date>;
}

/** What servers of embedding pages sign narrow tokens with. */
export interface EmbedSecretsTable {
  /** The public name of the secret, which tokens carry in their header. */
  kid: string;
  merchant_id: MerchantId;
  /** Encrypted by the vault, under `kid`. */
  sealed: Buffer;
  /** The operator who made it. */
  made_by: string;
  created_at: Generated<Date>;
  /** From when on its tokens are refused; null for no end. */
  ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
