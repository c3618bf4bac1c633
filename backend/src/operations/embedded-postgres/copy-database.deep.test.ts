import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openStore } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { runCommand } from '../admin/testing';
import { databaseCommands } from '../admin/data/database';
import { openSnapshot } from '../database-copy/database-copy';
import { readSettings } from '../../app/settings/settings';
import { startEmbeddedDatabase } from './index';

let test: TestDatabase;
let dirs: [string, string];
let external: string;
const name = `test_${process.pid}_external`;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.pool.query(`create database ${name}`);
  external = test.url.replace(/test_\w+/, name);
  dirs = [await mkdtemp(join(tmpdir(), 'inbox-copy-')), await mkdtemp(join(tmpdir(), 'inbox-copy-'))];
});
afterAll(async () => {
  await test.pool.query(`drop database ${name} with (force)`);
  await test.drop();
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
});

async function embedded<T>(dir: string, work: (url: string) => Promise<T>): Promise<T> {
  const database = await startEmbeddedDatabase({ dataDir: dir, log: () => undefined });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

async function sumsOf(url: string): Promise<unknown> {
  const snapshot = await openSnapshot(url);
  const sums = await snapshot.sums();
  await snapshot.close();
  return sums;
}

async function run(dir: string, words: string): Promise<string> {
  const said: string[] = [];
  const settings = readSettings({ INBOX_DATA_DIR: dir, DATABASE_URL: external }, '/');
  await runCommand(databaseCommands, words.split(' '), { settings, env: {}, print: (line) => void said.push(line) });
  return said.join('\n');
}

it('the embedded database is copied to one of its own, and back with what came since', async () => {
  const [first, second] = dirs;
  let before = await embedded(first, async (url) => {
    const { db, close } = openStore({ url, log: () => undefined, max: 2 });
    await migrate(db);
    const line = await addConversation(db, await addMerchant(db, 'Kurta & Co'), 'email', { full_name: 'Meera Iyer' });
    const ticket = await addTicket(db, line, { subject: 'Order' });
    await addContent(db, line, ticket, { message: 'Where is it?' });
    await close();
    return sumsOf(url);
  });
  expect(await run(first, 'database copy --from embedded')).toContain('start the inbox with that setting');
  expect(await sumsOf(external)).toEqual(before);

  // There it counts on.
  const { db, close } = openStore({ url: external, log: () => undefined, max: 2 });
  const line = await addConversation(db, await addMerchant(db, 'Ghar'), 'email', { full_name: 'Dev' });
  expect(await addTicket(db, line, {})).toBeGreaterThan(1);
  await close();
  before = await sumsOf(external);

  // Nothing is copied over what is there, nor while an inbox writes.
  await expect(run(first, 'database copy --from embedded')).rejects.toThrow('There is data where it is to go');
  expect(await sumsOf(external)).toEqual(before);
  const user = openStore({ url: external, log: () => undefined, max: 1 });
  await user.db.selectFrom('merchants').select('id').execute();
  await expect(run(second, 'database copy --to embedded')).rejects.toThrow('stop it first');
  await user.close();

  expect(await run(second, 'database copy --to embedded')).toContain('start the inbox without DATABASE_URL');
  expect(await embedded(second, sumsOf)).toEqual(before);
});

it.each([
  ['', 'Say --from embedded'],
  [' --from embedded --to embedded', 'Say --from embedded'],
  [' --to postgresql://elsewhere', 'Allowed choices are embedded'],
])('%p is no way', async (words, message) => {
  await expect(run(dirs[0], `database copy${words}`)).rejects.toThrow(message);
});
