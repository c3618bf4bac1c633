import * as z from 'zod/mini';
import type { MetaAccount } from '../store/accounts';
import { TooLargeError, type StoredUpload, type Uploads } from '../store/uploads';
import { tellError } from './answer';
import { graphUrl } from './whatsapp';

/** Spec section 5: the largest that any kind may be, a document. */
const MAX_MEDIA_BYTES = 100_000_000;

const pointer = z.object({ url: z.url({ protocol: /^https?$/ }), mime_type: z.optional(z.string()) });

export type Fetched =
  | { kind: 'stored'; upload: StoredUpload; declared: string | null }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string };

/** Fetches an attachment's bytes by its media id: first the address, then, from there, the bytes. Never throws. */
export async function fetchMedia(
  account: MetaAccount,
  mediaId: string,
  { uploads, timeoutMs }: { uploads: Uploads; timeoutMs: number },
): Promise<Fetched> {
  const { access_token, app_secret } = account.credentials;
  const options = {
    headers: { authorization: `Bearer ${access_token}` },
    signal: AbortSignal.timeout(timeoutMs),
  };
  try {
    const named = await fetch(graphUrl(account, encodeURIComponent(mediaId)), { ...options, redirect: 'error' });
    if (!named.ok) return notHad(named);
    const { url, mime_type } = pointer.parse(await named.json());
    if (!mayCarryToken(url, account)) {
      return { kind: 'refused', reason: 'The channel named an address that is not safe.' };
    }
    const bytes = await fetch(url, { ...options, redirect: 'error' });
    if (!bytes.ok || bytes.body === null) return notHad(bytes);
    const upload = await uploads.put(bytes.body, { maxBytes: MAX_MEDIA_BYTES });
    return { kind: 'stored', upload, declared: mime_type ?? bytes.headers.get('content-type') };
  } catch (error) {
    const reason = tellError(error, [access_token, app_secret]);
    return { kind: error instanceof TooLargeError ? 'refused' : 'later', reason };
  }
}

/** Where Meta keeps files; subdomains included. */
const META_HOSTS = ['fbsbx.com', 'fbcdn.net', 'facebook.com', 'whatsapp.net', 'whatsapp.com'] as const;

/** The token goes along: to the account's own address, and to Meta's file servers over TLS, nowhere else. */
export function mayCarryToken(address: string, account: Pick<MetaAccount, 'out_url'>): boolean {
  const { protocol, origin, hostname } = new URL(address);
  if (origin === new URL(account.out_url).origin) return true;
  return protocol === 'https:' && META_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

function notHad({ status }: Response): Fetched {
  const reason = `The channel answered ${status} to the request for the file.`;
  const isPassing = status >= 500 || status === 429 || status === 408;
  return { kind: isPassing ? 'later' : 'refused', reason };
}
