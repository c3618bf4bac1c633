import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { openVault } from '../../accounts/vault';
import { openSigningKeys, rotateSigningKey, type SigningKeys } from '../../agents/sessions/signing-keys';
import { createTokens, PROOF_MS } from '../../agents/sessions/token';
import { openStore, type Store } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { createUploads, type FolderUploads } from '../../platform/files/uploads';
import { receiveMessage } from '../../conversations/receive/receive-message';
import { builtProgram } from '../../testing/built-program';
import { until } from '../../testing/fake-graph';
import { profile } from '../../testing/profile';
import { addConversation, addMerchant, type TestConversation } from '../../testing/rows';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../embedded-postgres';
import { processLives } from '../embedded-postgres/lock';
import { startInbox } from '../../app/inbox';
import { findRoot } from '../../app/settings/root';
import { readSettings, type Settings } from '../../app/settings/settings';
import { makeArchiveKey, readArchiveKey } from './archive-key';
import { listArchives } from './archives';
import { makeBackup, type MadeBackup } from './make-backup';
import { restore } from './restore';
import { startBackups } from './schedule';
import { compare, verifyArchive } from './verify';

/** More of them, with minutes and bytes: INBOX_DRILL_TICKETS=2000 npx jest backend/src/operations/backup/drill */
const TICKETS = Number(process.env['INBOX_DRILL_TICKETS'] ?? 40);
const FILE_BYTES = 20_000;
/** Of a drill with thousands of tickets. */
const MOST_MS = 30 * 60_000;
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let dir: string;
let dataDir: string;
let archives: string;
let settings: Settings;
let database: EmbeddedDatabase;
let store: Store;
let uploads: FolderUploads;
let context: UseCaseContext;
let line: TestConversation;
let identity: string;
let env: Record<string, string>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-drill-'));
  [dataDir, archives] = [join(dir, 'data'), join(dir, 'archives')];
  await makeArchiveKey(join(dir, 'key'));
  env = {
    INBOX_DATA_DIR: dataDir,
    INBOX_SEED: 'none',
    PORT: '0',
    INBOX_SMTP_PORT: '0',
    INBOX_BACKUP_KEY_FILE: join(dir, 'key'),
  };
  settings = readSettings(env, dir);
  identity = (await readArchiveKey(settings.backup)).identity ?? '';
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: FAST });
  store = openStore({ url: database.url, log: () => undefined });
  await migrate(store.db);
  uploads = createUploads(settings.uploadsDir);
  context = withChannels({
    db: store.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
  const vault = await openVault(dataDir);
  signedBefore = await signToken(await openSigningKeys(dataDir, new Date()));
  await rotateSigningKey(dataDir, new Date(), PROOF_MS);
  line = await addConversation(store.db, await addMerchant(store.db, 'Kala Threads'));
  await store.db
    .updateTable('accounts')
    .set({ credentials: vault.seal({ access_token: 'a' }, 'account') })
    .execute();
  await mkdir(join(settings.panelsDir, 'notes/1'), { recursive: true });
  await writeFile(join(settings.panelsDir, 'notes/1/entry.js'), 'export {};\n');
  const contacts = Array.from({ length: TICKETS }, (_, ticket) => `9198${String(ticket).padStart(8, '0')}`);
  const writer = async (): Promise<void> => {
    for (let contact = contacts.shift(); contact !== undefined; contact = contacts.shift()) await writeTo(contact);
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
}, MOST_MS);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await store.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
});

let written = 0;

const SESSION = '8d6f1c9e-31f5-4a0a-9b4e-0f7d5d6c2a10';
let signedBefore: string;

const signToken = (keys: SigningKeys): Promise<string> => createTokens(keys).make(profile, SESSION, new Date());

/** A customer's message with a file, kept as it came: a ticket of its own for each contact. @returns the channel's id */
async function writeTo(contact: string): Promise<string> {
  written += 1;
  const externalId = `wamid.${written}`;
  const { storage_key, size } = await uploads.put(randomBytes(FILE_BYTES), { maxBytes: FILE_BYTES });
  const original = await uploads.put(randomBytes(FILE_BYTES), { maxBytes: FILE_BYTES });
  await receiveMessage(context, {
    merchantId: line.merchantId,
    accountId: line.accountId,
    source: 'whatsapp',
    externalId,
    contact,
    answers: [],
    from: { name: 'Rohit Khanna', phone: `+${contact}`, email: null },
    sentAt: new Date(),
    content_type: 'message',
    message_type: 'session',
    message: `Where is order ${written}?\t\\ "कब" \n`,
    details: { original_key: original.storage_key },
    quotes: null,
    attachments: [
      {
        kind: 'document',
        filename: 'bill.pdf',
        content_type: 'application/pdf',
        size,
        disposition: 'attachment',
        content_id_header: null,
        storage_key,
        external_media_id: null,
      },
    ],
  });
  return externalId;
}

const backUp = (now = new Date()): Promise<MadeBackup> =>
  makeBackup({ settings, env, databaseUrl: database.url, to: archives, now });

/** The real program. */
function admin(...words: string[]): ChildProcess & { output: () => string } {
  const child = spawn(process.execPath, [builtProgram('admin'), ...words], {
    cwd: join(findRoot(), 'backend'),
    env: { PATH: process.env['PATH'], ...env },
  });
  children.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return Object.assign(child, { output: () => said });
}

/** A file whose reader waits until somebody writes to it: who reads it is in the middle of its work, for sure. */
const makePipe = (path: string) => promisify(execFile)('mkfifo', [path]);

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('a restore drill', () => {
  it(
    'brings tickets and files back as they were, backed up while messages came in',
    async () => {
      const before = await store.db
        .selectFrom('contents')
        .select('external_id')
        .where('actor', '=', 'customer')
        .execute();
      const state = { isDone: false };
      const began = performance.now();
      const making = backUp().finally(() => (state.isDone = true));
      // Files go meanwhile too: one at a time, after its row.
      const [first] = await store.db.selectFrom('attachments').select(['id', 'storage_key']).orderBy('id').execute();
      let during = 0;
      for (; !state.isDone || during === 0; during += 1) await writeTo('919899999999');
      await store.db.deleteFrom('attachments').where('id', '=', first!.id).execute();
      await uploads.remove(first!.storage_key!);
      const made = await making;
      const backedUpMs = performance.now() - began;
      expect(made.manifest.missing).toBe(0);
      expect(await readdir(archives)).toEqual([made.path.slice(archives.length + 1)]);

      const source = await store.db.selectFrom('contents').selectAll().orderBy('id').execute();
      const keys = { vault: await readFile(join(dataDir, 'credentials-key')) };
      await store.close();
      await database.stop();
      await rm(dataDir, { recursive: true });

      const restoring = performance.now();
      const restored = await restore({ archive: made.path, identity, to: dataDir, databaseSettings: FAST });
      const restoredMs = performance.now() - restoring;
      expect(await compare(dataDir, restored)).toEqual([]);
      expect(await readFile(join(dataDir, 'credentials-key'))).toEqual(keys.vault);
      expect(await readFile(join(settings.panelsDir, 'notes/1/entry.js'), 'utf8')).toBe('export {};\n');
      expect(await readFile(join(dataDir, 'settings/settings.env'), 'utf8')).toContain(`INBOX_DATA_DIR='${dataDir}'`);

      // Both keys are there again: who was signed in stays so, also by the older one.
      const restoredTokens = createTokens(await openSigningKeys(dataDir, new Date()));
      expect(await restoredTokens.read(signedBefore, new Date())).toMatchObject({ sessionId: SESSION });

      database = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: FAST });
      store = openStore({ url: database.url, log: () => undefined });
      context = { ...context, db: store.db };
      const found = await store.db.selectFrom('contents').selectAll().orderBy('id').execute();
      expect(found).toEqual(source.slice(0, found.length));
      const customers = new Set(found.map(({ external_id }) => external_id));
      expect(before.filter(({ external_id }) => !customers.has(external_id))).toEqual([]);
      const attachments = await store.db.selectFrom('attachments').select('storage_key').execute();
      expect(attachments.length).toBeGreaterThanOrEqual(TICKETS);
      const originals = found.map(({ details }) => details.original_key).filter((key) => key !== undefined);
      expect(originals.length).toBeGreaterThanOrEqual(TICKETS);
      for (const key of [...attachments.map(({ storage_key }) => storage_key!), ...originals])
        expect((await stat(uploads.pathOf(key))).size).toBe(FILE_BYTES);
      // What is written next has a number of its own.
      const external_id = await writeTo('919877777777');
      const next = store.db.selectFrom('contents').select('id').where('external_id', '=', external_id);
      expect((await next.executeTakeFirstOrThrow()).id).toBeGreaterThan(found.at(-1)?.id ?? Infinity);
      if (process.env['INBOX_DRILL_TICKETS'] !== undefined) {
        const minutes = (ms: number) => (ms / 60_000).toFixed(2);
        process.stderr.write(
          `${TICKETS} tickets, ${during} messages meanwhile: ${made.bytes} bytes, ` +
            `backup ${minutes(backedUpMs)} min, restore ${minutes(restoredMs)} min\n`,
        );
      }
    },
    MOST_MS,
  );

  it('says of an archive whether it is complete, what was changed, and that another key opens none', async () => {
    const { path } = await backUp(new Date('2026-11-01T00:00:00Z'));
    const verified = await verifyArchive(path, identity);
    expect(verified.differences).toEqual([]);
    expect(verified.manifest.uploads.files).toBeGreaterThanOrEqual(2 * TICKETS);

    const other = join(dir, 'other-key');
    await makeArchiveKey(other);
    const stranger = await readArchiveKey({ key: undefined, keyFile: other });
    await expect(verifyArchive(path, stranger.identity ?? '')).rejects.toThrow('encrypted for another key');

    const bytes = await readFile(path);
    await writeFile(`${path}.changed`, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
    await expect(verifyArchive(`${path}.changed`, identity)).rejects.toThrow('not complete, or was changed');
    await truncate(path, bytes.length - 20_000);
    await expect(verifyArchive(path, identity)).rejects.toThrow('not complete, or was changed');
    for (const name of [path, `${path}.changed`]) await rm(name);
  });

  it('leaves no archive that looks complete when the backup is killed, and the next one is not disturbed', async () => {
    // It reads this file after all rows, and waits for its bytes.
    const [upload] = await store.db.selectFrom('attachments').select('storage_key').orderBy('storage_key').execute();
    const file = uploads.pathOf(upload!.storage_key!);
    await rename(file, `${file}.aside`);
    await makePipe(file);
    const done = (await readdir(archives)).length;
    const child = admin('backup', '--to', archives);
    const partial = async () => (await readdir(archives)).find((name) => name.endsWith('.partial'));
    await until(async () => (await partial()) !== undefined || child.exitCode !== null);
    expect(child.output()).toBe('');
    await killed(child);
    expect((await readdir(archives)).filter((name) => !name.endsWith('.partial'))).toHaveLength(done);
    await rm(file);
    await rename(`${file}.aside`, file);

    expect((await backUp(new Date('2026-11-02T00:00:00Z'))).manifest.missing).toBe(0);
    expect(existsSync(join(settings.uploadsDir, 'held'))).toBe(false);
  });

  it('leaves a folder that says it is not complete, and does not start, when the restore is killed', async () => {
    const { path } = await backUp(new Date('2026-11-03T00:00:00Z'));
    const bytes = await readFile(path);
    const to = join(dir, 'half');
    const pipe = join(dir, 'half.age');
    await makePipe(pipe);
    const child = admin('restore', pipe, '--to', to);
    const into = await open(pipe, 'w');
    await into.write(bytes.subarray(0, bytes.length - 50_000));
    await until(() => existsSync(join(to, 'database/cluster/postmaster.pid')) || child.exitCode !== null);
    expect(child.exitCode).toBeNull();
    const server = Number.parseInt(await readFile(join(to, 'database/cluster/postmaster.pid'), 'utf8'), 10);
    await killed(child);
    await into.close();
    // The server that loaded the rows ends too: nobody would ever stop it.
    await until(() => !processLives(server));

    const options = { root: dir, logger: pino({ level: 'silent' }), say: () => undefined, fail: () => undefined };
    const half = readSettings({ ...env, INBOX_DATA_DIR: to }, dir);
    const { signal } = new AbortController();
    await expect(startInbox({ ...options, settings: half, signal })).rejects.toThrow('not come to its end');
    await expect(restore({ archive: path, identity, to })).rejects.toThrow('did not come to its end');
    await appendFile(join(dir, 'taken'), 'something');
    await expect(restore({ archive: path, identity, to: dir })).rejects.toThrow('is not empty');
  });

  it('makes one by itself when the newest is too old, deletes old ones, and says why it could not', async () => {
    const to = join(dir, 'scheduled');
    const clock = { now: new Date('2026-11-04T00:00:00Z') };
    const logged: string[] = [];
    const scheduled = { ...settings, backup: { ...settings.backup, dir: to } };
    const schedule = {
      databaseUrl: database.url,
      log: (said: string) => logged.push(said),
      report: (error: unknown) => logged.push(String(error)),
      now: () => clock.now,
      checkMs: 5,
    };
    const stop = startBackups({ ...schedule, settings: scheduled });
    const names = async () => (await listArchives(to)).map(({ path }) => path.slice(to.length + 1));
    const [first, second] = ['inbox-20261104T000000Z.tar.gz.age', 'inbox-20261206T000000Z.tar.gz.age'];
    await until(async () => (await names()).includes(first));
    clock.now = new Date('2026-12-06T00:00:00Z');
    await until(async () => (await names()).join() === second);
    await stop();
    expect(logged).toEqual([]);

    await rm(join(dir, 'key'));
    const failing = startBackups({
      ...schedule,
      settings: { ...scheduled, backup: { ...scheduled.backup, dir: `${to}-2` } },
    });
    await until(() => logged.length > 0);
    await failing();
    expect(logged).toEqual([expect.stringContaining('tried again in 15 minutes: INBOX_BACKUP_KEY_FILE names')]);
  });
});
