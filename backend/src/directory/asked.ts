import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { normalEmail } from '@inbox/domain';
import { decodeJwt } from 'jose';
import type { About } from '../cells/whose';
import { isScopedToken } from '../embed/scoped-token';
import { readCookie } from '../platform/http/cookies';

/** Names the cell that a browser has signed in to last. */
export const CELL_COOKIE = 'inbox_cell';

/** What a request is about, as far as it says; null: about no merchant, as a file of the page. */
export type Asked = { about: About; value: string; fresh?: 'fresh' } | null;

const IMAGES = /^\/api\/inbox\/mail-images\/[^/.]+\.(\d{1,15})\./;
const EXOTEL = /^\/channels\/exotel\/([^/]{1,200})\/?$/;

/** The address of a request without its query, and without a slash at its end. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?')[0]?.replace(/\/$/, '') ?? '';

/** By whom a request is made, or whom it is for. Nothing is proven here: the cell does that. */
export function askedBy(url: string, headers: IncomingHttpHeaders): Asked {
  const address = `http://directory${url}`;
  if (!URL.canParse(address)) return null;
  const { pathname, searchParams } = new URL(address);
  const [, secret] = EXOTEL.exec(pathname) ?? [];
  if (secret !== undefined) return { about: 'exotel', value: secret, fresh: 'fresh' };
  if (pathname.replace(/\/$/, '') === '/channels/shopify') {
    return { about: 'shop', value: String(headers['x-shopify-shop-domain'] ?? ''), fresh: 'fresh' };
  }
  const [, merchant] = IMAGES.exec(pathname) ?? [];
  if (merchant !== undefined) return { about: 'merchant', value: merchant };
  const slug = pathname.replace(/\/$/, '') === '/embed/frame' ? searchParams.get('merchant') : null;
  if (slug !== null) return { about: 'slug', value: slug };
  const link = pathname.startsWith('/main-site/reset-password') ? searchParams.get('token') : null;
  if (link !== null) return { about: 'password-link', value: link, fresh: 'fresh' };
  const token = headers.authorization ?? searchParams.get('jwt');
  return token === null ? null : byToken(token.replace(/^(?:jwt|bearer)\s+/i, ''));
}

function byToken(token: string): Asked {
  try {
    const claims = decodeJwt(token);
    // The library does not check the claims of a token that it only decodes.
    if (isScopedToken(token)) return typeof claims.iss === 'string' ? { about: 'slug', value: claims.iss } : null;
    const id = claims['id'];
    return typeof id === 'number' ? { about: 'merchant', value: String(id) } : null;
  } catch {
    return null;
  }
}

const CHOOSES_PASSWORD = /^\/main-site\/reset-password\/?(?:\?|$)/;

/** Whether its body says who signs in: a form with an e-mail address in it, or with the token of a password link. */
export const isSignIn = (method: string | undefined, url: string): boolean =>
  method === 'POST' && (/^\/main-site\/(?:login|forgot-password)\/?(?:\?|$)/.test(url) || CHOOSES_PASSWORD.test(url));

/** Whether a sign-in at a provider of identities begins or comes back here, which names nobody of ours. */
export const isOfProvider = (url: string): boolean => url.startsWith('/main-site/oidc/');

/** Who signs in by this form. Always as it is now: what another cell says of a stranger would be 'wrong password'. */
export function askedByForm(url: string, body: Buffer): Asked {
  const fields = new URLSearchParams(body.toString());
  if (CHOOSES_PASSWORD.test(url)) {
    const token = fields.get('token');
    return token ? { about: 'password-link', value: token, fresh: 'fresh' } : null;
  }
  const email = fields.get('email');
  return email ? { about: 'email', value: normalEmail(email), fresh: 'fresh' } : null;
}

export const cookieCell = (headers: IncomingHttpHeaders): string | undefined => readCookie(headers.cookie, CELL_COOKIE);
