import { dirname } from 'node:path';
import { makeArchiveKey, readIdentity } from '../../backup/archive-key';
import { pruneArchives } from '../../backup/archives';
import { eraseAgain } from '../../backup/erase-again';
import { refuseIncomplete } from '../../backup/data-files';
import { makeBackup } from '../../backup/make-backup';
import { restore, type Restored } from '../../backup/restore';
import { verifyArchive } from '../../backup/verify';
import { startEmbeddedDatabase } from '../../embedded-postgres';
import {
  AdminError,
  neededText,
  pathFrom,
  textOf,
  yesNo,
  yesOrNo,
  type Command,
  type StandaloneContext,
} from '../command';

const pathOf = ({ env }: StandaloneContext, path: string): string => pathFrom(env, path);

const count = (what: number): string => what.toLocaleString('en-US');

function contentsOf({ about, manifest }: Restored): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = `${count(manifest.uploads.files)} files of messages (${count(manifest.uploads.bytes)} bytes)`;
  return about.database === null
    ? `${files}, keys and settings; the rows are in the external PostgreSQL's own backup`
    : `${count(rows)} rows in ${manifest.tables.length} tables, ${files}, keys and settings`;
}

const ARCHIVE = { name: 'ARCHIVE', about: 'file that pnpm admin backup made' } as const;

/** What looks after archives. */
export const backupCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'backup key',
    summary: 'make the key that encrypts archives (INBOX_BACKUP_KEY_FILE)',
    details: 'Store a copy where the archives are not: without the key nobody can open them.',
    options: { to: { value: 'FILE', about: 'a new file', isRequired: true } },
    example: '--to /etc/inbox/backup-key',
    async run(context, values) {
      const path = pathOf(context, neededText(values, 'to'));
      const recipient = await makeArchiveKey(path);
      context.print(`The key is in ${path}. Its public half, which is enough to write archives: ${recipient}`);
    },
  },
  {
    name: 'backup verify',
    summary: 'restore an archive into a scratch folder, and compare every table and file',
    argument: ARCHIVE,
    options: { scratch: { value: 'DIR', about: 'where there is space (default: the temporary folder)' } },
    example: '/mnt/backups/inbox-20261123T174100Z.tar.gz.age',
    async run(context, values, archive) {
      const identity = await readIdentity(context.settings.backup);
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
    summary: 'write database, files, keys and settings into one encrypted archive',
    details: 'The inbox may keep running.',
    options: {
      to: { value: 'DIR', about: 'folder for the archive (default: INBOX_BACKUP_DIR)' },
      prune: yesNo('delete archives older than INBOX_BACKUP_DAYS (default: no)'),
    },
    example: '--to /mnt/backups',
    async run(context, values) {
      const { settings, env, print } = context;
      const given = textOf(values, 'to');
      const to = given === undefined ? settings.backup.dir : pathOf(context, given);
      if (to === undefined) throw new AdminError('--to is missing: the folder for the archive.');
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
        if (yesOrNo(values, 'prune') !== true) return;
        for (const path of await pruneArchives(to, settings.backup.keepDays, new Date())) print(`Deleted ${path}.`);
      } finally {
        await embedded?.stop();
      }
    },
  },
  {
    name: 'restore',
    summary: 'make a data folder from an archive',
    details:
      'Then set INBOX_DATA_DIR to the folder and start the inbox. Customers who were erased after the backup are erased from it again.',
    argument: ARCHIVE,
    options: { to: { value: 'DIR', about: 'a new or empty folder', isRequired: true } },
    example: '/mnt/backups/inbox-20261123T174100Z.tar.gz.age --to /srv/inbox',
    async run(context, values, archive) {
      const to = pathOf(context, neededText(values, 'to'));
      const identity = await readIdentity(context.settings.backup);
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
