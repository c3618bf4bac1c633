const ALGORITHMS: Readonly<Record<string, string>> = { sha256: 'SHA-256', sha384: 'SHA-384' };

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/**
 * Whether the bytes have this hash, as browsers take it (`sha384-…`). Nothing has a hash of a kind that is not known here.
 */
export async function hasHash(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const [kind = '', hash] = integrity.split(/-(.*)/s);
  const algorithm = ALGORITHMS[kind];
  return algorithm !== undefined && toBase64(await crypto.subtle.digest(algorithm, bytes)) === hash;
}

/** Whether a file's name, `files.0123456789.json`, has the hash of these bytes in it. */
export async function isNamedByHash(bytes: ArrayBuffer, name: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return /\.([\da-f]{10})\.json$/.exec(name)?.[1] === hex.slice(0, 10);
}
