import type { AgentId, MerchantId } from '@inbox/domain';

/** Who an agent is to an identity provider: `iss` and `sub` of its ID tokens. */
export interface AgentIdentitiesTable {
  merchant_id: MerchantId;
  agent_id: AgentId;
  issuer: string;
  subject: string;
  linked_at: Date;
}

/** Answers of the identity provider that were taken, so that none is taken twice. */
export interface ProviderAnswersTable {
  merchant_id: MerchantId;
  /** A sign-in by its `state`, or a logout token by its `jti`. */
  kind: 'state' | 'logout';
  id: string;
  /** From then on the answer is refused for its age. */
  expires_at: Date;
}
