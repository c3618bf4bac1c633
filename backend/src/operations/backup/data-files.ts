import { existsSync } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { codeOf } from '../../platform/errors/errors';
import { WRITE_PROBE } from '../../platform/readiness/check-folder';
import { BackupError } from '../database-copy/backup-error';

/** Says that the folder holds a restore that has not come to its end; a server does not start on it. */
export const INCOMPLETE = 'restore-incomplete';

/** @throws BackupError for a data folder that a restore has not made whole */
export function refuseIncomplete(dataDir: string): void {
  if (!existsSync(join(dataDir, INCOMPLETE))) return;
  throw new BackupError(
    `The restore into ${dataDir} has not come to its end. Delete the folder and run 'pnpm admin restore' again.`,
  );
}

/** Held by who makes a backup. */
export const BACKUP_LOCK = 'backup.lock';

/** The embedded server's own files, what rows name, what a restore brought, and marks of what is under way. */
const NOT_TAKEN = new Set(['database', 'uploads', 'file-copies', 'settings', INCOMPLETE, BACKUP_LOCK, WRITE_PROBE]);

export interface OpenFile {
  /** Relative to the data folder, with `/`. */
  name: string;
  size: number;
  mode: number;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The files of the data folder beside database and uploads: keys, certificate, registry and published panels, in the order
 * of their names. Each is open while it is handed out. One that goes meanwhile is passed over.
 * @param without folders, absolute, that are left out: where archives are
 */
export async function* dataFiles(dataDir: string, without: readonly string[] = []): AsyncGenerator<OpenFile> {
  for (const name of await namesIn(dataDir, '', without)) {
    const opened = await openFile(join(dataDir, name));
    if (opened === undefined) continue;
    try {
      yield { name, ...opened.parts };
    } finally {
      await opened.file.close();
    }
  }
}

async function namesIn(dataDir: string, folder: string, without: readonly string[]): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const names: string[] = [];
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (folder === '' && NOT_TAKEN.has(entry.name)) continue;
    if (without.some((each) => relative(each, join(dataDir, name)) === '')) continue;
    // A lock is of the process that holds it.
    if (entry.name.endsWith('.lock')) continue;
    if (entry.isDirectory()) names.push(...(await namesIn(dataDir, name, without)));
    else if (entry.isFile()) names.push(name);
  }
  return names.sort();
}

/** A file, with the size that it has now; undefined when there is none. The caller closes it. */
export async function openFile(path: string): Promise<{ file: FileHandle; parts: Omit<OpenFile, 'name'> } | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const { size, mode } = await file.stat();
  const empty = async function* () {};
  // `end` is the last byte that is read: what is written on meanwhile is left for the next backup.
  const bytes = size === 0 ? empty() : file.createReadStream({ start: 0, end: size - 1, autoClose: false });
  return { file, parts: { size, mode: mode & 0o777, bytes } };
}

/** A name of an archive's entry as a path below `dir`. @throws when it would lead out of it */
export function pathBelow(dir: string, name: string): string {
  const path = join(dir, name);
  const below = relative(dir, path);
  if (below === '' || below.startsWith('..') || below.split(sep).includes('..')) {
    throw new Error(`'${name}' leads out of the folder.`);
  }
  return path;
}
