import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openBucket, type Bucket } from '../../../platform/files/bucket';
import { createUploads, newKey, type FolderUploads } from '../../../platform/files/uploads';
import { addShop, createChannelWorld, type ChannelWorld } from '../../../testing/channel-world';
import { startObjectStore, type ObjectStore } from '../../../testing/object-store';
import { addContent, addConversation, addTicket } from '../../../testing/rows';
import { openUploads } from '../../../app/open-uploads';
import { readSettings, type Settings } from '../../../app/settings/settings';
import type { StandaloneContext } from '../command';
import { runCommand } from '../testing';
import { fileCommands } from './files';

let world: ChannelWorld;
let store: ObjectStore;
let bucket: Bucket;
let dir: string;
let settings: Settings;
let folder: FolderUploads;
beforeAll(async () => {
  world = await createChannelWorld();
  store = await startObjectStore();
  bucket = openBucket(store.settings);
  dir = await mkdtemp(join(tmpdir(), 'inbox-files-'));
  const { url, keyId, secret } = store.settings;
  const env = { INBOX_DATA_DIR: dir, DATABASE_URL: world.test.url, INBOX_S3_URL: url, INBOX_S3_KEY_ID: keyId };
  settings = readSettings({ ...env, INBOX_S3_SECRET: secret }, '/');
  folder = createUploads(settings.uploadsDir);
});
afterAll(async () => {
  await store?.end();
  await world?.end();
  await rm(dir, { recursive: true, force: true });
});

async function command(name: string, words: readonly string[], of = settings): Promise<string[]> {
  const lines: string[] = [];
  const context: StandaloneContext = { settings: of, env: {}, print: (line) => lines.push(line) };
  await runCommand(fileCommands, ['files', name, ...words], context);
  return lines;
}
const run = (...words: string[]) => command('copy', words);

/** A mail that was kept as it came, with a file. */
async function attach(storage_key: string, original_key: string): Promise<void> {
  const { db } = world.test;
  const { merchantId: merchant_id } = await addShop(world, 'whatsapp');
  const line = await addConversation(db, merchant_id);
  const details = JSON.stringify({ original_key });
  const content_id = await addContent(db, line, await addTicket(db, line), { content_type: 'email', details });
  const file = {
    kind: 'document',
    filename: 'bill.pdf',
    content_type: 'application/pdf',
    size: 4,
    storage_key,
  } as const;
  const attachment = { merchant_id, content_id, content_id_header: null, external_media_id: null, ...file };
  await db.insertInto('attachments').values(attachment).execute();
}

it('files are copied into the bucket and back, those that are not there, and what nobody has is told of', async () => {
  const keys: string[] = [];
  const put = async (text: string): Promise<string> => {
    const { storage_key } = await folder.put(Buffer.from(text), { maxBytes: 10 });
    keys.push(storage_key);
    return storage_key;
  };
  for (let n = 0; n < 20; n += 2) await attach(await put(`bill ${n}`), await put(`bill ${n + 1}`));
  const unnamed = await folder.put(Buffer.from('x'), { maxBytes: 1 });
  await attach(newKey(), keys[0]!);
  expect(await run('--to', 'bucket')).toEqual([
    '20 files were copied, 0 were there already.',
    '1 files that messages name are not where they should be.',
  ]);
  expect(await bucket.has(unnamed.storage_key)).toBe(false);
  // A second copy of each file would fill the disk of an inbox that moves because its disk is full.
  expect(existsSync(settings.fileCopiesDir)).toBe(false);

  for (const key of keys.slice(0, 5)) await folder.remove(key);
  expect((await run('--to', 'folder'))[0]).toBe('5 files were copied, 15 were there already.');
  for (const [n, key] of keys.entries()) {
    expect(Buffer.concat(await (await folder.open(key)).stream.toArray()).toString()).toBe(`bill ${n}`);
  }
});

describe('files that nothing names', () => {
  afterEach(() => void jest.restoreAllMocks());
  const inADay = () => jest.spyOn(Date, 'now').mockReturnValue(new Date().getTime() + 25 * 3_600_000);

  it.each(['folder', 'bucket'] as const)('in a %s are told of, and deleted once that is asked for', async (where) => {
    const of: Settings = where === 'folder' ? { ...settings, bucket: undefined } : settings;
    const { uploads, place, close } = await openUploads(of, () => undefined);
    const put = async (text: string) => (await uploads.put(Buffer.from(text), { maxBytes: 10 })).storage_key;
    inADay();
    // What the test above has left.
    await command('unnamed', ['--delete'], of);
    jest.restoreAllMocks();

    const [bill, mail, lost] = [await put('bill'), await put('mail'), await put('lost')];
    await attach(bill, mail);
    const none = `All files in ${place} are named, or are of the last day.`;
    expect(await command('unnamed', ['--delete'], of)).toEqual([none]);
    inADay();
    const some = `1 files of 0.1 KB in ${place} that nothing names`;
    expect(await command('unnamed', [], of)).toEqual([`${some} are there: --delete deletes them.`]);
    expect(await uploads.has(lost)).toBe(true);
    expect(await command('unnamed', ['--delete'], of)).toEqual([`${some} were deleted.`]);
    expect(await command('unnamed', [], of)).toEqual([none]);
    expect(await Promise.all([bill, mail, lost].map((key) => uploads.has(key)))).toEqual([true, true, false]);
    close();
  });
});

describe('files that nothing names here, in a bucket that cells share', () => {
  const setCell = (number: number, shares: string | null) =>
    world.test.db.updateTable('cell').set({ number, shares: shares! }).execute();
  afterEach(async () => {
    jest.restoreAllMocks();
    await setCell(0, null);
  });

  const secret = 'a secret of at least thirty-two characters';
  const shares = JSON.stringify({ keys: [], tokens: '', files: '' });
  it.each([
    ['by its settings', { cellSecret: secret, number: 0, shares: null }],
    ['by its number', { cellSecret: undefined, number: 2, shares: null }],
    ['by what it has told other cells', { cellSecret: undefined, number: 0, shares }],
  ])('are not deleted where the inbox is a cell %s', async (_, { cellSecret, number, shares: told }) => {
    await setCell(number, told);
    const { uploads, close } = await openUploads(settings, () => undefined);
    const { storage_key } = await uploads.put(Buffer.from('bill'), { maxBytes: 10 });
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 25 * 3_600_000);
    for (const words of [[], ['--delete']]) {
      await expect(command('unnamed', words, { ...settings, cellSecret })).rejects.toThrow('Cells share this bucket');
    }
    expect(await uploads.has(storage_key)).toBe(true);
    // A folder is one machine's, and so one cell's.
    expect((await command('unnamed', [], { ...settings, cellSecret, bucket: undefined })).join()).toContain('files');
    close();
  });
});

it('says what is missing of the command', async () => {
  await expect(run('--to', 'tape')).rejects.toThrow('Allowed choices are bucket, folder.');
  const { bucket: _bucket, ...without } = settings;
  const context = { settings: { ...without, bucket: undefined }, env: {}, print: () => undefined };
  await expect(runCommand(fileCommands, ['files', 'copy', '--to', 'bucket'], context)).rejects.toThrow('INBOX_S3_URL');
});
