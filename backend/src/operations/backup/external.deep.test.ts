import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openVault } from '../../accounts/vault';
import { openStore } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { createUploads } from '../../platform/files/uploads';
import { makeSystemPostgres, noSystemPostgres, type SystemPostgres } from '../../testing/system-postgres';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { give } from '../embedded-postgres/owner';
import { findRoot } from '../../app/settings/root';
import { makeArchiveKey } from './archive-key';
import { openSnapshot } from '../database-copy/database-copy';

const root = findRoot();
const page = readFileSync(join(root, 'docs/operators/backup.md'), 'utf8');
const section = page.slice(page.indexOf("### With PostgreSQL's own tool"), page.indexOf('## What is in an archive'));
/** Of the page: the commands that make a backup, and those that bring it back. */
const [making = [], bringing = []] = [...section.matchAll(/^```sh\n([^]+?)^```$/gm)].map(([, block = '']) =>
  block.trim().split('\n'),
);

let dir: string;
let server: SystemPostgres;
let env: NodeJS.ProcessEnv;

/** Runs a command of the page, with this test's folders in the place of its own. */
async function run(command: string): Promise<void> {
  const [archive = ''] = await readdir(join(dir, 'archives')).catch(() => []);
  const line = command
    .replace('/mnt/base', join(dir, 'base'))
    .replaceAll('/var/lib/postgresql/main', server.dataDir)
    .replace(/\/mnt\/backups\/inbox-\S+/, join(dir, 'archives', archive))
    .replace('/mnt/backups', join(dir, 'archives'))
    .replace('/srv/inbox', join(dir, 'restored'));
  if (!line.startsWith('pnpm admin ')) {
    await promisify(execFile)('sh', ['-c', line], { env: server.env, cwd: server.dataDir, ...server.owner });
    return;
  }
  const built = join(root, 'backend/dist/admin.js');
  const source = [
    '--import',
    join(root, 'backend/node_modules/tsx/dist/loader.mjs'),
    join(root, 'backend/src/operations/admin/admin.ts'),
  ];
  const program = existsSync(built) ? [built] : source;
  await promisify(execFile)(process.execPath, [...program, ...line.split(' ').slice(2)], { env });
}

async function sums(): Promise<unknown> {
  const snapshot = await openSnapshot(server.url);
  try {
    return await snapshot.sums();
  } finally {
    await snapshot.close();
  }
}

/** @returns the key of its file */
async function write(name: string): Promise<string> {
  const store = openStore({ url: server.url, log: () => undefined });
  try {
    await migrate(store.db);
    const line = await addConversation(store.db, await addMerchant(store.db, name));
    const content_id = await addContent(store.db, line, await addTicket(store.db, line));
    const bytes = Buffer.from(`The file of ${name}`);
    const { storage_key } = await createUploads(join(dir, 'data/uploads')).put(bytes, { maxBytes: 100 });
    await store.db
      .insertInto('attachments')
      .values({
        merchant_id: line.merchantId,
        content_id,
        kind: 'document',
        filename: 'bill.pdf',
        content_type: 'application/pdf',
        size: bytes.length,
        disposition: 'attachment',
        storage_key,
      })
      .execute();
    return storage_key;
  } finally {
    await store.close();
  }
}

/** What is tried here, or why it is not. */
(noSystemPostgres === null ? describe : describe.skip)(
  `the page on backups with an external PostgreSQL${noSystemPostgres === null ? '' : `: ${noSystemPostgres}`}`,
  () => {
    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'inbox-external-'));
      server = await makeSystemPostgres(dir);
      await makeArchiveKey(join(dir, 'key'));
      env = {
        PATH: process.env['PATH'],
        DATABASE_URL: server.url,
        INBOX_DATA_DIR: join(dir, 'data'),
        INBOX_BACKUP_KEY_FILE: join(dir, 'key'),
      };
      await mkdir(join(dir, 'base'));
      await give(server.owner, join(dir, 'base'));
      await server.start();
    });
    afterAll(async () => {
      await server?.stop();
      if (dir !== undefined) await rm(dir, { recursive: true, force: true });
    });

    it('brings back rows, files and keys as they were', async () => {
      expect([making.length, bringing.length]).toEqual([2, 3]);
      await mkdir(join(dir, 'data'));
      await openVault(join(dir, 'data'));
      const key = await write('Kala Threads');
      const before = await sums();
      const [base = '', archive = ''] = making;
      await run(base);
      // What comes between the two is in the archive without its row, which does no harm.
      const later = await write('Ghar & Co');
      await run(archive);
      await write('Lost with the server');

      await server.stop();
      for (const name of await readdir(server.dataDir)) await rm(join(server.dataDir, name), { recursive: true });
      const vault = await readFile(join(dir, 'data/credentials-key'));
      await rm(join(dir, 'data'), { recursive: true });
      for (const command of bringing) await run(command);
      await server.start();

      expect(await sums()).toEqual(before);
      const { pathOf } = createUploads(join(dir, 'restored/uploads'));
      expect(await readFile(pathOf(key), 'utf8')).toBe('The file of Kala Threads');
      expect(await readFile(pathOf(later), 'utf8')).toBe('The file of Ghar & Co');
      expect(await readFile(join(dir, 'restored/credentials-key'))).toEqual(vault);
    });
  },
);
