import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import { AnswerTooLargeError, fetchBounded } from '../../platform/net/fetch-bounded';
import { isOnThisMachine, type OidcSettings } from './oidc-settings';
import { ProviderError, toProviderError, unreachable } from './provider-error';

/** Of each request: an ID token with a thousand groups has some 50 KB. */
const BOUNDS = { timeoutMs: 5_000, maxBytes: 256_000 };
/** Milliseconds after which the provider's own description is read again. */
const FRESH_MS = 3_600_000;
/** Milliseconds for which a provider that did not answer is taken to be down, so that nobody waits for it each time. */
const DOWN_MS = 5_000;

/** Fetches from the provider for the library: bounded in time and size, and without following a redirect. */
export const providerFetch: CustomFetch = async (url, { method, headers, body, signal }) => {
  // The library sends forms alone.
  const form = typeof body === 'string' || body instanceof URLSearchParams ? body : null;
  const request = { method, headers, body: form, ...(signal && { signal }) };
  const response = await fetchBounded(url, request, BOUNDS).catch((error: unknown) => {
    if (error instanceof AnswerTooLargeError) throw new ProviderError('untrusted', error.message);
    throw unreachable(error);
  });
  if (response.status >= 500) throw new ProviderError('unreachable', `it answered ${response.status}`);
  return response;
};

export interface Provider {
  /** What is known of the provider. @throws ProviderError */
  configuration(): Promise<Configuration>;
}

/** The provider of the settings; it is asked for its description when that is first needed. */
export function createProvider(settings: OidcSettings): Provider {
  let known: { configuration: Configuration; at: number } | undefined;
  let failed: { error: ProviderError; at: number } | undefined;
  let underWay: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    try {
      const configuration = await readProvider(settings);
      known = { configuration, at: performance.now() };
      return configuration;
    } catch (error) {
      const failure = toProviderError(error);
      failed = { error: failure, at: performance.now() };
      if (known !== undefined) return known.configuration;
      throw failure;
    } finally {
      underWay = undefined;
    }
  }

  return {
    async configuration() {
      const time = performance.now();
      if (known !== undefined && time - known.at < FRESH_MS) return known.configuration;
      if (failed !== undefined && time - failed.at < DOWN_MS) {
        if (known !== undefined) return known.configuration;
        throw failed.error;
      }
      return (underWay ??= discover());
    },
  };
}

async function readProvider(settings: OidcSettings): Promise<Configuration> {
  const { clientId, clientSecret } = settings;
  const issuer = new URL(settings.issuer);
  const isInsecure = issuer.protocol === 'http:' && isOnThisMachine(issuer);
  const found = await discovery(issuer, clientId, undefined, None(), {
    timeout: BOUNDS.timeoutMs / 1000,
    [customFetch]: providerFetch,
    ...(isInsecure && { execute: [allowInsecureRequests] }),
  });
  const metadata = found.serverMetadata();
  const configuration = new Configuration(metadata, clientId, {}, authenticationOf(metadata, clientSecret));
  configuration[customFetch] = providerFetch;
  configuration.timeout = BOUNDS.timeoutMs / 1000;
  if (isInsecure) allowInsecureRequests(configuration);
  // The signature of an ID token is checked although it comes over TLS from the provider itself.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** `client_secret_basic` is what a provider understands that does not say. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: Readonly<ServerMetadata>,
  secret: string | undefined,
): ClientAuth {
  if (secret === undefined) return None();
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
