import { createHmac } from 'node:crypto';
import { profileSchema, type Profile } from '@inbox/domain';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

/** Twelve hours: one working day, in milliseconds. */
export const TOKEN_MS = 12 * 3_600_000;

const ClaimsShape = z.intersection(profileSchema, z.object({ sid: z.uuid(), exp: z.int() }));

/** What a token says. Rights are read anew with every request; of the claims only who it is counts. */
export interface TokenClaims {
  profile: Profile;
  sessionId: string;
  expiresAt: Date;
}

export interface Tokens {
  make(profile: Profile, sessionId: string, now: Date): Promise<string>;
  /** Undefined for a token that is not ours, was changed, or is too old. */
  read(token: string, now: Date): Promise<TokenClaims | undefined>;
  /** Proof that this text comes from here, for this purpose alone: no token, and of no use as one. */
  mac(purpose: string, text: string): string;
}

/** Claims that tokens carry and are checked for, when they are set (RFC 7519, sections 4.1.1 and 4.1.3). */
export interface TokenOptions {
  /** `iss`: who makes the tokens. */
  issuer?: string | undefined;
  /** `aud`: whom they are for. */
  audience?: string | undefined;
}

/** Tokens signed with HS256; whoever has the secret can sign in as anybody. */
export function createTokens(secret: string, { issuer, audience }: TokenOptions = {}): Tokens {
  const key = new TextEncoder().encode(secret);
  const named = { ...(issuer !== undefined && { issuer }), ...(audience !== undefined && { audience }) };
  const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
  return {
    make(profile, sessionId, now) {
      const token = new SignJWT({ ...profile, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + TOKEN_MS / 1000);
      if (issuer !== undefined) token.setIssuer(issuer);
      if (audience !== undefined) token.setAudience(audience);
      return token.sign(key);
    },

    async read(token, now) {
      const payload = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now, ...named })
        .then((verified) => verified.payload)
        .catch(() => undefined);
      const claims = ClaimsShape.safeParse(payload);
      if (!claims.success) return undefined;
      const { sid, exp, ...profile } = claims.data;
      return { profile, sessionId: sid, expiresAt: new Date(exp * 1000) };
    },

    mac: (purpose, text) =>
      createHmac('sha256', createHmac('sha256', secret).update(purpose).digest()).update(text).digest('base64url'),
  };
}
