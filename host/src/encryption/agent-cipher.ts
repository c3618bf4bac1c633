import type { PublicBrowserKey, BrowserKey } from '@inbox/api/browser-key';

/**
 * ECIES with the browser's own primitives: ECDH on P-256 with a key pair that is made for this and forgotten, HKDF, and
 * AES-256-GCM. Whoever has an agent's public key encrypts; only the private one, which the server gives to that agent alone,
 * decrypts.
 */

/** What of an encrypted value stands beside its bytes: the public key that was made for it, uncompressed, and the nonce. */
export interface Encrypted {
  point: Uint8Array<ArrayBuffer>;
  iv: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
}

export interface Encryptor {
  /** @param place where it is stored; it can be decrypted for this place only, so that values cannot be swapped */
  encrypt(bytes: Uint8Array<ArrayBuffer>, place: string): Promise<Encrypted>;
}

export interface Decryptor {
  /** @throws for what was encrypted for somebody else or another place, or was changed */
  decrypt(encrypted: Encrypted, place: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes of an uncompressed point, and of a nonce. */
export const [POINT_BYTES, IV_BYTES] = [65, 12];

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const INFO = new TextEncoder().encode('inbox stored at sign-out 1');

/** False on pages without https, where browsers have no `crypto.subtle`. */
export const canEncrypt = (): boolean => 'subtle' in crypto && crypto.subtle !== undefined;

async function contentKey(
  own: CryptoKey,
  other: CryptoKey,
  point: Uint8Array<ArrayBuffer>,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: point, info: INFO };
  return crypto.subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, [use]);
}

const gcm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
});

export async function createEncryptor({ kty, crv, x, y }: PublicBrowserKey): Promise<Encryptor> {
  const agents = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []);
  const own = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey));
  const key = await contentKey(own.privateKey, agents, point, 'encrypt');
  return {
    async encrypt(bytes, place) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      return { point, iv, data: new Uint8Array(await crypto.subtle.encrypt(gcm(iv, place), key, bytes)) };
    },
  };
}

/** The private key is the browser's from here on: no script can read it, and it ends with the page. */
export async function createDecryptor({ kty, crv, x, y, d }: BrowserKey): Promise<Decryptor> {
  const own = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, CURVE, false, ['deriveBits']);
  const keys = new Map<string, Promise<CryptoKey>>();
  const keyOf = (point: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
    const name = point.join();
    const key =
      keys.get(name) ??
      crypto.subtle.importKey('raw', point, CURVE, false, []).then((made) => contentKey(own, made, point, 'decrypt'));
    keys.set(name, key);
    return key;
  };
  return {
    async decrypt({ point, iv, data }, place) {
      return new Uint8Array(await crypto.subtle.decrypt(gcm(iv, place), await keyOf(point), data));
    },
  };
}
