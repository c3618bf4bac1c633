import type { AgentId, MerchantId } from '@inbox/domain';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { Vault } from '../accounts/vault';
import type { Queryable } from '../platform/db/connection';
import { tokenScopeSchema, type TokenScope } from './scope';
import { KID, openEmbedSecret } from './secrets';

/** One hour, in seconds: the longest that a narrow token may be good for. */
export const MOST_TTL_SECONDS = 3600;
/** Seconds by which the clock of the page's server may be wrong. */
const CLOCK_SECONDS = 60;

/** What a narrow token says, once its signature is proven. */
export interface ScopedClaims {
  kid: string;
  merchantId: MerchantId;
  /** The agent for whom the page acts, by number or by e-mail address. */
  agent: { id: AgentId } | { email: string };
  scope: TokenScope;
  expiresAt: Date;
}

/** Why a narrow token is refused; for the developer of the embedding page, who reads it in the console. */
export class ScopedTokenRefused extends Error {
  override readonly name = 'ScopedTokenRefused';
  constructor(
    message: string,
    /** A new token helps: `getToken` is to be called once more. */
    readonly isExpired = false,
  ) {
    super(message);
  }
}

export const refusals = {
  expired: 'The token has expired.',
  unproven: 'The token is not signed, by HS256, with the embed secret that its kid names.',
  ended: 'The embed secret of the token was revoked: see pnpm admin embed secret list.',
  merchant: (slug: string) => `The token's iss must be '${slug}', the merchant of its embed secret.`,
  tooLong: `The token is good for too long: exp may be ${MOST_TTL_SECONDS} seconds after iat at most.`,
  agent: "The token's sub names no agent of the merchant who may sign in.",
  claims: (what: string) => `The token's claims do not fit: ${what}.`,
} as const;

const Claims = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(320)),
  iat: z.int(),
  exp: z.int(),
  scope: tokenScopeSchema,
});

/** Is it to be read as a narrow token? Those of the sign-in name no secret. */
export function isScopedToken(token: string): boolean {
  return kidOf(token) !== undefined;
}

/** Who says to have made it, which is not proven yet: the short name of a merchant. */
export function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

function kidOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' && KID.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a token that the server of an embedding page has made.
 * @throws ScopedTokenRefused
 */
export async function readScopedToken(
  { db, vault, now }: { db: Queryable; vault: Pick<Vault, 'open'>; now: Date },
  token: string,
): Promise<ScopedClaims> {
  const kid = kidOf(token) ?? '';
  const known = await openEmbedSecret(db, vault, kid);
  if (known === undefined) throw new ScopedTokenRefused(refusals.unproven);
  const { merchantId, slug, endsAt } = known;

  const payload = await verify(token, known.secret, now);
  // From here on it is one of the merchant's own that is told what is wrong.
  if (endsAt !== null && endsAt <= now) throw new ScopedTokenRefused(refusals.ended);
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw new ScopedTokenRefused(refusals.claims(whatIsWrong(parsed.error.issues)));
  const { iss, sub, iat, exp, scope } = parsed.data;
  if (iss !== slug) throw new ScopedTokenRefused(refusals.merchant(slug));
  const latest = Math.floor(now.getTime() / 1000) + MOST_TTL_SECONDS + CLOCK_SECONDS;
  if (exp - iat > MOST_TTL_SECONDS || exp > latest) throw new ScopedTokenRefused(refusals.tooLong);
  const agent = /^\d{1,15}$/.test(sub) ? { id: Number(sub) as AgentId } : { email: sub };
  return { kid, merchantId, agent, scope, expiresAt: new Date(exp * 1000) };
}

async function verify(token: string, secret: string, now: Date): Promise<unknown> {
  try {
    const verified = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
    });
    return verified.payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ScopedTokenRefused(refusals.expired, true);
    if (error instanceof errors.JWTClaimValidationFailed) {
      throw new ScopedTokenRefused(refusals.claims(error.claim));
    }
    throw new ScopedTokenRefused(refusals.unproven);
  }
}

const whatIsWrong = (issues: readonly z.core.$ZodIssue[]): string =>
  issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
