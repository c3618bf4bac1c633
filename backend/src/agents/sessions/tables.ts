import type { AgentId, MerchantId } from '@inbox/domain';
import type { ColumnType, Generated } from 'kysely';

/** How a session was begun. */
export type SignedInBy = 'password' | 'demo' | 'identity_provider' | 'passkey';

export interface SessionsTable {
  id: string;
  merchant_id: MerchantId;
  agent_id: AgentId;
  created_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  /** The last use that was written down, which lags by minutes; `address` and `browser` are of it. */
  used_at: Generated<Date>;
  address: ColumnType<string | null, string | null | undefined, string | null>;
  browser: ColumnType<string | null, string | null | undefined, string | null>;
  signed_in_by: ColumnType<SignedInBy, SignedInBy | undefined, never>;
  /** The identity provider's own name of the session, where it gives one. */
  provider_sid: ColumnType<string | null, string | null | undefined, never>;
  /** The agent has signed out here, and is still to be led to the provider's sign-out. */
  provider_sign_out: ColumnType<boolean, never, boolean>;
}
