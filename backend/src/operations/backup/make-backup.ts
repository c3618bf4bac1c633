import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createUploads, type HeldUploads } from '../../platform/files/uploads';
import { codeOf } from '../../platform/errors/errors';
import { addErased, readErasedList } from '../../privacy/erase/erased-list';
import { withLock } from '../embedded-postgres/lock';
import { SETTING_NAMES, type Settings } from '../../app/settings/settings';
import { writeArchive, type AddEntry } from './archive';
import { readArchiveKey } from './archive-key';
import { archiveName } from './archives';
import { BackupError } from '../database-copy/backup-error';
import {
  ABOUT,
  DATA,
  DATABASE,
  FORMAT,
  MANIFEST,
  SETTINGS,
  UPLOADS,
  type About,
  type Manifest,
} from '../database-copy/contents';
import { BACKUP_LOCK, dataFiles, openFile } from './data-files';
import { openSnapshot, type Snapshot } from '../database-copy/database-copy';
import { startSum } from './sum';

/** What opens archives is in none. */
const NOT_STORED = 'INBOX_BACKUP_KEY';

export interface BackupOptions {
  settings: Settings;
  /** Of the server: its settings are stored as they are there. */
  env: Readonly<Record<string, string | undefined>>;
  databaseUrl: string;
  /** The folder for the archive, absolute; made when needed. */
  to: string;
  now: Date;
}

export interface MadeBackup {
  path: string;
  /** Of the archive. */
  bytes: number;
  manifest: Manifest;
}

/**
 * Makes one archive of the database, the files that it names, keys, settings and published panels, while the inbox runs.
 * With an external PostgreSQL the rows are left to its own backup, and the files of a bucket to its versions.
 * @throws BackupError in words for the operator
 */
export async function makeBackup({ settings, env, databaseUrl, to, now }: BackupOptions): Promise<MadeBackup> {
  const { dataDir } = settings;
  const { recipient } = await readArchiveKey(settings.backup);
  await mkdir(to, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new BackupError(`The folder ${to} cannot be written (${codeOf(error) ?? ''}).`);
  });
  return withLock(join(dataDir, BACKUP_LOCK), async () => {
    const path = join(to, archiveName(now));
    // Before the snapshot: what its rows name is there until the end. What is in a bucket stays in its older versions.
    const held = settings.bucket === undefined ? await createUploads(settings.uploadsDir).hold() : null;
    try {
      const snapshot = await openSnapshot(databaseUrl);
      try {
        let manifest: Manifest | undefined;
        const bytes = await writeArchive(path, recipient, async (add) => {
          const isEmbedded = settings.databaseUrl === undefined;
          const about: About = {
            format: FORMAT,
            made_at: now.toISOString(),
            database: isEmbedded ? snapshot.shape : null,
          };
          await addJson(add, ABOUT, about);
          await addSettings(add, settings, env);
          const data = await addData(add, dataDir, [to, ...(settings.backup.dir ? [settings.backup.dir] : [])]);
          const tables = isEmbedded ? await addTables(add, snapshot) : [];
          manifest = { tables, data, ...(await addUploads(add, snapshot, held)) };
          await addJson(add, MANIFEST, manifest);
        });
        if (manifest === undefined) throw new BackupError('The archive has no manifest.');
        // Who is erased later is added to it: by it a restore erases them again.
        await addErased(to, await readErasedList(dataDir));
        return { path, bytes, manifest };
      } finally {
        await snapshot.close();
      }
    } finally {
      await held?.release();
    }
  });
}

async function addJson(add: AddEntry, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  await add({ name, size: bytes.length }, [bytes]);
}

/** As a shell reads them: `set -a; . settings.env`. What they name as a file, secret or certificate, is beside it. */
async function addSettings(add: AddEntry, settings: Settings, env: BackupOptions['env']): Promise<void> {
  const lines = SETTING_NAMES.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' || name === NOT_STORED
      ? []
      : [`${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`];
  });
  const bytes = Buffer.from(lines.join(''));
  await add({ name: `${SETTINGS}settings.env`, size: bytes.length }, [bytes]);
  for (const [name, value] of Object.entries(settings.secretFiles.values)) {
    const secret = Buffer.from(`${value}\n`);
    await add({ name: `${SETTINGS}${name}`, size: secret.length }, [secret]);
  }
  for (const [what, path] of Object.entries(settings.smtpCertificate ?? {})) {
    const pem = await readFile(path);
    await add({ name: `${SETTINGS}smtp-${what}.pem`, size: pem.length }, [pem]);
  }
}

async function addData(add: AddEntry, dataDir: string, without: readonly string[]): Promise<Manifest['data']> {
  const sum = startSum();
  for await (const { name, size, mode, bytes } of dataFiles(dataDir, without)) {
    await add({ name: DATA + name, size, mode }, sum.pass(name, bytes));
  }
  return sum.result();
}

async function addTables(add: AddEntry, snapshot: Snapshot): Promise<Manifest['tables']> {
  for (const { name } of snapshot.shape.tables) {
    let number = 0;
    for await (const piece of snapshot.rowsOf(name)) {
      number += 1;
      await add({ name: `${DATABASE}${name}/${String(number).padStart(8, '0')}`, size: piece.length }, [piece]);
    }
  }
  return snapshot.sums();
}

async function addUploads(
  add: AddEntry,
  snapshot: Snapshot,
  held: HeldUploads | null,
): Promise<Pick<Manifest, 'uploads' | 'missing'>> {
  const sum = startSum();
  if (held === null) return { uploads: sum.result(), missing: 0 };
  let missing = 0;
  for await (const key of snapshot.storageKeys()) {
    const opened = await openFirst(held.pathsOf(key));
    if (opened === undefined) {
      missing += 1;
      continue;
    }
    try {
      const { size, bytes } = opened.parts;
      await add({ name: UPLOADS + key, size }, sum.pass(key, bytes));
    } finally {
      await opened.file.close();
    }
  }
  return { uploads: sum.result(), missing };
}

async function openFirst(paths: readonly string[]) {
  for (const path of paths) {
    const opened = await openFile(path);
    if (opened !== undefined) return opened;
  }
  return undefined;
}
