import { currentOrigin } from '../../lib/origin';
import type { Vault } from '../../accounts/vault';
import { setOrigin } from '../../db/set-origin';
import { inTransaction } from '../../db/transaction';
import type { WorkContext } from '../../db/unit-of-work';
import { readPassword } from '../agent-queries';
import { verifyPassword } from '../password';
import type { SignedIn } from '../session';
import type { SignInGuard } from '../sign-in-guard';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import { deleteSecondStep, findSecondStep, touchCodes, type AgentKey } from './second-step-queries';
import { confirmOffer, offerSecondStep, type Confirmed, type Offer } from './set-up';
import { takeCode } from './take-code';

export type SecondStepDeps = Pick<WorkContext, 'db' | 'now'> & { vault: Vault; guard: SignInGuard };

/** By what an agent who is signed in proves to be themselves: a session may be somebody else's who found a desk empty. */
export interface Proof {
  password: string;
  /** Of the app, or a recovery code; where the agent has a second step. */
  code?: string | undefined;
}

/** Why something was not done; in words for the agent in http/messages.ts. */
export type ProofRefusal = { kind: 'wrong' } | { kind: 'wait'; seconds: number } | { kind: 'busy' };

export class ProofRefused extends Error {
  override readonly name = 'ProofRefused';
  constructor(readonly refusal: ProofRefusal) {
    super(refusal.kind);
  }
}

const keyOf = ({ merchantId, agent }: SignedIn): AgentKey => ({ merchant_id: merchantId, agent_id: agent.id });

/** Whether the agent signs in with a code, since when, and how many recovery codes are left. */
export async function readOwnSecondStep({ db }: Pick<SecondStepDeps, 'db'>, who: SignedIn) {
  const found = await findSecondStep(db, keyOf(who));
  if (found === undefined) return { on_since: null, recovery_codes_left: 0 };
  return { on_since: found.since.toISOString(), recovery_codes_left: await countRecoveryCodes(db, keyOf(who)) };
}

/**
 * A new secret for the agent's app, which counts once a code of it was typed in. Where the agent has a second step already,
 * that one holds until then.
 * @throws ProofRefused
 */
export async function offerOwnSecondStep(deps: SecondStepDeps, who: SignedIn, proof: Proof): Promise<Offer> {
  await prove(deps, who, proof);
  return offerSecondStep(deps, keyOf(who));
}

/** @throws ProofRefused when so many codes were wrong that the next has to wait */
export async function confirmOwnSecondStep(deps: SecondStepDeps, who: SignedIn, code: string): Promise<Confirmed> {
  const { email } = await readPassword(deps.db, who.merchantId, who.agent.id);
  const admission = admit(deps, email);
  const confirmed = await confirmOffer(deps, keyOf(who), code);
  if (confirmed.kind !== 'wrong') admission.passed();
  return confirmed;
}

/** From here on the password is enough. @throws ProofRefused */
export async function removeOwnSecondStep(deps: SecondStepDeps, who: SignedIn, proof: Proof): Promise<void> {
  await prove(deps, who, proof);
  await inTransaction(deps.db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    await deleteSecondStep(tx, keyOf(who));
  });
}

/** New recovery codes: those from before work no more. @returns null without a second step @throws ProofRefused */
export async function renewRecoveryCodes(
  deps: SecondStepDeps,
  who: SignedIn,
  proof: Proof,
): Promise<readonly string[] | null> {
  await prove(deps, who, proof);
  return inTransaction(deps.db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    return (await touchCodes(tx, keyOf(who), deps.now())) ? replaceRecoveryCodes(tx, keyOf(who)) : null;
  });
}

/** @throws ProofRefused while the address or the account has to wait */
function admit({ guard }: SecondStepDeps, email: string) {
  const address = currentOrigin()?.from?.address ?? '';
  const admission = guard.throttle.admit({ address, account: email, device: null });
  if ('succeeded' in admission) return admission;
  throw new ProofRefused({ kind: 'wait', seconds: Math.ceil(admission.waitMs / 1000) });
}

async function prove(deps: SecondStepDeps, who: SignedIn, { password, code = '' }: Proof): Promise<void> {
  const { guard } = deps;
  const agent = keyOf(who);
  const { email, password_hash } = await readPassword(deps.db, agent.merchant_id, agent.agent_id);
  if (guard.isBusy) throw new ProofRefused({ kind: 'busy' });
  const admission = admit(deps, email);
  const isPassword = await guard.checking(() => verifyPassword(password, password_hash));
  const wantsCode = (await findSecondStep(deps.db, agent)) !== undefined;
  if (isPassword && (!wantsCode || (await takeCode(deps, agent, code)))) return admission.succeeded();
  guard.failed.note({ merchant_id: agent.merchant_id, id: agent.agent_id }, isPassword ? 'code' : 'password');
  throw new ProofRefused({ kind: 'wrong' });
}
