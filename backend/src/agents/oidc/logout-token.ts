import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import * as z from 'zod/mini';
import type { OidcSettings } from './oidc-settings';
import { providerFetch } from './provider';

/** Milliseconds after it was made in which a logout token is taken. */
export const LOGOUT_TOKEN_MS = 5 * 60_000;
const CLOCK_SECONDS = 30;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures that only the provider can make: none by a secret that is shared, or by nobody. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Providers from before the standard was final name another type, or none. */
const TYPES = [undefined, 'JWT', 'logout+jwt'];

const name = z.string().check(z.minLength(1), z.maxLength(255));
const LogoutClaims = z.object({
  jti: name,
  iat: z.number(),
  sub: z.optional(name),
  sid: z.optional(name),
  nonce: z.optional(z.undefined()),
  events: z.record(z.string(), z.unknown()),
});

/** Whose sessions end: of a `sub`, of a `sid`, or of both together. */
export interface LogoutToken {
  id: string;
  subject: string | undefined;
  sid: string | undefined;
}

export type LogoutTokenReader = (
  configuration: Configuration,
  token: string,
  now: Date,
) => Promise<LogoutToken | undefined>;

/**
 * Reads logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6). The keys are fetched when a token first needs
 * them, and again for an unknown one twice a minute at most.
 */
export function createLogoutTokenReader({ clientId }: Pick<OidcSettings, 'clientId'>): LogoutTokenReader {
  let known: { address: string; keys: JWTVerifyGetKey } | undefined;

  function keysAt(address: string): JWTVerifyGetKey {
    if (known?.address !== address) {
      const fetchKeys = async (url: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) =>
        providerFetch(url, {
          method: 'GET',
          headers: Object.fromEntries(headers),
          body: null,
          redirect: 'manual',
          signal,
        });
      known = { address, keys: createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys }) };
    }
    return known.keys;
  }

  return async (configuration, token, now) => {
    const { issuer, jwks_uri } = configuration.serverMetadata();
    if (jwks_uri === undefined) return undefined;
    const verified = await jwtVerify(token, keysAt(jwks_uri), {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: LOGOUT_TOKEN_MS / 1000,
    }).catch(() => undefined);
    if (verified === undefined || !TYPES.includes(verified.protectedHeader.typ)) return undefined;
    const claims = LogoutClaims.safeParse(verified.payload);
    if (!claims.success) return undefined;
    const { jti, sub, sid, events } = claims.data;
    const isOne = Object.hasOwn(events, EVENT) && (sub !== undefined || sid !== undefined);
    return isOne ? { id: jti, subject: sub, sid } : undefined;
  };
}
