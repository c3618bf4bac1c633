import * as z from 'zod/mini';

/** The page of a release, with all that it can load; stored as one, so that it is there with its files or not at all. */
export const StoredPage = z.object({
  /** As the inbox says it: see `pageRelease`. */
  release: z.string(),
  html: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Hashes of the stored files, by address. */
  files: z.record(z.string(), z.string()),
});
export type StoredPage = z.infer<typeof StoredPage>;

/** Of the way that the answer came, not of the page. */
const OF_THE_WAY = new Set([
  'age',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'server-timing',
  'transfer-encoding',
  'vary',
]);

/** The headers under which a page is stored: its security policy and all else that a browser holds it to. */
export const storedHeaders = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !OF_THE_WAY.has(name));

const NONCE = /\snonce="([A-Za-z\d+/=]+)"/;

/**
 * The page as it was served, but with a nonce that no page before it had: its policy allows styles by it.
 * @param random 16 bytes that nobody can guess
 */
export function pageResponse({ html, headers }: StoredPage, random: Uint8Array): Response {
  const nonce = NONCE.exec(html)?.[1];
  const fresh = btoa(String.fromCharCode(...random));
  const renew = (text: string) => (nonce === undefined ? text : text.replaceAll(nonce, fresh));
  return new Response(renew(html), { headers: headers.map(([name, value]) => [name, renew(value)]) });
}
