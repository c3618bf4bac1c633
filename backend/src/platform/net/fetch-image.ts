import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkHost, lookUpPublic } from './private-address';

export interface FetchedImage {
  /** MIME type, as the bytes say it. */
  type: string;
  bytes: Buffer;
}

export interface FetchImageOptions {
  timeoutMs: number;
  maxBytes: number;
  /** Also from addresses of this machine and its network, for tests. */
  mayReachPrivate?: boolean;
}

const MAX_REDIRECTS = 3;

/**
 * Fetches a picture that a stranger names, from the public internet alone. Its server learns that somebody asked: no
 * cookie, no referrer, nobody's browser or address. Never throws.
 * @returns null when there is none, it is too large, too slow, or no picture by its bytes, whatever its server calls it
 */
export async function fetchImage(address: string, options: FetchImageOptions): Promise<FetchedImage | null> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await ask(url, signal, options.mayReachPrivate === true);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        response.destroy();
        return null;
      }
      return await pictureOf(response, options.maxBytes);
    }
  } catch {
    // A stranger's server may do anything: what is no picture is none.
  }
  return null;
}

async function ask(url: URL, signal: AbortSignal, mayReachPrivate: boolean): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('It is no address on the web.');
  if (!mayReachPrivate) checkHost(url);
  url.username = '';
  url.password = '';
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Inbox-Images/1' },
    // A connection of its own: one that was left open might lead to an address that was not looked at.
    agent: false,
    signal,
    ...(!mayReachPrivate && { lookup: lookUpPublic }),
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => undefined);
  return response;
}

async function pictureOf(response: IncomingMessage, maxBytes: number): Promise<FetchedImage | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  let type: string | null = null;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) return null;
    if (type === null && size >= HEAD_BYTES) {
      type = imageType(Buffer.concat(chunks));
      if (type === null) return null;
    }
  }
  const bytes = Buffer.concat(chunks);
  const found = imageType(bytes);
  return found === null ? null : { type: found, bytes };
}

const HEAD_BYTES = 16;

/** Pictures of points: a drawing can hold programs, and is none of them. */
export function imageType(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'image/avif';
  return null;
}
