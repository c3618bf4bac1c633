import { createHmac, timingSafeEqual } from 'node:crypto';
import { profileSchema, type Profile } from '@inbox/domain';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SigningKey, SigningKeys } from './signing-keys';

/** Twelve hours: one working day, in milliseconds. */
export const TOKEN_MS = 12 * 3_600_000;

const ClaimsShape = z.intersection(profileSchema, z.object({ sid: z.uuid(), exp: z.int() }));

/** What a token says. Rights are read anew with every request; of the claims only who it is counts. */
export interface TokenClaims {
  profile: Profile;
  sessionId: string;
  expiresAt: Date;
  /** The key that it was signed with. */
  kid: string;
}

export interface Tokens {
  make(profile: Profile, sessionId: string, now: Date): Promise<string>;
  /** Undefined for a token that is not ours, was changed, or is too old. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>;
  /** Whether the key is still accepted that a token was signed with. */
  holds(kid: string): boolean;
  /** Proof that this text comes from here, for this purpose alone: no token, and of no use as one. */
  mac(purpose: string, text: string): string;
  /** Whether a proof was made here of this text for this purpose, by the key of now or an older one. */
  isMac(purpose: string, text: string, proof: string): boolean;
}

/** Claims that tokens carry and are checked for, when they are set (RFC 7519, sections 4.1.1 and 4.1.3). */
export interface TokenOptions {
  /** `iss`: who makes the tokens. */
  issuer?: string | undefined;
  /** `aud`: whom they are for. */
  audience?: string | undefined;
}

/** Beyond its last token's end a key is good for so many milliseconds: the clocks of several nodes may differ. */
const CLOCK_MS = 5 * 60_000;
/** For so long proofs of an older key are good, in milliseconds: a browser is known to the sign-in page for half a year. */
export const PROOF_MS = 180 * 86_400_000;

const macOf = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update(purpose).digest()).update(text).digest('base64url');

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * Tokens signed with HS256; whoever has a secret can sign in as anybody. The newest key signs and names itself (`kid`); an
 * older one is accepted until its last token has expired. Tokens of another main site may name no key or its own: for them
 * each key is tried.
 */
export function createTokens(keys: SigningKeys, { issuer, audience }: TokenOptions = {}): Tokens {
  const named = { ...(issuer !== undefined && { issuer }), ...(audience !== undefined && { audience }) };
  const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
  const signing = (from: readonly SigningKey[]): SigningKey => {
    const [newest] = from;
    if (newest === undefined) throw new Error('There is no key to sign with.');
    return newest;
  };
  const isGood =
    (now: Date) =>
    ({ signedUntil }: SigningKey): boolean =>
      signedUntil === null || now.getTime() < signedUntil.getTime() + TOKEN_MS + CLOCK_MS;

  async function verify(token: string, key: SigningKey, now: Date) {
    return jwtVerify(token, new TextEncoder().encode(key.secret), {
      algorithms: ['HS256'],
      currentDate: now,
      ...named,
    }).then(
      ({ payload }) => payload,
      () => undefined,
    );
  }

  return {
    make(profile, sessionId, now) {
      const { kid, secret } = signing(keys.now());
      const token = new SignJWT({ ...profile, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + TOKEN_MS / 1000);
      if (issuer !== undefined) token.setIssuer(issuer);
      if (audience !== undefined) token.setAudience(audience);
      return token.sign(new TextEncoder().encode(secret));
    },

    async read(token, now) {
      const kid = kidOf(token);
      const ofKid = (from: readonly SigningKey[]) => from.filter((key) => key.kid === kid);
      let tried = ofKid(keys.lately());
      // Another node may have signed with a key of a moment ago.
      if (tried.length === 0 && kid !== undefined) tried = ofKid(keys.now());
      if (tried.length === 0) tried = [...keys.lately()];
      for (const key of tried.filter(isGood(now))) {
        const claims = ClaimsShape.safeParse(await verify(token, key, now));
        if (!claims.success) continue;
        const { sid, exp, ...profile } = claims.data;
        return { profile, sessionId: sid, expiresAt: new Date(exp * 1000), kid: key.kid };
      }
      return undefined;
    },

    holds: (kid) => keys.lately().some((key) => key.kid === kid),

    mac: (purpose, text) => macOf(signing(keys.lately()).secret, purpose, text),

    isMac(purpose, text, proof) {
      const fits = ({ secret }: SigningKey): boolean => isEqual(macOf(secret, purpose, text), proof);
      return keys.lately().some(fits) || keys.now().some(fits);
    },
  };
}
