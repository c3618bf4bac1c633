import * as z from 'zod/mini';
import type { MetaAccount } from '../account';
import { TooLargeError, type StoredUpload, type Uploads } from '../../../platform/files/uploads';
import { BucketError } from '../../../platform/files/bucket-error';
import { ScanFailedError } from '../../../platform/virus-scan/clamd';
import { InfectedError } from '../../../platform/virus-scan/scanned-uploads';
import { describeError } from '../../../platform/outbox/answer';
import { graphUrl } from '../graph';

/** Spec section 5: the largest that any kind may be, a document. */
const MAX_MEDIA_BYTES = 100_000_000;
const MAX_REDIRECTS = 3;

const pointer = z.object({ url: z.url({ protocol: /^https?$/ }), mime_type: z.optional(z.string()) });

export type Fetched =
  | { kind: 'stored'; upload: StoredUpload; declared: string | null }
  | { kind: 'infected'; reason: string }
  | { kind: 'refused'; reason: string }
  /**
   * `isOurs`: it is the inbox that cannot take it now, so that the channel's tries are not used up. `isAway`: the channel
   * did not say where the file is, or only that it cannot; a file's own server says nothing about the channel.
   */
  | { kind: 'later'; reason: string; isOurs?: true; isAway?: true };

interface FetchOptions {
  uploads: Uploads;
  timeoutMs: number;
}

/** Fetches an attachment's bytes by its media id: first the address, then, from there, the bytes. Never throws. */
export async function fetchMedia(
  account: MetaAccount,
  mediaId: string,
  { uploads, timeoutMs }: FetchOptions,
): Promise<Fetched> {
  const { access_token, app_secret } = account.credentials;
  const options = {
    headers: { authorization: `Bearer ${access_token}` },
    signal: AbortSignal.timeout(timeoutMs),
  };
  let isNamed = false;
  try {
    const named = await fetch(graphUrl(account, encodeURIComponent(mediaId)), { ...options, redirect: 'error' });
    if (!named.ok) return named.status >= 500 ? away(notHad(named)) : notHad(named);
    isNamed = true;
    const { url, mime_type } = pointer.parse(await named.json());
    if (!mayCarryToken(url, account)) return NOT_SAFE;
    const bytes = await fetch(url, { ...options, redirect: 'error' });
    if (!bytes.ok || bytes.body === null) return notHad(bytes);
    const upload = await uploads.put(bytes.body, { maxBytes: MAX_MEDIA_BYTES });
    return { kind: 'stored', upload, declared: mime_type ?? bytes.headers.get('content-type') };
  } catch (error) {
    const answer = failed(error, describeError(error, [access_token, app_secret]));
    return isNamed ? answer : away(answer);
  }
}

const away = (answer: Fetched): Fetched => (answer.kind === 'later' ? { ...answer, isAway: true } : answer);

/**
 * Fetches bytes from the address that a delivery names, without any token. Only Meta's own file servers are asked, and
 * only they may send on: an address in a message must not make this machine ask its neighbours. Never throws.
 */
export async function fetchByAddress(
  account: MetaAccount,
  address: string,
  { uploads, timeoutMs }: FetchOptions,
): Promise<Fetched> {
  if (!URL.canParse(address)) return NOT_SAFE;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      if (!isFileServer(url, account)) return NOT_SAFE;
      const response = await fetch(url, { redirect: 'manual', signal });
      const next = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && next !== null) {
        await response.body?.cancel();
        url = new URL(next, url);
        continue;
      }
      if (!response.ok || response.body === null) return notHad(response);
      const upload = await uploads.put(response.body, { maxBytes: MAX_MEDIA_BYTES });
      return { kind: 'stored', upload, declared: response.headers.get('content-type') };
    }
    return { kind: 'refused', reason: 'The channel sent the request for the file on too often.' };
  } catch (error) {
    return failed(error, describeError(error, []));
  }
}

function failed(error: unknown, reason: string): Fetched {
  if (error instanceof InfectedError) return { kind: 'infected', reason };
  if (error instanceof ScanFailedError || error instanceof BucketError) return { kind: 'later', reason, isOurs: true };
  return { kind: error instanceof TooLargeError ? 'refused' : 'later', reason };
}

const NOT_SAFE = { kind: 'refused', reason: 'The channel named an address that is not safe.' } as const;

/** Where Meta keeps files; subdomains included. */
const TOKEN_HOSTS = ['fbsbx.com', 'fbcdn.net', 'facebook.com', 'whatsapp.net', 'whatsapp.com'] as const;
const FILE_HOSTS = [...TOKEN_HOSTS, 'cdninstagram.com', 'instagram.com'] as const;

const isAt = (hosts: readonly string[], { protocol, hostname }: URL) =>
  protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));

/** The token goes along: to the account's own address, and to Meta's file servers over TLS, nowhere else. */
export function mayCarryToken(address: string, account: Pick<MetaAccount, 'out_url'>): boolean {
  const url = new URL(address);
  return url.origin === new URL(account.out_url).origin || isAt(TOKEN_HOSTS, url);
}

/** May be asked for a file: the account's own address, and Meta's file servers over TLS. */
function isFileServer(url: URL, account: Pick<MetaAccount, 'out_url'>): boolean {
  return url.origin === new URL(account.out_url).origin || isAt(FILE_HOSTS, url);
}

function notHad({ status }: Response): Fetched {
  const reason = `The channel answered ${status} to the request for the file.`;
  const isTransient = status >= 500 || status === 429 || status === 408;
  return { kind: isTransient ? 'later' : 'refused', reason };
}
