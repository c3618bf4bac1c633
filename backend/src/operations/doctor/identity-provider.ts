import type { OidcSettings } from '../../agents/oidc/oidc-settings';
import { wordsOf } from '../../platform/errors/errors';
import { fetchBounded } from '../../platform/net/fetch-bounded';
import type { Finding } from './finding';
import { checkClock } from './machine';

const BOUNDS = { timeoutMs: 5_000, maxBytes: 256_000 };
const area = 'sign-in';

/** Asks the identity provider for what it says of itself, as a sign-in does, and compares the clocks. */
export async function checkIdentityProvider(settings: OidcSettings, now: () => number = Date.now): Promise<Finding[]> {
  // Loaded only here: most inboxes have no provider.
  const { createProvider } = await import('../../agents/oidc/provider');
  const found = await createProvider(settings)
    .configuration()
    .catch((error: unknown) => wordsOf(error));
  if (typeof found === 'string') {
    const todo = 'Open its /.well-known/openid-configuration; INBOX_OIDC_ISSUER must be as it writes itself in issuer.';
    return [{ area, level: 'problem', what: `${settings.issuer} cannot be used: ${found}`, todo }];
  }
  const { issuer, jwks_uri, end_session_endpoint: end } = found.serverMetadata();
  if (jwks_uri === undefined) {
    const todo = 'The provider must publish its keys (jwks_uri): without them no sign-in can be checked.';
    return [{ area, level: 'problem', what: `${issuer} publishes no keys`, todo }];
  }
  const what = `${issuer} answers${end === undefined ? ', and has no sign-out of its own' : ''}`;
  const date = await fetchBounded(jwks_uri, {}, BOUNDS).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => null,
  );
  const keys: Finding = { area, level: 'ok', what };
  if (date === null) {
    const todo = `Open ${jwks_uri} from this machine.`;
    return [{ area, level: 'problem', what: `${issuer} answers, but its keys cannot be fetched`, todo }];
  }
  return Number.isNaN(date) ? [keys] : [keys, checkClock((now() - date) / 1000, new URL(issuer).host)];
}
