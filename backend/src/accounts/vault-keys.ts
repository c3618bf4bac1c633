import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecretFile } from './secret-file';

/** In the data folder: a key a line, the newest first. Older ones say when they were replaced. */
export const KEY_FILE = 'credentials-key';
/** Of a key, in bytes. */
export const KEY_BYTES = 32;

export interface VaultKey {
  /** Names the key without telling it. */
  name: string;
  key: Buffer;
  /** From when on nothing is sealed with it; null of the newest. */
  replacedAt: Date | null;
}

const LINE = /^(\S+)(?: replaced (\S+))?$/;

/** @throws an error whose message is one line for the operator */
export function parseKeyFile(text: string, path: string): VaultKey[] {
  const keys = text
    .trim()
    .split('\n')
    .map((line) => {
      const [, base64 = '', replaced] = LINE.exec(line.trim()) ?? [];
      const key = Buffer.from(base64, 'base64');
      if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes.`);
      return { name: nameOf(key), key, replacedAt: replaced === undefined ? null : new Date(replaced) };
    });
  return keys;
}

const nameOf = (key: Buffer): string =>
  `cred_${createHash('sha256').update('name').update(key).digest('base64url').slice(0, 10)}`;

/** The keys of a data folder; none where no inbox has started yet. */
export async function readVaultKeys(dataDir: string): Promise<VaultKey[]> {
  const path = join(dataDir, KEY_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? [] : parseKeyFile(text, path);
}

/** Adds a key, with which everything is sealed from now on; the others go on opening. The caller holds a lock. */
export async function addVaultKey(dataDir: string, now: Date): Promise<VaultKey> {
  const key = randomBytes(KEY_BYTES);
  const made = { name: nameOf(key), key, replacedAt: null };
  const older = (await readVaultKeys(dataDir)).map((each) => ({ ...each, replacedAt: each.replacedAt ?? now }));
  await writeKeys(dataDir, [made, ...older]);
  return made;
}

/** Removes keys that nothing is sealed with any more, but never the newest. The caller holds a lock. */
export async function removeVaultKeys(dataDir: string, names: ReadonlySet<string>): Promise<void> {
  const keys = await readVaultKeys(dataDir);
  await writeKeys(
    dataDir,
    keys.filter(({ name, replacedAt }) => replacedAt === null || !names.has(name)),
  );
}

async function writeKeys(dataDir: string, keys: readonly VaultKey[]): Promise<void> {
  const lines = keys.map(({ key, replacedAt }) => {
    const base64 = key.toString('base64');
    return replacedAt === null ? base64 : `${base64} replaced ${replacedAt.toISOString()}`;
  });
  await writeSecretFile(dataDir, `${lines.join('\n')}\n`, KEY_FILE);
}
