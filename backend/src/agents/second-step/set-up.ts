import type { Vault } from '../../accounts/vault';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { findProfile, type AgentKey } from '../agent-queries';
import { replaceRecoveryCodes } from './recovery-codes';
import { deleteOffer, findOffer, openSecret, sealSecret, writeOffer, writeSecondStep } from './second-step-queries';
import { makeTotpSecret, qrPictureOf, stepOfCode, totpAddress, type QrPicture, type TotpSecret } from './totp';

type Deps = Pick<WorkContext, 'db' | 'now'> & { vault: Vault };

/** Milliseconds in which an offered secret can be confirmed. */
const OFFER_MS = 15 * 60_000;

/** What the agent's app is told. */
export interface Offer {
  secret: TotpSecret;
  qr: QrPicture;
}

/** A new secret, which counts once a code of it was typed in. One that was offered before is forgotten. */
export async function offerSecondStep(deps: Deps, agent: AgentKey): Promise<Offer> {
  const secret = makeTotpSecret();
  const sealed = sealSecret(deps.vault, agent.agent_id, secret);
  const expires_at = new Date(deps.now().getTime() + OFFER_MS);
  await writeOffer(deps.db, agent, { secret: sealed, expires_at });
  return shownOffer(deps, agent, secret);
}

async function shownOffer({ db }: Pick<Deps, 'db'>, agent: AgentKey, secret: TotpSecret): Promise<Offer> {
  const profile = await findProfile(db, agent.merchant_id, agent.agent_id);
  const address = totpAddress(secret, { issuer: profile?.merchant_name ?? '', account: profile?.email ?? '' });
  return { secret, qr: qrPictureOf(address) };
}

/** `codes` are the recovery codes, which nobody is shown again. */
export type Confirmed = { kind: 'on'; codes: readonly string[] } | { kind: 'wrong' } | { kind: 'expired' };

/** Turns on what was offered, or puts it in the place of what was on, with the first right code of it. */
export async function confirmOffer({ db, vault, now }: Deps, agent: AgentKey, typed: string): Promise<Confirmed> {
  return inTransaction(db, async (tx): Promise<Confirmed> => {
    const offered = await findOffer(tx, agent, now());
    if (offered === undefined) return { kind: 'expired' };
    const secret = openSecret(vault, agent.agent_id, offered);
    const step = stepOfCode(secret, typed, now());
    if (step === null) return { kind: 'wrong' };
    await deleteOffer(tx, agent);
    await writeSecondStep(tx, agent, { secret: sealSecret(vault, agent.agent_id, secret), step, now: now() });
    const codes = await replaceRecoveryCodes(tx, agent);
    await setOrigin(tx, agent.agent_id);
    return { kind: 'on', codes };
  });
}
