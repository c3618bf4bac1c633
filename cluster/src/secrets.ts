import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from './layout';

/** What stands in the example's files in place of each password. */
const PLACES = [
  'PATRONI-PASSWORD',
  'SUPERUSER-PASSWORD',
  'REPLICATION-PASSWORD',
  'REWIND-PASSWORD',
  'REDIS-PASSWORD',
  'INBOX-PASSWORD',
  'TOKEN-SECRET',
  'CELL-SECRET',
] as const;
export type Secrets = Readonly<Record<(typeof PLACES)[number], string>>;

/** The cluster's passwords: made when it is first brought up, and read by nobody else. */
export async function readSecrets({ dir }: Layout): Promise<Secrets> {
  const path = join(dir, 'secrets.json');
  const stored = await readFile(path, 'utf8').catch(() => null);
  if (stored !== null) return JSON.parse(stored) as Secrets;
  const made = Object.fromEntries(PLACES.map((place) => [place, randomBytes(24).toString('hex')])) as Secrets;
  await writeFile(path, JSON.stringify(made), { mode: 0o600 });
  return made;
}

/** Passwords in place of what stands for them. */
export const withSecrets = (text: string, secrets: Secrets): string =>
  PLACES.reduce((filled, place) => filled.replaceAll(place, secrets[place]), text);
