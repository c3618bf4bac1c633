import { randomBytes } from 'node:crypto';
import type { AgentId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Vault } from '../../accounts/vault';

/** Milliseconds in which a device has to sign. */
export const CHALLENGE_MS = 5 * 60_000;

/** What is signed: 256 random bits, once. */
const CHALLENGE_BYTES = 32;

type ChallengeVault = Pick<Vault, 'seal' | 'open'>;

const Challenge = z.object({
  challenge: z.string(),
  /** Until when it is good, as a time in milliseconds. */
  until: z.number(),
});
export type Challenge = z.infer<typeof Challenge>;

/** Whoever is to sign: nobody knows before a sign-in; an agent who adds a passkey is the only one who may. */
const labelOf = (agentId: AgentId | null): string => (agentId === null ? 'passkey sign-in' : `passkey of ${agentId}`);

/** A new one, and as the browser carries it until the answer: sealed, so that nothing is stored for who never answers. */
export function makeChallenge(
  vault: ChallengeVault,
  agentId: AgentId | null,
  now: Date,
): { challenge: Buffer; sealed: string } {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const made: Challenge = { challenge: challenge.toString('base64url'), until: now.getTime() + CHALLENGE_MS };
  return { challenge, sealed: vault.seal(made, labelOf(agentId)).toString('base64url') };
}

/** Undefined of one that was not made here, was made for somebody else, or is too old. */
export function readChallenge(
  vault: ChallengeVault,
  agentId: AgentId | null,
  sealed: string,
  now: Date,
): Challenge | undefined {
  let opened: unknown;
  try {
    opened = vault.open(Buffer.from(sealed, 'base64url'), labelOf(agentId));
  } catch {
    return undefined;
  }
  const read = Challenge.safeParse(opened);
  return read.success && read.data.until > now.getTime() ? read.data : undefined;
}
