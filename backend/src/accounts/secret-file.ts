import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../platform/errors/errors';

/**
 * The secret in a file, made when there is none, for this user alone. Two processes at the first start end with one
 * secret: it appears whole under its name, or not at all.
 * @returns base64
 */
export async function readOrMakeSecret(path: string, bytes: number): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();
  const draft = await writeSecretFile(dirname(path), `${randomBytes(bytes).toString('base64')}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Writes a file of secrets, for this user alone; it is on the disk when this returns.
 * @param name what it replaces, in one step: readers find the old content or the new. Left out: it stays a draft, for the
 * caller to link or remove
 * @returns its path
 */
export async function writeSecretFile(dir: string, content: string, name?: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const draft = join(dir, `${name ?? 'secret'}.${process.pid}.${randomBytes(4).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  if (name === undefined) return draft;
  const path = join(dir, name);
  await rename(draft, path);
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return path;
}
