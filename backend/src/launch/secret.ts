import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const FEWEST_CHARACTERS = 32;

/**
 * The secret that signs tokens: as set, or made at the first start and kept in a file that only its owner may read. Of
 * two processes that start at once on one folder both take the one that was written first.
 */
export async function tokenSecret(set: string | undefined, file: string): Promise<string> {
  if (set !== undefined) return set;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < FEWEST_CHARACTERS) throw new Error(`The token secret in ${file} is too short. Delete the file.`);
  return secret;
}
