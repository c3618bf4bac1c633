import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecret } from '../lib/secret-file';

/** In the data folder. */
export const KEY_FILE = 'credentials-key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets unreadable in the database and its copies: AES-256-GCM under a key that is not in it. */
export interface Vault {
  /** @param label what the secret belongs to; it can be opened under this label only, so that rows cannot be swapped */
  seal(secret: unknown, label: string): Buffer;
  /** @throws when it was sealed with another key or under another label, or was changed */
  open(sealed: Buffer, label: string): unknown;
}

/** The installation's vault; its key is made at the first start and kept in the data folder, for this user alone. */
export async function openVault(dataDir: string): Promise<Vault> {
  const path = join(dataDir, KEY_FILE);
  const key = Buffer.from(await readOrMakeSecret(path, KEY_BYTES), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes.`);
  return {
    seal(secret, label) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
      const body = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, label) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(label)).setAuthTag(tag);
      const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      const json = Buffer.concat([body, decipher.final()]).toString();
      return JSON.parse(json) as unknown;
    },
  };
}
