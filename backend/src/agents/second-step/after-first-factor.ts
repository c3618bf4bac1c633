import type { Vault } from '../../accounts/vault';
import type { AgentKey } from '../agent-queries';
import { findSecondStep } from './second-step-queries';
import { takeCode } from './take-code';
import { startSession } from '../sign-in/sign-in';
import type { Tokens } from '../sessions/token';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { claimTry, endPending, insertPending, type PendingId } from './pending-sign-ins';

export interface SignInDeps extends Pick<WorkContext, 'db' | 'now' | 'outboxWoken'> {
  tokens: Tokens;
  vault: Vault;
}

/** Where a sign-in is after what comes first: over, or waiting for a code. */
export type AfterFirstFactor = { kind: 'signed-in'; token: string } | { kind: 'code-wanted'; pending: PendingId };

/**
 * Decides how a sign-in goes on for an agent who has proven who they are, by password or otherwise. It is the only way
 * from there to a session, so that no way of signing in gets past the second step; a test says so.
 * @returns undefined when the agent is disabled or not there
 */
export async function afterFirstFactor(deps: SignInDeps, agent: AgentKey): Promise<AfterFirstFactor | undefined> {
  if ((await findSecondStep(deps.db, agent)) !== undefined) {
    return { kind: 'code-wanted', pending: await insertPending(deps.db, agent, deps.now()) };
  }
  const token = await startSession(deps, agent.merchant_id, agent.agent_id);
  return token === undefined ? undefined : { kind: 'signed-in', token };
}

/** What came of a code. `over`: the sign-in has to begin anew. */
export type AfterCode = { kind: 'signed-in'; token: string } | { kind: 'wrong'; left: number } | { kind: 'over' };

/**
 * Goes on with a sign-in that waits, by a code of the agent's app or a recovery code.
 * @param pending as the browser's cookie has it
 */
export async function completeSignIn(
  deps: SignInDeps,
  pending: PendingId,
  agent: AgentKey,
  code: string,
): Promise<AfterCode> {
  const claimed = await claimTry(deps.db, pending, deps.now());
  if (claimed === undefined) return { kind: 'over' };
  if (!(await takeCode(deps, agent, code))) {
    if (claimed.left === 0) await endPending(deps.db, pending);
    return { kind: 'wrong', left: claimed.left };
  }
  if (!(await endPending(deps.db, pending))) return { kind: 'over' };
  const token = await startSession(deps, agent.merchant_id, agent.agent_id);
  return token === undefined ? { kind: 'over' } : { kind: 'signed-in', token };
}
