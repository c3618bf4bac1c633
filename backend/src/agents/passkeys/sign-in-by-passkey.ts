import type { MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Vault } from '../../accounts/vault';
import { setOrigin } from '../../platform/db/set-origin';
import { inTransaction } from '../../platform/db/transaction';
import type { WorkContext } from '../../platform/db/unit-of-work';
import type { FailedSignIns } from '../sign-in/failed-sign-ins';
import { startSession } from '../sign-in/sign-in';
import type { Tokens } from '../sessions/token';
import { makeChallenge, readChallenge } from './challenge';
import { findPasskey, takeChallenge, touchPasskey, type FoundPasskey } from './passkey-queries';
import { currentSite } from './site';
import { readJson } from '../../platform/net/read-json';

export interface PasskeySignInDeps extends Pick<WorkContext, 'db' | 'now' | 'outboxWoken'> {
  tokens: Tokens;
  vault: Pick<Vault, 'seal' | 'open'>;
  failed: FailedSignIns;
  /** The merchant whose agents sign in at the identity provider alone. */
  withoutPasskeys?: MerchantId | undefined;
}

/** `over`: the challenge was answered or is too old; `unknown`: nobody here has this passkey. */
export type PasskeySignIn =
  | { kind: 'signed-in'; token: string; email: string }
  | { kind: 'over' | 'unknown' | 'wrong' };

/** What the browser signs, and what it carries until it has. Any device may answer: it names the agent. */
export async function beginPasskeySignIn({ vault, now }: Pick<PasskeySignInDeps, 'vault' | 'now'>) {
  const { challenge, sealed } = makeChallenge(vault, null, now());
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: currentSite().id,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  });
  return { options, sealed };
}

const Answer = z.looseObject({ id: z.string().check(z.maxLength(2_000)) });

/**
 * Signs in who has the passkey, without a second step: the device has made sure that it is them.
 * @param sealed the challenge, as `beginPasskeySignIn` has made it
 * @param text what the browser answers, as JSON
 */
export async function signInByPasskey(deps: PasskeySignInDeps, sealed: string, text: string): Promise<PasskeySignIn> {
  const { db, vault, now, failed, withoutPasskeys } = deps;
  const challenge = readChallenge(vault, null, sealed, now());
  if (challenge === undefined) return { kind: 'over' };
  const answer = Answer.safeParse(readJson(text));
  const passkey = answer.success ? await findPasskey(db, Buffer.from(answer.data.id, 'base64url')) : undefined;
  if (passkey === undefined || passkey.merchant_id === withoutPasskeys) return { kind: 'unknown' };
  const counter = await countOf(passkey, challenge.challenge, answer.data);
  const { merchant_id, agent_id, email } = passkey;
  if (counter === undefined) {
    failed.note({ merchant_id, id: agent_id }, 'passkey');
    return { kind: 'wrong' };
  }
  const isFirst = await inTransaction(db, async (tx) => {
    await setOrigin(tx, null);
    const expires_at = new Date(challenge.until);
    if (!(await takeChallenge(tx, { merchant_id, challenge: challenge.challenge, expires_at }))) return false;
    return touchPasskey(tx, { id: passkey.id, counter, before: passkey.counter, now: now() });
  });
  if (!isFirst) return { kind: 'over' };
  const token = await startSession(deps, merchant_id, agent_id, { by: 'passkey' });
  return token === undefined ? { kind: 'unknown' } : { kind: 'signed-in', token, email };
}

/** How often the device says that it has signed, when the answer holds; undefined else, as for one that counts backwards. */
async function countOf(passkey: FoundPasskey, challenge: string, answer: unknown): Promise<number | undefined> {
  const site = currentSite();
  // It was made for the name that the inbox had then.
  if (passkey.site !== site.id) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    // The library reads it with distrust; its type says what comes of that.
    response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}
