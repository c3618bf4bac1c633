import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import { readPassword } from '../agent-queries';
import type { SignedIn } from '../sessions/session';
import { admitProof, keyOf, prove, type Proof, type ProofDeps } from './proof';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import { deleteSecondStep, findSecondStep, touchCodes } from './second-step-queries';
import { confirmOffer, offerSecondStep, type Confirmed, type Offer } from './set-up';

/** Whether the agent signs in with a code, since when, and how many recovery codes are left. */
export async function readOwnSecondStep({ db }: Pick<ProofDeps, 'db'>, who: SignedIn) {
  const found = await findSecondStep(db, keyOf(who));
  if (found === undefined) return { on_since: null, recovery_codes_left: 0 };
  return { on_since: found.since.toISOString(), recovery_codes_left: await countRecoveryCodes(db, keyOf(who)) };
}

/**
 * A new secret for the agent's app, which counts once a code of it was typed in. Where the agent has a second step already,
 * that one holds until then.
 * @throws ProofRefused
 */
export async function offerOwnSecondStep(deps: ProofDeps, who: SignedIn, proof: Proof): Promise<Offer> {
  await prove(deps, who, proof);
  return offerSecondStep(deps, keyOf(who));
}

/** @throws ProofRefused when so many codes were wrong that the next has to wait */
export async function confirmOwnSecondStep(deps: ProofDeps, who: SignedIn, code: string): Promise<Confirmed> {
  const { email } = await readPassword(deps.db, who.merchantId, who.agent.id);
  const admission = admitProof(deps, email);
  const confirmed = await confirmOffer(deps, keyOf(who), code);
  if (confirmed.kind !== 'wrong') admission.passed();
  return confirmed;
}

/** From here on the password is enough. @throws ProofRefused */
export async function removeOwnSecondStep(deps: ProofDeps, who: SignedIn, proof: Proof): Promise<void> {
  await prove(deps, who, proof);
  await inTransaction(deps.db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    await deleteSecondStep(tx, keyOf(who));
  });
}

/** New recovery codes: those from before work no more. @returns null without a second step @throws ProofRefused */
export async function renewRecoveryCodes(
  deps: ProofDeps,
  who: SignedIn,
  proof: Proof,
): Promise<readonly string[] | null> {
  await prove(deps, who, proof);
  return inTransaction(deps.db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    return (await touchCodes(tx, keyOf(who), deps.now())) ? replaceRecoveryCodes(tx, keyOf(who)) : null;
  });
}
