import { open, readFile } from 'node:fs/promises';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { codeOf } from '../../platform/errors/errors';
import { BackupError } from '../database-copy/backup-error';

/**
 * What archives are encrypted with: a key of the age format (age-encryption.org/v1). The public half, `age1…`, is enough
 * to write archives, so that the machine that writes them need not be able to read them.
 */
export interface ArchiveKey {
  /** `age1…` */
  recipient: string;
  /** `AGE-SECRET-KEY-1…`, which opens archives; null when only the public half is given. */
  identity: string | null;
}

/** Where the key is: in the environment itself, or in a file. */
export interface KeySource {
  key: string | undefined;
  /** Absolute. */
  keyFile: string | undefined;
}

/**
 * Reads the key that archives are written with.
 * @throws BackupError that says which setting is missing or wrong, and never shows a key
 */
export async function readArchiveKey({ key, keyFile }: KeySource): Promise<ArchiveKey> {
  if (key !== undefined) return parseKey(key, 'INBOX_BACKUP_KEY');
  if (keyFile === undefined) {
    throw new BackupError(
      "There is no key for backups. Make one with 'pnpm admin backup key --to FILE', store a copy of it elsewhere, and set INBOX_BACKUP_KEY_FILE to the file.",
    );
  }
  const text = await readFile(keyFile, 'utf8').catch((error: unknown) => {
    throw new BackupError(`INBOX_BACKUP_KEY_FILE names ${keyFile}, which ${unreadable(error)}`);
  });
  return parseKey(text, keyFile);
}

/** The end of a sentence that names the key's file: why it cannot be read, and what to do. */
function unreadable(error: unknown): string {
  const code = codeOf(error) ?? 'unknown';
  if (code === 'ENOENT')
    return "does not exist (ENOENT). Name the file of your key, or make a key with 'pnpm admin backup key --to FILE'.";
  if (code === 'EACCES' || code === 'EPERM')
    return `this user must not read (${code}). Give the file to the user that the inbox runs as.`;
  return `cannot be read (${code}). Name the file of your key.`;
}

/**
 * Checks the key of archives where one is set, so that a key that is missing or wrong is found when the inbox starts, and
 * not when a backup was needed. Without a key there is nothing to check.
 * @throws BackupError as `readArchiveKey`
 */
export async function checkArchiveKey(source: KeySource): Promise<void> {
  if (source.key !== undefined || source.keyFile !== undefined) await readArchiveKey(source);
}

/**
 * Reads the half of the key that opens archives.
 * @throws BackupError when there is no key, or only the public half
 */
export async function readIdentity(source: KeySource): Promise<string> {
  if (source.key === undefined && source.keyFile === undefined) {
    throw new BackupError('Set INBOX_BACKUP_KEY_FILE to the key that the archive was made with.');
  }
  const { identity } = await readArchiveKey(source);
  if (identity !== null) return identity;
  throw new BackupError('The given key is the public half, which only writes archives. Give the one that opens them.');
}

async function parseKey(text: string, where: string): Promise<ArchiveKey> {
  // The file may be one that age-keygen made: it has comments.
  const line = text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .find((each) => each !== '' && !each.startsWith('#'));
  if (line === undefined || !/^(?:age1|AGE-SECRET-KEY-)/.test(line)) {
    throw new BackupError(`${where} has no key. A key begins with AGE-SECRET-KEY-1, or with age1 for its public half.`);
  }
  const key = line.startsWith('age1') ? publicHalf(line) : await secretKey(line);
  if (key !== undefined) return key;
  throw new BackupError(`The key of ${where} is damaged: characters are missing, or are not those of the key.`);
}

/** Both halves end in a checksum, by which a key that was cut off or mistyped is known. */
function publicHalf(recipient: string): ArchiveKey | undefined {
  try {
    new Encrypter().addRecipient(recipient);
    return { recipient, identity: null };
  } catch {
    return undefined;
  }
}

async function secretKey(identity: string): Promise<ArchiveKey | undefined> {
  const recipient = await identityToRecipient(identity).catch(() => undefined);
  return recipient === undefined ? undefined : { recipient, identity };
}

/**
 * Makes a key, in a file for this user alone.
 * @returns its public half
 * @throws BackupError when the file is there already: a key that is overwritten opens no archive any more
 */
export async function makeArchiveKey(path: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const why = codeOf(error) === 'EEXIST' ? 'is there already' : `cannot be written (${codeOf(error) ?? ''})`;
    throw new BackupError(`${path} ${why}.`);
  });
  try {
    await file.writeFile(`# public key: ${recipient}\n${identity}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return recipient;
}
