import { normalEmail, type AgentId, type MerchantId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { NEW_AGENT_PERMISSIONS } from '../new-agent';
import type { Identity } from './identity';
import {
  findAgentWithEmail,
  findLinkedAgent,
  insertAgent,
  insertIdentity,
  updateRights,
  type FoundAgent,
} from './identity-queries';
import type { NotAdmitted } from '../sign-in/failed-sign-ins';
import type { OidcSettings } from './oidc-settings';
import { applyGroups, decidedBy, NO_RIGHTS } from './rights';

/** With whose sign-in it was, where that is known. */
export type Admission = { agentId: AgentId } | { refused: NotAdmitted; agentId: AgentId | null };

/** No password fits it. */
const NO_PASSWORD = 'none';

interface Admitting {
  merchantId: MerchantId;
  issuer: string;
  settings: Pick<OidcSettings, 'groups' | 'create'>;
  identity: Identity;
  now: Date;
}

/**
 * Finds the agent who somebody at the provider is, and gives them what their groups give. Once they are linked, by issuer
 * and `sub`, nothing else counts; before, a verified address of the merchant's own agents. Inside of a transaction.
 */
export async function admit(tx: Queryable, admitting: Admitting): Promise<Admission> {
  const { settings, issuer, identity, merchantId, now } = admitting;
  const decided = decidedBy(settings.groups, identity.groups);
  const name = { merchant_id: merchantId, issuer, subject: storable(identity.subject) };
  let agent = await findLinkedAgent(tx, name);
  if (agent === undefined) {
    const found = await findUnlinked(tx, admitting, decided.get('inbox') === false);
    if ('refused' in found) return found;
    agent = found;
    const isLinked = await insertIdentity(tx, { ...name, agent_id: agent.id, linked_at: now });
    if (!isLinked) return { refused: 'other-identity', agentId: agent.id };
  }
  // The rights of who is disabled wait for the day on which they are not.
  if (agent.disabled) return { refused: 'no-agent', agentId: agent.id };
  await updateRights(tx, agent, applyGroups(agent, decided));
  const agentId = agent.id;
  return decided.get('inbox') === false ? { refused: 'no-group', agentId } : { agentId };
}

/** Of somebody who has never signed in so: the agent with their address, or a new one. */
async function findUnlinked(
  tx: Queryable,
  { settings, identity, merchantId }: Admitting,
  isKeptOut: boolean,
): Promise<FoundAgent | { refused: NotAdmitted; agentId: AgentId | null }> {
  if (identity.verifiedEmail === null) return { refused: 'unverified', agentId: null };
  const email = normalEmail(storable(identity.verifiedEmail));
  const found = await findAgentWithEmail(tx, email);
  if (found !== undefined) {
    if (found.merchant_id !== merchantId) return { refused: 'no-agent', agentId: null };
    return found.disabled ? { refused: 'no-agent', agentId: found.id } : found;
  }
  if (!settings.create) return { refused: 'no-agent', agentId: null };
  if (isKeptOut) return { refused: 'no-group', agentId: null };
  const made = await insertAgent(tx, {
    ...NO_RIGHTS,
    user_permissions: [...NEW_AGENT_PERMISSIONS],
    merchant_id: merchantId,
    email,
    first_name: storable(identity.firstName),
    last_name: storable(identity.lastName),
    password_hash: NO_PASSWORD,
  });
  return made ?? { refused: 'no-agent', agentId: null };
}
