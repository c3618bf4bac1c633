import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'date-fns/parse';
import { subDays } from 'date-fns/subDays';
import { codeOf } from '../../platform/errors/errors';

/** What an archive's name ends in while it is being written. */
export const UNFINISHED = '.partial';

const NAME = /^inbox-(\d{8}T\d{6})Z\.tar\.gz\.age$/;

/** An archive is written without a stop: one that nobody has written on for so long was cut short. */
const ABANDONED_DAYS = 1;

/** `inbox-20261123T174100Z.tar.gz.age`, by the time at which it was begun, in UTC. */
export function archiveName(at: Date): string {
  return `inbox-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.gz.age`;
}

export interface StoredArchive {
  path: string;
  madeAt: Date;
}

/** The archives of a folder, oldest first; none when there is no such folder. */
export async function listArchives(dir: string): Promise<StoredArchive[]> {
  const names = await readdir(dir).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const archives: StoredArchive[] = [];
  for (const name of names.sort()) {
    const stamp = NAME.exec(name)?.[1];
    if (stamp === undefined) continue;
    const madeAt = parse(`${stamp}Z`, "yyyyMMdd'T'HHmmssX", new Date(0));
    archives.push({ path: join(dir, name), madeAt });
  }
  return archives;
}

/**
 * Deletes archives that are older than `keepDays`, but never the newest one, and what was cut short.
 * @returns the names of the deleted archives
 */
export async function pruneArchives(dir: string, keepDays: number, now: Date): Promise<string[]> {
  const old = (await listArchives(dir)).slice(0, -1).filter(({ madeAt }) => madeAt < subDays(now, keepDays));
  for (const { path } of old) await rm(path, { force: true });
  for (const name of await readdir(dir)) {
    if (!name.endsWith(UNFINISHED) || !NAME.test(name.slice(0, -UNFINISHED.length))) continue;
    const written = await stat(join(dir, name)).catch(() => null);
    if (written !== null && written.mtime < subDays(now, ABANDONED_DAYS)) await rm(join(dir, name), { force: true });
  }
  return old.map(({ path }) => path);
}
