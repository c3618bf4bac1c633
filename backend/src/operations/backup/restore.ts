import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { json } from 'node:stream/consumers';
import { openStore } from '../../platform/db/connection';
import { migrations } from '../../platform/db/migrations';
import { createUploads } from '../../platform/files/uploads';
import { codeOf } from '../../platform/errors/errors';
import { addErased, readErasedList } from '../../privacy/erase/erased-list';
import { startEmbeddedDatabase } from '../embedded-postgres';
import { readArchive, syncFolder, type Entry } from './archive';
import { BackupError } from '../database-copy/backup-error';
import { About, ABOUT, DATA, DATABASE, Manifest, MANIFEST, SETTINGS, UPLOADS } from '../database-copy/contents';
import { INCOMPLETE, pathBelow } from './data-files';
import { migrateAs, startLoad, type Load } from '../database-copy/database-copy';

export interface RestoreOptions {
  archive: string;
  /** Opens the archive. */
  identity: string;
  /** The folder, absolute: a new one, or an empty one. */
  to: string;
  /** The list of who was erased is there, beside the archive: the folder takes it along. Left out for a mere look. */
  erasedListIn?: string;
  /** Of the server that loads the rows; the folder's next server has its own. */
  databaseSettings?: Readonly<Record<string, string>>;
}

export interface Restored {
  about: About;
  manifest: Manifest;
}

/**
 * Makes a data folder of an archive. Until it is complete the folder says that it is not, and no inbox starts on it.
 * @throws BackupError in words for the operator; what is in the folder then is to be deleted
 */
export async function restore({
  archive,
  identity,
  to,
  erasedListIn,
  databaseSettings = {},
}: RestoreOptions): Promise<Restored> {
  await takeFolder(to);
  const opened: (() => Promise<void>)[] = [];
  let about: About | undefined;
  let load: Load | undefined;
  let manifest: Manifest | undefined;
  const uploads = createUploads(join(to, 'uploads'));
  try {
    for await (const entry of readArchive(archive, identity)) {
      const { name } = entry;
      if (manifest !== undefined) throw new BackupError('The archive goes on after its manifest.');
      if (name === ABOUT) {
        about = await readAbout(entry);
        if (about.database !== null) load = await openLoad(to, about.database, databaseSettings, opened);
      } else if (about === undefined) throw new BackupError('The archive does not begin as one of the inbox does.');
      else if (name === MANIFEST) manifest = Manifest.parse(await json(entry.bytes));
      else if (name.startsWith(SETTINGS)) await writeOut(pathBelow(to, name), entry);
      else if (name.startsWith(DATA)) await writeOut(pathBelow(to, name.slice(DATA.length)), entry);
      else if (name.startsWith(UPLOADS)) {
        const path = uploads.pathOf(name.slice(UPLOADS.length));
        await writeOut(path, entry);
      } else if (name.startsWith(DATABASE) && load) await load.add(name.split('/')[1] ?? '', entry.bytes);
      else throw new BackupError(`The archive has '${name}', which this release does not know.`);
    }
    if (about === undefined || manifest === undefined) throw new BackupError(`${archive} is not complete.`);
    await load?.commit();
  } finally {
    for (const close of opened.toReversed()) await close();
  }
  if (erasedListIn !== undefined) await addErased(to, await readErasedList(erasedListIn));
  await rm(join(to, INCOMPLETE));
  await syncFolder(to);
  return { about, manifest };
}

/** What the mark says to whoever finds it. */
const MARK =
  "The restore into this folder has not come to its end. Nothing starts on it: delete the folder, and run 'pnpm admin restore' again.\n";

async function takeFolder(to: string): Promise<void> {
  const refuse = (error: unknown): never => {
    throw new BackupError(`The folder ${to} cannot be written (${codeOf(error) ?? ''}).`);
  };
  await mkdir(to, { recursive: true, mode: 0o700 }).catch(refuse);
  const names = await readdir(to).catch(refuse);
  if (names.includes(INCOMPLETE)) {
    throw new BackupError(`${to} holds a restore that did not come to its end. Delete the folder, or name another.`);
  }
  if (names.length > 0) throw new BackupError(`${to} is not empty. A restore takes a folder of its own.`);
  const mark = await open(join(to, INCOMPLETE), 'wx', 0o600).catch(refuse);
  try {
    await mark.writeFile(MARK);
    await mark.sync();
  } finally {
    await mark.close();
  }
  await syncFolder(to);
}

async function readAbout({ bytes }: Entry): Promise<About> {
  const about = About.safeParse(await json(bytes));
  if (!about.success) throw new BackupError(about.error.issues[0]?.message ?? 'The archive does not say what it is.');
  const unknown = about.data.database?.migrations.filter((name) => migrations[name] === undefined) ?? [];
  if (unknown.length === 0) return about.data;
  throw new BackupError(
    `The archive is of a newer release of the inbox (${unknown.join(', ')}). Restore it with that one.`,
  );
}

/** A database of the archive's own age: what has changed since is brought about at the inbox's next start. */
async function openLoad(
  to: string,
  shape: NonNullable<About['database']>,
  settings: Readonly<Record<string, string>>,
  opened: (() => Promise<void>)[],
): Promise<Load> {
  const database = await startEmbeddedDatabase({ dataDir: to, log: () => undefined, settings, endsWithUs: true });
  opened.push(() => database.stop());
  const store = openStore({ url: database.url, log: () => undefined, max: 2 });
  try {
    await migrateAs(store.db, shape);
  } finally {
    await store.close();
  }
  const load = await startLoad(database.url, shape);
  opened.push(() => load.close());
  return load;
}

async function writeOut(path: string, { mode, bytes }: Entry): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode, flush: true }));
}
