import { randomUUID } from 'node:crypto';
import { MOST_PASSKEYS, type OwnPasskey, type PasskeyAnswer, type PasskeyOffer } from '@inbox/api/sign-in';
import { agentName } from '@inbox/domain';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { setOrigin } from '../../platform/db/set-origin';
import { storable } from '../../platform/db/storable-text';
import { inTransaction } from '../../platform/db/transaction';
import { currentOrigin } from '../../platform/origin';
import { readPassword } from '../agent-queries';
import { keyOf, prove, type Proof, type ProofDeps } from '../second-step/proof';
import type { SignedIn } from '../sessions/session';
import { makeChallenge, readChallenge } from './challenge';
import { deletePasskey, insertPasskey, listPasskeys } from './passkey-queries';
import { currentSite } from './site';

const PRODUCT = 'Inbox';
const UNNAMED = 'Passkey';

/** What became of a passkey that was to be added. */
export type Added = 'added' | 'expired' | 'wrong' | 'known' | 'full';

/** The agent's own, the one added last first. */
export async function readOwnPasskeys({ db }: Pick<WorkContext, 'db'>, who: SignedIn): Promise<OwnPasskey[]> {
  return (await listPasskeys(db, keyOf(who))).map(({ id, name, added_at, used_at }) => ({
    id,
    name,
    added_at: added_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
  }));
}

/** What a browser has to know to make a passkey for the agent. @throws ProofRefused */
export async function offerPasskey(deps: ProofDeps, who: SignedIn, proof: Proof): Promise<PasskeyOffer> {
  await prove(deps, who, proof);
  const { email } = await readPassword(deps.db, who.merchantId, who.agent.id);
  const known = await listPasskeys(deps.db, keyOf(who));
  const { challenge, sealed } = makeChallenge(deps.vault, who.agent.id, deps.now());
  // Loaded only here: it would be a good part of the server's start.
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: currentSite().id,
    userID: new TextEncoder().encode(`${who.merchantId}.${who.agent.id}`),
    userName: email,
    userDisplayName: agentName(who.agent),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    // The device names the agent, and makes sure that it is them: it is both steps at once.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options }, challenge: sealed };
}

/** From here on the agent can sign in with it. */
export async function addPasskey(
  { db, now, vault }: Pick<ProofDeps, 'db' | 'now' | 'vault'>,
  who: SignedIn,
  { challenge: sealed, name, answer }: { challenge: string; name: string; answer: PasskeyAnswer },
): Promise<Added> {
  const challenge = readChallenge(vault, who.agent.id, sealed, now());
  if (challenge === undefined) return 'expired';
  const site = currentSite();
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyRegistrationResponse({
    // The library reads it with distrust; its type says what comes of that.
    response: answer as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return 'wrong';
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return inTransaction(db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    if ((await listPasskeys(tx, keyOf(who))).length >= MOST_PASSKEYS) return 'full';
    const isNew = await insertPasskey(tx, {
      ...keyOf(who),
      id: randomUUID(),
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports.map((each) => storable(each)),
      site: site.id,
      name: storable(name.trim()) || (currentOrigin()?.from?.product ?? UNNAMED),
      added_at: now(),
    });
    return isNew ? 'added' : 'known';
  });
}

/** @returns false when the agent has none of this name @throws ProofRefused */
export async function removePasskey(deps: ProofDeps, who: SignedIn, id: string, proof: Proof): Promise<boolean> {
  await prove(deps, who, proof);
  return inTransaction(deps.db, async (tx) => {
    await setOrigin(tx, who.agent.id);
    return deletePasskey(tx, keyOf(who), id);
  });
}
