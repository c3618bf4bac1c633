import type { AgentId, MerchantId } from '@inbox/domain';
import type { ColumnType } from 'kysely';

/** Keys of agents' devices, with which they sign in (WebAuthn). */
export interface PasskeysTable {
  /** A uuid: how the inbox names it. */
  id: string;
  merchant_id: MerchantId;
  agent_id: AgentId;
  /** How the device names it. */
  credential_id: Buffer;
  /** As COSE has it. */
  public_key: Buffer;
  counter: number;
  /** How the browser reaches the device, as it says. */
  transports: string[];
  /** The host that it signs in to. */
  site: string;
  /** As the agent calls it. */
  name: string;
  added_at: Date;
  used_at: ColumnType<Date | null, undefined, Date>;
}

/** Challenges that were answered, so that no answer is taken twice. */
export interface PasskeyChallengesTable {
  merchant_id: MerchantId;
  challenge: string;
  /** From then on the answer is refused for its age. */
  expires_at: Date;
}
