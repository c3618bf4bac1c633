import { dirname } from 'node:path';
import { readArchiveKey, identityOf, makeArchiveKey } from '../backup/archive-key';
import { pruneArchives } from '../backup/archives';
import { eraseAgain } from '../backup/erase-again';
import { refuseIncomplete } from '../backup/data-files';
import { makeBackup } from '../backup/make-backup';
import { restore, type Restored } from '../backup/restore';
import { verifyArchive } from '../backup/verify';
import { startEmbeddedDatabase } from '../database';
import { AdminError, neededText, pathFrom, textOf, type Command, type StandaloneContext } from './command';

const pathOf = ({ env }: StandaloneContext, path: string): string => pathFrom(env, path);

const count = (what: number): string => what.toLocaleString('en-US');

function contentsOf({ about, manifest }: Restored): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = `${count(manifest.uploads.files)} files of messages (${count(manifest.uploads.bytes)} bytes)`;
  return about.database === null
    ? `${files}, keys and settings; the rows are in the external PostgreSQL's own backup`
    : `${count(rows)} rows in ${manifest.tables.length} tables, ${files}, keys and settings`;
}

/** What looks after archives. */
export const backupCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'backup key',
    usage: '--to FILE',
    what: 'Makes the key that archives are encrypted with (INBOX_BACKUP_KEY_FILE). Store a copy where the archives are not: without it none can be opened.',
    options: { to: { type: 'string' } },
    words: 0,
    async run(context, values) {
      const path = pathOf(context, neededText(values, 'to'));
      const recipient = await makeArchiveKey(path);
      context.print(`The key is in ${path}. Its public half, which is enough to write archives: ${recipient}`);
    },
  },
  {
    name: 'backup verify',
    usage: 'ARCHIVE [--scratch DIR]',
    what: 'Restores an archive into a scratch folder, and compares every table and file with what the archive says.',
    options: { scratch: { type: 'string' } },
    words: 1,
    async run(context, values, [archive = '']) {
      const identity = identityOf(await readArchiveKey(context.settings.backup));
      const scratch = textOf(values, 'scratch');
      const began = performance.now();
      const verified = await verifyArchive(
        pathOf(context, archive),
        identity,
        scratch === undefined ? undefined : pathOf(context, scratch),
      );
      for (const line of verified.differences) context.print(line);
      if (verified.differences.length > 0) throw new AdminError('The archive is not what it says it is.');
      context.print(`It is complete: ${contentsOf(verified)}. Made at ${verified.about.made_at}.`);
      if (verified.manifest.missing > 0) context.print(missingOf(verified.manifest.missing));
      context.print(`Restored and compared in ${secondsSince(began)} s.`);
    },
  },
  {
    name: 'backup',
    usage: '[--to DIR] [--prune yes]',
    what: 'Writes database, files, keys and settings into one encrypted archive, while the inbox runs. --prune deletes those older than INBOX_BACKUP_DAYS.',
    options: { to: { type: 'string' }, prune: { type: 'string' } },
    words: 0,
    async run(context, values) {
      const { settings, env, print } = context;
      const given = textOf(values, 'to');
      const to = given === undefined ? settings.backup.dir : pathOf(context, given);
      if (to === undefined) throw new AdminError('--to is missing: the folder for the archive.');
      const prune = textOf(values, 'prune') ?? 'no';
      if (prune !== 'yes' && prune !== 'no') throw new AdminError('--prune takes yes or no.');
      refuseIncomplete(settings.dataDir);
      const began = performance.now();
      const embedded =
        settings.databaseUrl === undefined
          ? await startEmbeddedDatabase({ dataDir: settings.dataDir, log: () => undefined })
          : null;
      try {
        const databaseUrl = settings.databaseUrl ?? embedded?.url ?? '';
        const made = await makeBackup({ settings, env, databaseUrl, to, now: new Date() });
        print(`${made.path}: ${count(made.bytes)} bytes in ${secondsSince(began)} s.`);
        if (made.manifest.missing > 0) print(missingOf(made.manifest.missing));
        if (prune === 'no') return;
        for (const path of await pruneArchives(to, settings.backup.keepDays, new Date())) print(`Deleted ${path}.`);
      } finally {
        await embedded?.stop();
      }
    },
  },
  {
    name: 'restore',
    usage: 'ARCHIVE --to DIR',
    what: 'Makes a data folder of an archive: a new folder, or an empty one. Customers who were erased since are erased from it. Then INBOX_DATA_DIR names it.',
    options: { to: { type: 'string' } },
    words: 1,
    async run(context, values, [archive = '']) {
      const to = pathOf(context, neededText(values, 'to'));
      const identity = identityOf(await readArchiveKey(context.settings.backup));
      const began = performance.now();
      const path = pathOf(context, archive);
      const restored = await restore({ archive: path, identity, to, erasedListIn: dirname(path) });
      context.print(`${to} is as of ${restored.about.made_at}: ${contentsOf(restored)}.`);
      context.print(`It took ${secondsSince(began)} s. The settings of then are in ${to}/settings/settings.env.`);
      if (restored.manifest.missing > 0) context.print(missingOf(restored.manifest.missing));
      if (restored.about.database === null) return;
      const again = await eraseAgain(to);
      if (again > 0) context.print(`${count(again)} erasures from after the archive were done again.`);
    },
  },
];

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

const missingOf = (missing: number): string =>
  `${count(missing)} files that messages name were gone when the backup was made; they are not in it.`;
