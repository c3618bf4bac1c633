import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUploads, TooLargeError, type Uploads } from './uploads';

let dir: string;
let uploads: Uploads;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-uploads-'));
  uploads = createUploads(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
async function filesOnDisk(): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const read = async (key: string): Promise<string> =>
  Buffer.concat(await (await uploads.open(key)).stream.toArray()).toString();

describe('an uploaded file', () => {
  it('is stored under a name that says nothing, for this user alone, not to be run', async () => {
    const { storage_key, size, head } = await uploads.put(chunks('Hello ', 'world'), { maxBytes: 100 });
    expect([size, head.toString()]).toEqual([11, 'Hello world']);
    expect(await read(storage_key)).toBe('Hello world');
    const { mode } = await stat(join(dir, storage_key.slice(0, 2), storage_key));
    expect(mode & 0o777).toBe(0o600);
  });

  it('comes from memory just so, also without a byte', async () => {
    const { storage_key, size } = await uploads.put(Buffer.alloc(0), { maxBytes: 1 });
    expect([size, await read(storage_key)]).toEqual([0, '']);
  });

  it('tells its first bytes only, however they come', async () => {
    const { head, size } = await uploads.put(chunks('a'.repeat(4_000), 'b'.repeat(4_000)), { maxBytes: 10_000 });
    expect([head.toString(), size]).toEqual(['a'.repeat(4_000) + 'b'.repeat(96), 8_000]);
  });

  it('that is too large, or breaks off, leaves nothing', async () => {
    await expect(uploads.put(chunks('12345', '6'), { maxBytes: 5 })).rejects.toThrow(TooLargeError);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('The line is dead');
    }
    await expect(uploads.put(broken(), { maxBytes: 100 })).rejects.toThrow('The line is dead');
    expect(await filesOnDisk()).toEqual([]);
  });

  it('has its name when it is whole; what nobody goes on writing is removed, and nothing else', async () => {
    const { storage_key } = await uploads.put(Buffer.from('whole'), { maxBytes: 10 });
    let goOn = () => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    async function* halting(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      begun();
      await new Promise<void>((resolve) => (goOn = resolve));
    }
    const writing = uploads.put(halting(), { maxBytes: 10 });
    await isBegun;
    const [unfinished = ''] = (await filesOnDisk()).filter((name) => name !== storage_key);
    expect(unfinished).toMatch(/^[0-9a-f]{32}\.part$/);

    const path = join(dir, unfinished.slice(0, 2), unfinished);
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(join(dir, storage_key.slice(0, 2), storage_key), yesterday, yesterday);
    await uploads.removeUnfinished(yesterday);
    expect(await filesOnDisk()).toContain(unfinished);

    const longAgo = new Date(yesterday.getTime() - 1_000);
    await utimes(path, longAgo, longAgo);
    await uploads.removeUnfinished(yesterday);
    expect(await filesOnDisk()).toEqual([storage_key]);

    goOn();
    await expect(writing).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is gone when removed, and may be removed twice', async () => {
    const { storage_key } = await uploads.put(Buffer.from('x'), { maxBytes: 1 });
    await uploads.remove(storage_key);
    await uploads.remove(storage_key);
    await expect(uploads.open(storage_key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['../../etc/passwd', '', 'ab', `${'a'.repeat(31)}/`, '0'.repeat(32)])(
    'named %j is not there',
    async (key) => {
      await expect(uploads.open(key)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
