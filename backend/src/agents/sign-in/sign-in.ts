import { randomUUID } from 'node:crypto';
import { normalEmail, type AgentId, type MerchantId, type Profile } from '@inbox/domain';
import { findAgentByEmail, findProfile, listDemoAgents, type AgentKey } from '../agent-queries';
import { enqueueEvent, type AutomationEvent } from '../../merchants/automation';
import type { FailedSignIns } from './failed-sign-ins';
import { insertSession } from '../sessions/session-queries';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { currentOrigin } from '../../platform/origin';
import { verifyPassword } from './password';
import { TOKEN_MS, type Tokens } from '../sessions/token';

type Deps = Pick<WorkContext, 'db' | 'now' | 'outboxWoken'> & { tokens: Tokens };

/**
 * Whose address and password these are, or undefined: one of them is wrong, and nobody is told which.
 * @param deps.withoutPasswords the merchant whose agents sign in at the identity provider alone
 */
export async function checkPassword(
  {
    db,
    failed,
    withoutPasswords,
  }: Pick<Deps, 'db'> & { failed: FailedSignIns; withoutPasswords?: MerchantId | undefined },
  email: string,
  password: string,
): Promise<AgentKey | undefined> {
  const agent = await findAgentByEmail(db, normalEmail(email));
  const right = await verifyPassword(password, agent?.password_hash);
  if (agent === undefined || agent.merchant_id === withoutPasswords) return undefined;
  if (right) return { merchant_id: agent.merchant_id, agent_id: agent.id };
  failed.note(agent, 'password');
  return undefined;
}

/** Without a password or code, for agents of the demo data alone. */
export async function signInAsDemo(deps: Deps, agentId: number): Promise<string | undefined> {
  const agent = (await listDemoAgents(deps.db)).find(({ id }) => id === agentId);
  return agent && startSession(deps, agent.merchant_id, agent.id, { by: 'demo' });
}

/** How a session is begun; at the identity provider with its own name of the session, where it gives one. */
export type SignInWay = { by: 'password' | 'demo' | 'passkey' } | { by: 'identity_provider'; sid: string | null };

/**
 * A new session of this agent, and its token; undefined when the agent is disabled or not there. It asks for nothing:
 * main-site/second-step calls it for who has done all that a sign-in asks for. Where it is begun from is read of the origin
 * that the caller works in (`platform/origin.ts`). A merchant's automation is told of it (spec section 7), never with the token.
 */
export async function startSession(
  deps: Deps,
  merchantId: MerchantId,
  agentId: AgentId,
  way: SignInWay = { by: 'password' },
): Promise<string | undefined> {
  const profile = await findProfile(deps.db, merchantId, agentId);
  if (profile === undefined) return undefined;
  const now = deps.now();
  const id = randomUUID();
  const { address = null, product: browser = null } = currentOrigin()?.from ?? {};
  const expires_at = new Date(now.getTime() + TOKEN_MS);
  const begun = { signed_in_by: way.by, provider_sid: 'sid' in way ? way.sid : null };
  const session = { id, merchant_id: merchantId, agent_id: agentId, expires_at, address, browser, ...begun };
  const shouldNotify = await inTransaction(deps.db, async (tx) => {
    await insertSession(tx, session, now);
    await setOrigin(tx, agentId);
    return enqueueEvent(tx, startOf(profile, now));
  });
  if (shouldNotify) deps.outboxWoken();
  return deps.tokens.make(profile, id, now);
}

function startOf({ id, merchant_name, current_user_id, full_name, email }: Profile, now: Date): AutomationEvent {
  return {
    id: randomUUID(),
    event: 'agent.session_started',
    time: now.toISOString(),
    merchant: { id, name: merchant_name },
    agent: { id: current_user_id, full_name, email },
  };
}
