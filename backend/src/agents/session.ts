import { INBOX_PERMISSION, type Acting, type AgentId, type MerchantId } from '@inbox/domain';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import { writeAgentStatus } from './agent-queries';
import { endSession, findRunningSession, type RunningSession } from './session-queries';
import type { Queryable } from '../db/connection';
import type { WorkContext } from '../db/unit-of-work';
import type { Tokens } from './token';

type Deps = Pick<WorkContext, 'db' | 'now'> & { tokens: Tokens };

/** Who asks: the merchant as the token says it, the rights as they are now. */
export interface SignedIn {
  sessionId: string;
  merchantId: MerchantId;
  agent: Acting & { first_name: string; last_name: string };
  /** access_connect_chat_page (spec section 6). */
  mayUseInbox: boolean;
  /** May see and change which panels are released, for all merchants. */
  mayOperatePanels?: boolean;
  expiresAt: Date;
}

/**
 * Who stands behind a token, with or without the word jwt before it. Undefined when it is not ours, its session has
 * ended, or the agent is disabled. The rights are read with every call, so that a change of them counts at once.
 */
export async function authenticate({ db, now, tokens }: Deps, token: string): Promise<SignedIn | undefined> {
  const time = now();
  const claims = await tokens.read(token.replace(/^jwt\s+/i, ''), time);
  if (claims === undefined) return undefined;
  const { sessionId, expiresAt } = claims;
  const { id: merchantId, current_user_id: agentId } = claims.profile;
  const session = { id: sessionId, merchant_id: merchantId, agent_id: agentId, expires_at: expiresAt };
  const found = await findRunningSession(db, session, time);
  if (found === undefined) return undefined;
  return signedInOf({ sessionId, merchantId, expiresAt }, found);
}

/** The same session with the agent's rights as they are now. */
export function signedInOf(
  { sessionId, merchantId, expiresAt }: Pick<SignedIn, 'sessionId' | 'merchantId' | 'expiresAt'>,
  { user_permissions, ...agent }: RunningSession,
): SignedIn {
  return {
    sessionId,
    merchantId,
    agent,
    mayUseInbox: user_permissions.includes(INBOX_PERMISSION),
    mayOperatePanels: user_permissions.includes(OPERATIONS_PERMISSION),
    expiresAt,
  };
}

/** An agent for whom the inbox acts by itself, with their rights as they are now; undefined when disabled or gone. */
export async function agentLater(
  db: Queryable,
  merchantId: MerchantId,
  agentId: AgentId,
): Promise<SignedIn | undefined> {
  const found = await db
    .selectFrom('agents')
    .select([
      'id',
      'first_name',
      'last_name',
      'user_permissions',
      'is_store_admin',
      'can_assign_ticket_to_self',
      'can_assign_ticket_to_other_agent',
    ])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', agentId)
    .where('disabled', '=', false)
    .executeTakeFirst();
  // There is no session to be ended.
  return found && signedInOf({ sessionId: '', merchantId, expiresAt: new Date(0) }, found);
}

/** Ends this session: its token is refused from here on, although it has not expired. */
export async function signOut({ db, now }: Deps, who: SignedIn): Promise<void> {
  await endSession(db, { id: who.sessionId, merchant_id: who.merchantId, agent_id: who.agent.id }, now());
  await writeAgentStatus(db, who.merchantId, who.agent.id, 'logout');
}
