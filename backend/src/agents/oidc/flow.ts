import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import * as z from 'zod/mini';
import type { Vault } from '../../accounts/vault';
import { CALLBACK_PATH, FLOW_MS } from './flow-terms';
import { readIdentity, type Identity } from './identity';
import type { OidcSettings } from './oidc-settings';
import { errorCodeOf, ProviderError, toProviderError } from './provider-error';

const LABEL = 'oidc flow';

/** What the browser carries, sealed, from the begin of a sign-in to its end. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where to go on in the inbox. */
  next: z.string(),
  /** Until when it is good, as a time in milliseconds. */
  until: z.number(),
});
type Flow = z.infer<typeof Flow>;

type FlowVault = Pick<Vault, 'seal' | 'open'>;

/** Where the browser goes, and the cookie's value that makes this browser the one which the answer is for. */
export interface BegunFlow {
  address: string;
  cookie: string;
}

export async function beginFlow(
  configuration: Configuration,
  { url, scopes }: OidcSettings,
  { vault, next, now }: { vault: FlowVault; next: string; now: Date },
): Promise<BegunFlow> {
  const flow: Flow = {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    next,
    until: now.getTime() + FLOW_MS,
  };
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: url + CALLBACK_PATH,
    scope: `openid ${scopes}`,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, cookie: vault.seal(flow, LABEL).toString('base64url') };
}

/** The flow of a cookie; undefined when it was not made here, or is too old. */
export function readFlow(vault: FlowVault, cookie: string, now: Date): Flow | undefined {
  let opened: unknown;
  try {
    opened = vault.open(Buffer.from(cookie, 'base64url'), LABEL);
  } catch {
    return undefined;
  }
  const flow = Flow.safeParse(opened);
  return flow.success && flow.data.until > now.getTime() ? flow.data : undefined;
}

/** What an authorization response without a code says: the person or the provider has refused. */
export type Refusal = { refused: string };

/**
 * Exchanges the code of an authorization response. The library checks state, iss of the response, PKCE, and of the ID token
 * iss, aud, azp, nonce, exp, iat and its signature by the provider's published keys.
 * @param search the query of the callback's address
 * @throws ProviderError when it is down, or anything of its answer does not hold
 */
export async function completeFlow(
  configuration: Configuration,
  settings: OidcSettings,
  flow: Flow,
  search: string,
): Promise<Identity | Refusal> {
  const address = new URL(settings.url + CALLBACK_PATH);
  address.search = search;
  try {
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new ProviderError('untrusted', 'there is no ID token');
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const isEnough = wantedClaims(settings).every((claim) => claims[claim] !== undefined);
    const more = isEnough || !hasUserInfo ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return readIdentity(claims, more, settings.groupsClaim);
  } catch (error) {
    if (error instanceof AuthorizationResponseError) return { refused: errorCodeOf(error.error) };
    throw toProviderError(error);
  }
}

const wantedClaims = ({ groups, groupsClaim, create }: OidcSettings): string[] => [
  'email',
  ...(groups.size > 0 ? [groupsClaim] : []),
  ...(create ? ['name'] : []),
];
