import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { TOKEN_URLS, type OauthGrant } from './account';
import { describeError } from '../../../platform/outbox/answer';

/** The provider gives no access token. Its message is for the store admin, without secrets. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
  constructor(
    message: string,
    /** It refuses these credentials; nothing changes until they do. */
    readonly isRefused: boolean,
  ) {
    super(message);
  }
}

interface Access {
  token: string;
  /** As `performance.now` counts. */
  until: number;
}

const answerSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z._default(z.number(), 300),
  refresh_token: z.optional(z.string()),
});
const refusalSchema = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/** A token that ends so soon is fetched anew: signing in and sending take a while. */
const MARGIN_MS = 60_000;
const TIMEOUT_MS = 15_000;

/** By a digest of what they were had with: other credentials have other tokens. */
const cache = new Map<string, Promise<Access>>();

interface TokenOptions {
  /** Called with the refresh token that takes the place of the old one, as Microsoft gives with each access token. */
  onReplaced(refreshToken: string): Promise<void>;
}

/**
 * The access token for IMAP and SMTP, from the cache as long as it lasts (RFC 6749, section 6).
 * @throws AccessTokenError
 */
export async function accessToken(grant: OauthGrant, { onReplaced }: TokenOptions): Promise<string> {
  const key = keyOf(grant);
  const known = await cache.get(key)?.catch(() => undefined);
  if (known !== undefined && known.until > performance.now()) return known.token;
  await forgetEnded();
  const fetching = fetchToken(grant, onReplaced);
  cache.set(key, fetching);
  // One that could not be had is not remembered.
  fetching.catch(() => cache.delete(key));
  return (await fetching).token;
}

/** Forgets a token that a server has refused. */
export function forgetToken(grant: OauthGrant): void {
  cache.delete(keyOf(grant));
}

async function forgetEnded(): Promise<void> {
  for (const [key, access] of cache) {
    const known = await access.catch(() => undefined);
    if (known !== undefined && known.until <= performance.now()) cache.delete(key);
  }
}

function keyOf({ client_id, client_secret, refresh_token, ...grant }: OauthGrant): string {
  const hash = createHash('sha256');
  return hash.update(JSON.stringify([urlOf(grant), client_id, client_secret, refresh_token])).digest('base64');
}

const urlOf = ({ provider, token_url }: Pick<OauthGrant, 'provider' | 'token_url'>): string =>
  token_url ?? TOKEN_URLS[provider];

async function fetchToken(grant: OauthGrant, onReplaced: TokenOptions['onReplaced']): Promise<Access> {
  const { client_id, client_secret, refresh_token } = grant;
  const secrets = [client_secret, refresh_token];
  const url = urlOf(grant);
  const from = performance.now();
  const { status, body } = await post(url, { client_id, client_secret, refresh_token }, secrets);
  const given = answerSchema.safeParse(body);
  if (status !== 200 || !given.success) {
    const refusal = refusalSchema.safeParse(body);
    const words = refusal.success ? (refusal.data.error_description ?? refusal.data.error) : `it answers ${status}.`;
    const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const said = describeError(new Error(words.split(/\r?\n/)[0]), secrets);
    throw new AccessTokenError(`${new URL(url).host} gives no access token: ${said}`, isRefused);
  }
  const { access_token, expires_in, refresh_token: next } = given.data;
  const access = { token: access_token, until: from + Math.max(0, expires_in * 1_000 - MARGIN_MS) };
  if (next !== undefined && next !== refresh_token) {
    // Whoever reads the account from now on has the same access by the new name.
    cache.set(keyOf({ ...grant, refresh_token: next }), Promise.resolve(access));
    await onReplaced(next);
  }
  return access;
}

async function post(
  url: string,
  grant: Record<'client_id' | 'client_secret' | 'refresh_token', string>,
  secrets: readonly string[],
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', ...grant }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch (error) {
    throw new AccessTokenError(`${new URL(url).host} cannot be reached: ${describeError(error, secrets)}`, false);
  }
}
