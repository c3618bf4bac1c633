import { formatFileSize } from '@inbox/domain';
import { copyToBucket, copyToFolder } from '../../../platform/files/copy-files';
import { unnamedFiles } from '../../../platform/files/unnamed-files';
import { createUploads } from '../../../platform/files/uploads';
import { openSnapshot } from '../../database-copy/database-copy';
import { openStore } from '../../../platform/db/connection';
import { startEmbeddedDatabase } from '../../embedded-postgres';
import { openUploads } from '../../../app/open-uploads';
import type { Settings } from '../../../app/settings/settings';
import { AdminError, neededText, type Command, type StandaloneContext } from '../command';

/** Milliseconds: a file has its row long before. */
const DAY = 24 * 3_600_000;

/** Calls back with the URL of the database, which is started where it is the embedded one. */
async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, databaseDirectUrl } = settings;
  const embedded = databaseUrl === undefined ? await startEmbeddedDatabase({ dataDir, log: () => undefined }) : null;
  try {
    return await work(databaseDirectUrl ?? databaseUrl ?? embedded?.url ?? '');
  } finally {
    await embedded?.stop();
  }
}

/** Calls back with the keys of all files that the database names, read in one transaction. */
async function withKeys<T>(settings: Settings, work: (keys: AsyncGenerator<string>) => Promise<T>): Promise<T> {
  return withDatabase(settings, async (url) => {
    const snapshot = await openSnapshot(url);
    try {
      return await work(snapshot.storageKeys());
    } finally {
      await snapshot.close();
    }
  });
}

/**
 * Cells share one bucket, and a cell's database names its own files only: the other cells' files must not count as unnamed.
 * The database is asked too, since the command may run without the settings of the inbox.
 * @throws AdminError where the bucket may hold files of other cells
 */
async function refuseSharedBucket(settings: Settings): Promise<void> {
  if (settings.bucket === undefined) return;
  const isCell =
    settings.cellSecret !== undefined ||
    (await withDatabase(settings, async (url) => {
      const { db, close } = openStore({ url, log: () => undefined, max: 1 });
      try {
        const { number, shares } = await db.selectFrom('cell').select(['number', 'shares']).executeTakeFirstOrThrow();
        return number > 0 || shares !== null;
      } finally {
        await close();
      }
    }));
  if (!isCell) return;
  throw new AdminError(
    'Cells share this bucket, and this cell does not know which files the others name. Nothing was looked for or deleted.',
  );
}

export const fileCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'files copy',
    summary: 'copy files between the data folder and the bucket (INBOX_S3_URL)',
    details:
      'The inbox may keep running. Run the command again for files that came meanwhile. The source stays as it is. Into the bucket, the command needs no space on this machine.',
    options: { to: { value: 'PLACE', about: 'bucket or folder', choices: ['bucket', 'folder'], isRequired: true } },
    example: '--to bucket',
    async run({ settings, print }, values) {
      const to = neededText(values, 'to');
      if (settings.bucket === undefined) throw new AdminError('Set INBOX_S3_URL to the bucket.');
      const folder = createUploads(settings.uploadsDir);
      // Loaded only here: most inboxes have a folder.
      const { openBucket } = await import('../../../platform/files/bucket');
      const bucket = openBucket(settings.bucket);
      const counts = await withKeys(settings, (keys) =>
        to === 'bucket' ? copyToBucket(keys, folder, bucket) : copyToFolder(keys, bucket, folder),
      );
      print(`${counts.copied} files were copied, ${counts.there} were there already.`);
      if (counts.missing > 0) print(`${counts.missing} files that messages name are not where they should be.`);
    },
  },
  {
    name: 'files unnamed',
    summary: 'count stored files that no message names, as a killed process leaves them',
    details: 'Files of the last day do not count. The inbox may keep running. Not for a bucket that cells share.',
    options: { delete: { about: 'delete them' } },
    async run({ settings, print }, values) {
      await refuseSharedBucket(settings);
      const { uploads, place, close } = await openUploads(settings, () => undefined);
      try {
        let [files, bytes] = [0, 0];
        await withKeys(settings, async (keys) => {
          for await (const { key, size } of unnamedFiles(uploads.list(), keys, new Date(Date.now() - DAY))) {
            if (values['delete'] === true) await uploads.remove(key);
            files += 1;
            bytes += size;
          }
        });
        if (files === 0) return print(`All files in ${place} are named, or are of the last day.`);
        const are = values['delete'] === true ? 'were deleted' : 'are there: --delete deletes them';
        print(`${files} files of ${formatFileSize(bytes)} in ${place} that nothing names ${are}.`);
      } finally {
        close();
      }
    },
  },
];
