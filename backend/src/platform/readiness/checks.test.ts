import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openStore, type Queryable } from '../db/connection';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { checkDatabase } from './check-database';
import { checkFolder } from './check-folder';
import { panelsCheck } from './check-panels';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-checks-'));
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

const reasonOf = async (check: Promise<void>): Promise<string> =>
  check.then(
    () => 'ready',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('the database', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(async () => test.drop());

  /** A database all of whose transactions fail so. */
  const failing = (facts: object): Queryable =>
    Object.assign(Object.create(test.db) as Queryable, {
      transaction: () => ({ execute: async () => Promise.reject(Object.assign(new Error('could not'), facts)) }),
    });

  it('that can write is ready, and no table grows by the check', async () => {
    const size = async () => {
      const { rows } = await sql<{ size: number }>`
        select sum(pg_relation_size(oid))::bigint as size from pg_class where relkind = 'r'`.execute(test.db);
      return rows[0]?.size;
    };
    expect(await reasonOf(checkDatabase(test.db))).toBe('ready');
    const before = await size();
    for (let n = 0; n < 5; n += 1) await checkDatabase(test.db);
    expect(await size()).toBe(before);
  });

  it.each([
    ['whose sort files have no space', 'temp_file_limit=64kB', 'The database cannot be written (53400).'],
    [
      'that is set to read-only',
      'default_transaction_read_only=on',
      'The database takes no writes: it is a standby, or set to read-only.',
    ],
  ])('%s is not ready', async (_what, setting, reason) => {
    const url = `${test.url}${test.url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c ${setting}`)}`;
    const store = openStore({ url, log: () => undefined, max: 1 });
    expect(await reasonOf(checkDatabase(store.db))).toBe(reason);
    await store.close();
  });

  it.each([
    [{ code: '53100' }, 'The disk of the database is full (53100).'],
    [{ code: '57P03' }, 'The database cannot be reached (57P03).'],
    [{ code: '58030' }, 'The database cannot be written (58030).'],
  ])('that fails with %j says so', async (facts, reason) => {
    expect(await reasonOf(checkDatabase(failing(facts)))).toBe(reason);
  });
});

describe('a folder', () => {
  const fail = (code: string) => async () => {
    throw Object.assign(new Error(`${code}: ${dir}`), { code });
  };

  it('that can be written is ready, is made where it is missing, and has nothing in it afterwards', async () => {
    const folder = join(dir, 'uploads');
    expect(await reasonOf(checkFolder(folder, 'the folder of files'))).toBe('ready');
    expect(await reasonOf(checkFolder(folder, 'the folder of files'))).toBe('ready');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['on a full disk', 'ENOSPC', 'The disk of the data folder is full (ENOSPC).'],
    ['beyond its quota', 'EDQUOT', 'The disk of the data folder is full (EDQUOT).'],
    ['mounted for reading', 'EROFS', 'The data folder cannot be written (EROFS).'],
    ['of another user', 'EACCES', 'The data folder cannot be written (EACCES).'],
    ['on a broken disk', 'EIO', 'The data folder cannot be written (EIO).'],
  ])('%s is not ready, and the reason has no path', async (_what, code, reason) => {
    expect(await reasonOf(checkFolder(dir, 'the data folder', fail(code)))).toBe(reason);
  });

  it('is not made if the folder above it is missing', async () => {
    const reason = await reasonOf(checkFolder(join(dir, 'lost/uploads'), 'the folder of files'));
    expect(reason).toBe('The folder above the folder of files is missing (ENOENT).');
    expect(await readdir(dir)).not.toContain('lost');
  });
});

describe('the panels', () => {
  const hash = `sha384-${'A'.repeat(64)}`;
  const panel = (name: string, version: string, more: object = {}) => ({
    name,
    version,
    contract: '1.0.0',
    consumes: [],
    produces: [],
    entry: `/panels/${name}/${version}/mf-manifest.json`,
    integrity: { 'mf-manifest.json': hash, 'entry.js': hash },
    published_at: '2026-11-01T00:00:00.000Z',
    enabled: true,
    ...more,
  });
  const filesOf = async (dataDir: string, name: string, version: string) => {
    const folder = join(dataDir, 'panels', name, version);
    await mkdir(folder, { recursive: true });
    for (const file of ['mf-manifest.json', 'entry.js']) await writeFile(join(folder, file), '');
    return folder;
  };
  const setUp = async (...panels: ReturnType<typeof panel>[]) => {
    const dataDir = await mkdtemp(join(dir, 'data-'));
    const registry = { revision: 1, panels: Object.fromEntries(panels.map((each) => [each.name, each])) };
    await writeFile(join(dataDir, 'registry.json'), JSON.stringify(registry));
    for (const { name, version } of panels) await filesOf(dataDir, name, version);
    return dataDir;
  };

  it('are ready with all their files, and again once a lost folder is back', async () => {
    const dataDir = await setUp(panel('notes', '1.0.0'), panel('list', '2.0.0'));
    const check = panelsCheck(dataDir, true);
    expect(await reasonOf(check())).toBe('ready');
    await rename(join(dataDir, 'panels/notes'), join(dataDir, 'elsewhere'));
    expect(await reasonOf(check())).toBe('Files of these panels are missing: notes 1.0.0.');
    await rename(join(dataDir, 'panels'), join(dataDir, 'lost'));
    expect(await reasonOf(check())).toBe('Files of these panels are missing: notes 1.0.0, list 2.0.0.');
    await rename(join(dataDir, 'lost'), join(dataDir, 'panels'));
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'panels/notes'));
    expect(await reasonOf(check())).toBe('ready');
  });

  it('are not ready without one script, or without the files of a canary', async () => {
    const release = panel('notes', '1.1.0');
    const canary = { release, version: '1.1.0', percent: 10, seed: 'a' };
    const dataDir = await setUp(panel('notes', '1.0.0', { canary }));
    const check = panelsCheck(dataDir, true);
    expect(await reasonOf(check())).toBe('Files of these panels are missing: notes 1.1.0.');
    const folder = await filesOf(dataDir, 'notes', '1.1.0');
    expect(await reasonOf(check())).toBe('ready');
    await rm(join(folder, 'entry.js'));
    expect(await reasonOf(check())).toBe('Files of these panels are missing: notes 1.1.0.');
  });

  it.each<[string, object, boolean]>([
    ['is switched off', { enabled: false }, true],
    ['is served by another server', { entry: 'https://cdn.example/notes/mf-manifest.json' }, true],
    ['is served by the CDN of all panels', {}, false],
  ])('are ready without the files of one that %s', async (_what, more, ownFiles) => {
    const dataDir = await setUp(panel('notes', '1.0.0', more));
    await rm(join(dataDir, 'panels'), { recursive: true });
    expect(await reasonOf(panelsCheck(dataDir, ownFiles)())).toBe('ready');
  });

  it('are not ready without a registry, or with an empty one, until there is one', async () => {
    const dataDir = await setUp();
    const check = panelsCheck(dataDir, true);
    const empty = 'The registry has no panels.';
    expect(await reasonOf(check())).toBe(empty);
    await rm(join(dataDir, 'registry.json'));
    expect(await reasonOf(check())).toBe(empty);
    const other = await setUp(panel('notes', '1.0.0'));
    for (const name of ['registry.json', 'panels']) await rename(join(other, name), join(dataDir, name));
    expect(await reasonOf(check())).toBe('ready');
  });
});
