import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakeSecret } from './secret-file';
import { KEY_BYTES, KEY_FILE, parseKeyFile } from './vault-keys';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets unreadable in the database and its copies: AES-256-GCM under a key that is not in it. */
export interface Vault {
  /** @param label what the secret belongs to; it can be opened under this label only, so that rows cannot be swapped */
  seal(secret: unknown, label: string): Buffer;
  /** @throws when it was sealed with another key or under another label, or was changed */
  open(sealed: Buffer, label: string): unknown;
}

/** A vault whose keys are being rotated. */
export interface RotatingVault extends Vault {
  /** The same secret under the newest key; null when it is under that one. @throws as open() does */
  reseal(sealed: Buffer, label: string): Buffer | null;
}

/**
 * The installation's vault; its key is made at the first start and kept in the data folder, for this user alone. What
 * another process has added to the keys is read before something is sealed, and when something cannot be opened.
 */
export async function openVault(dataDir: string): Promise<RotatingVault> {
  const path = join(dataDir, KEY_FILE);
  await readOrMakeSecret(path, KEY_BYTES);
  let keys = readKeys(path);
  const readAgain = (): void => {
    try {
      keys = readKeys(path);
    } catch {
      // What cannot be read for a moment, as when no more files can be opened, leaves the keys as they were known.
    }
  };
  const newest = (): Buffer => {
    const [key] = keys;
    if (key === undefined) throw new Error(`${path} holds no key.`);
    return key;
  };
  const openWithAny = (sealed: Buffer, label: string): unknown => {
    try {
      return firstThatOpens(keys, sealed, label);
    } catch {
      readAgain();
      return firstThatOpens(keys, sealed, label);
    }
  };
  return {
    seal(secret, label) {
      readAgain();
      return sealWith(newest(), secret, label);
    },
    open: openWithAny,
    reseal(sealed, label) {
      readAgain();
      try {
        openWith(newest(), sealed, label);
        return null;
      } catch {
        return sealWith(newest(), openWithAny(sealed, label), label);
      }
    },
  };
}

const readKeys = (path: string): Buffer[] => parseKeyFile(readFileSync(path, 'utf8'), path).map(({ key }) => key);

function firstThatOpens(keys: readonly Buffer[], sealed: Buffer, label: string): unknown {
  let failure: unknown;
  for (const key of keys) {
    try {
      return openWith(key, sealed, label);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function sealWith(key: Buffer, secret: unknown, label: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function openWith(key: Buffer, sealed: Buffer, label: string): unknown {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(label)).setAuthTag(tag);
  const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  const json = Buffer.concat([body, decipher.final()]).toString();
  return JSON.parse(json) as unknown;
}
