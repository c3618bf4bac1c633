import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUploads } from '../../platform/files/uploads';
import { startEmbeddedDatabase } from '../embedded-postgres';
import { dataFiles, openFile } from './data-files';
import { openSnapshot } from '../database-copy/database-copy';
import { restore, type Restored } from './restore';
import { drain, startSum } from './sum';
import type { Sum } from '../database-copy/contents';

/** What is written once and thrown away need not outlive a power cut. */
const SCRATCH = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface Verified extends Restored {
  /** What is not as the archive says; none in an archive that can be relied on. */
  differences: string[];
}

/**
 * Restores an archive into a scratch folder, and compares all tables and files with what the archive says of them.
 * @param scratch the folder below which it is made, and removed again; the system's when left out
 * @throws BackupError when it cannot be restored at all
 */
export async function verifyArchive(archive: string, identity: string, scratch = tmpdir()): Promise<Verified> {
  const parent = await mkdtemp(join(scratch, 'inbox-verify-'));
  const to = join(parent, 'data');
  try {
    const restored = await restore({ archive, identity, to, databaseSettings: SCRATCH });
    return { ...restored, differences: await compare(to, restored) };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** How a restored folder differs from its archive's manifest, in words. */
export async function compare(dataDir: string, { about, manifest }: Restored): Promise<string[]> {
  const differences: string[] = [];
  const check = (what: string, is: Sum, said: Sum): void => {
    if (is.sha256 === said.sha256) return;
    differences.push(`${what}: ${is.files} files of ${is.bytes} bytes, not ${said.files} of ${said.bytes}, or others.`);
  };
  const data = startSum();
  for await (const { name, bytes } of dataFiles(dataDir)) await drain(data.pass(name, bytes));
  check('The data folder', data.result(), manifest.data);
  const { pathOf } = createUploads(join(dataDir, 'uploads'));
  const checkUploads = async (keys: AsyncIterable<string> | Iterable<string>): Promise<void> => {
    const uploads = startSum();
    for await (const key of keys) {
      const opened = await openFile(pathOf(key));
      if (opened === undefined) continue;
      try {
        await drain(uploads.pass(key, opened.parts.bytes));
      } finally {
        await opened.file.close();
      }
    }
    check('The files of messages', uploads.result(), manifest.uploads);
  };
  if (about.database === null) {
    await checkUploads(await storedKeys(join(dataDir, 'uploads')));
    return differences;
  }
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: SCRATCH, endsWithUs: true });
  try {
    const snapshot = await openSnapshot(database.url);
    try {
      const found = await snapshot.sums();
      for (const { name, rows, checksum } of manifest.tables) {
        const is = found.find((each) => each.name === name);
        if (is?.rows === rows && is.checksum === checksum) continue;
        differences.push(`The table ${name}: ${is?.rows ?? 'no'} rows, not ${rows}, or others.`);
      }
      await checkUploads(snapshot.storageKeys());
    } finally {
      await snapshot.close();
    }
  } finally {
    await database.stop();
  }
  return differences;
}

/** Without rows that name them: those that are there, in the order in which rows name them. */
async function storedKeys(uploadsDir: string): Promise<string[]> {
  const names = await readdir(uploadsDir, { recursive: true }).catch(() => []);
  return names.flatMap((name) => /[0-9a-f]{32}$/.exec(name)?.[0] ?? []).sort();
}
