import type { Vault } from '../../accounts/vault';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { currentOrigin } from '../../platform/origin';
import { readPassword, type AgentKey } from '../agent-queries';
import { verifyPassword } from '../sign-in/password';
import type { SignedIn } from '../sessions/session';
import type { SignInGuard } from '../sign-in/sign-in-guard';
import { findSecondStep } from './second-step-queries';
import { takeCode } from './take-code';

export type ProofDeps = Pick<WorkContext, 'db' | 'now'> & { vault: Vault; guard: SignInGuard };

/** By what an agent who is signed in proves to be themselves: a session may be somebody else's who found a desk empty. */
export interface Proof {
  password: string;
  /** Of the app, or a recovery code; where the agent has a second step. */
  code?: string | undefined;
}

/** Why something was not done; in words for the agent in http/messages.ts. */
export type ProofRefusal =
  | { kind: 'wrong-password' }
  | { kind: 'wrong-proof' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'busy' };

export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  constructor(readonly refusal: ProofRefusal) {
    super(refusal.kind);
  }
}

export const keyOf = ({ merchantId, agent }: SignedIn): AgentKey => ({ merchant_id: merchantId, agent_id: agent.id });

/** @throws ProofRefused while the address or the account has to wait */
export function admitProof({ guard }: Pick<ProofDeps, 'guard'>, email: string) {
  const address = currentOrigin()?.from?.address ?? '';
  const admission = guard.throttle.admit({ address, account: email, device: null });
  if ('succeeded' in admission) return admission;
  throw new ProofRefused({ kind: 'wait', seconds: Math.ceil(admission.waitMs / 1000) });
}

/** Makes sure that it is the agent: the password, and a code where they have a second step. @throws ProofRefused */
export async function prove(deps: ProofDeps, who: SignedIn, { password, code = '' }: Proof): Promise<void> {
  const { guard } = deps;
  const agent = keyOf(who);
  const { email, password_hash } = await readPassword(deps.db, agent.merchant_id, agent.agent_id);
  if (guard.isBusy) throw new ProofRefused({ kind: 'busy' });
  const admission = admitProof(deps, email);
  const isPassword = await guard.checking(() => verifyPassword(password, password_hash));
  const wantsCode = (await findSecondStep(deps.db, agent)) !== undefined;
  if (isPassword && (!wantsCode || (await takeCode(deps, agent, code)))) return admission.succeeded();
  guard.failed.note({ merchant_id: agent.merchant_id, id: agent.agent_id }, isPassword ? 'code' : 'password');
  throw new ProofRefused({ kind: wantsCode ? 'wrong-proof' : 'wrong-password' });
}
