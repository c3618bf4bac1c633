import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkHost, lookUpPublic, PrivateAddressError } from '../platform/net/private-address';
import { describeError } from '../platform/outbox/answer';
import { ShopError } from './shop-error';
import type { Shop } from './shops';
import { readJson } from '../platform/net/read-json';

/** A page of fifty orders has some 200 KB. */
const MAX_BYTES = 5_000_000;

export interface PostOptions {
  signal: AbortSignal;
  /** Also to addresses of this machine and its network, and without encryption. */
  mayReachPrivate: boolean;
}

export interface PostAnswer {
  status: number;
  /** Milliseconds; null when the shop does not say. */
  retryAfter: number | null;
  /** Undefined when it is no JSON. */
  body: unknown;
}

/** Posts to the shop's address. Redirects are not followed: they would carry the token elsewhere. @throws ShopError */
export async function postJson(
  { url, credentials }: Pick<Shop, 'url' | 'credentials'>,
  body: unknown,
  { signal, mayReachPrivate }: PostOptions,
): Promise<PostAnswer> {
  const { access_token, app_secret } = credentials;
  try {
    const target = new URL(url);
    if (!mayReachPrivate) checkHost(target);
    if (!mayReachPrivate && target.protocol !== 'https:') throw new ShopError('A shop is asked by https alone.');
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const bytes = Buffer.from(JSON.stringify(body));
    const request = send(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Inbox-Shop/1',
        'x-shopify-access-token': access_token,
      },
      // A connection of its own: one that was left open might lead to an address that was not looked at.
      agent: false,
      signal,
      ...(!mayReachPrivate && { lookup: lookUpPublic }),
    });
    request.end(bytes);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    request.on('error', () => undefined);
    const { statusCode: status = 0, headers } = response;
    const seconds = Number(headers['retry-after']);
    const retryAfter = seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : null;
    return { status, retryAfter, body: readJson(await readBounded(response)) };
  } catch (error) {
    if (error instanceof ShopError) throw error;
    if (error instanceof PrivateAddressError) throw new ShopError(error.message);
    if (signal.aborted) throw new ShopError('The shop did not answer in time.', true);
    throw new ShopError(`The shop cannot be reached: ${describeError(error, [access_token, app_secret])}`, true);
  }
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ShopError('The answer of the shop is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
