import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error-words';

/**
 * The secret in a file, made when there is none, for this user alone. Two processes at the first start end with one
 * secret: it appears whole under its name, or not at all.
 * @returns base64
 */
export async function readOrMakeSecret(path: string, bytes: number): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(bytes).toString('base64')}\n`);
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
  return (await readFile(path, 'utf8')).trim();
}
