import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './error-words';

const KEY_FILE = 'credentials-key';
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
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, KEY_FILE);
  const key = Buffer.from((await readOrMake(path)).trim(), 'base64');
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

/** Two processes at the first start end with one key: it appears whole under its name, or not at all. */
async function readOrMake(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES).toString('base64'));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}
