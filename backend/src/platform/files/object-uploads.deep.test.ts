import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isTransient } from '../db/transient-error';
import { startObjectStore, type ObjectStore } from '../../testing/object-store';
import { openBucket, type Bucket } from './bucket';
import { createObjectUploads, tidy, type ObjectUploads } from './object-uploads';
import { createUploads, newKey, TooLargeError } from './uploads';

let store: ObjectStore;
let bucket: Bucket;
let dir: string;
let machines: ObjectUploads[];
beforeAll(async () => {
  store = await startObjectStore();
  bucket = openBucket(store.settings, atOnce);
});
afterAll(() => store.end());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-copies-'));
  const onFault = (error: unknown): void => {
    throw error;
  };
  machines = ['one', 'two'].map((name) => createObjectUploads(join(dir, name), bucket, { onFault }));
});
afterEach(async () => {
  machines.forEach((each) => each.close());
  await rm(dir, { recursive: true, force: true });
});

const atOnce = async (): Promise<void> => undefined;
const here = (): ObjectUploads => machines[0]!;
const there = (): ObjectUploads => machines[1]!;
const read = async (uploads: ObjectUploads, key: string): Promise<string> =>
  Buffer.concat(await (await uploads.open(key)).stream.toArray()).toString();
async function copiesOn(uploads: ObjectUploads): Promise<string[]> {
  const found = await readdir(uploads.dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}
async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

describe('a file in a bucket', () => {
  it('is not said to be nowhere when the bucket itself is missing', async () => {
    const { list } = openBucket({ ...store.settings, url: `${store.settings.url}-of-others` }, atOnce);
    await expect(list().next()).rejects.toThrow(/no such bucket|it answers/);
  });

  it('is had on each machine, whichever took it in', async () => {
    const { storage_key, size, head } = await here().put(chunks('Hello ', 'world'), { maxBytes: 100 });
    expect([size, head.toString()]).toEqual([11, 'Hello world']);
    expect([await read(here(), storage_key), await read(there(), storage_key)]).toEqual(['Hello world', 'Hello world']);
    expect((await there().open(storage_key)).size).toBe(11);
    expect([await there().has(storage_key), await there().has(newKey())]).toEqual([true, false]);
  });

  it('may be empty, and may be large', async () => {
    const empty = await here().put(Buffer.alloc(0), { maxBytes: 1 });
    expect(await read(there(), empty.storage_key)).toBe('');
    const bytes = Buffer.alloc(9_000_000, 'inbox');
    const large = await here().put(bytes, { maxBytes: 30_000_000 });
    const { stream, size } = await there().open(large.storage_key);
    expect(size).toBe(bytes.length);
    expect(Buffer.concat(await stream.toArray()).equals(bytes)).toBe(true);
  });

  it('comes to a machine for what reads a path, once for all who ask', async () => {
    const { storage_key } = await here().put(Buffer.from('a mail'), { maxBytes: 10 });
    const paths = await Promise.all([1, 2, 3].map(() => there().localPath(storage_key)));
    expect(new Set(paths).size).toBe(1);
    expect(await readFile(paths[0]!, 'utf8')).toBe('a mail');
    await expect(there().localPath(newKey())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await copiesOn(there())).toEqual([storage_key]);
  });

  it('has a second name of its own', async () => {
    const { storage_key } = await here().put(Buffer.from('twice'), { maxBytes: 10 });
    const second = await there().copy(storage_key);
    await here().remove(storage_key);
    expect(await read(here(), second)).toBe('twice');
    await expect(there().copy(storage_key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is gone everywhere when it is removed, and may be removed twice', async () => {
    const { storage_key } = await here().put(Buffer.from('x'), { maxBytes: 1 });
    await here().remove(storage_key);
    await here().remove(storage_key);
    for (const uploads of machines) await expect(uploads.open(storage_key)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await copiesOn(here())).toEqual([]);
  });

  it('is not stored when it is too large, or a look at it fails; nobody can have had it', async () => {
    await expect(here().put(chunks('12345', '6'), { maxBytes: 5 })).rejects.toThrow(TooLargeError);
    const key = newKey();
    const check = async (path: string): Promise<void> => {
      expect(await readFile(path, 'utf8')).toBe('a virus');
      expect(await bucket.has(key)).toBe(false);
      throw new Error('It has a virus');
    };
    await expect(here().put(Buffer.from('a virus'), { maxBytes: 10, key, check })).rejects.toThrow('It has a virus');
    expect([await bucket.has(key), await copiesOn(here())]).toEqual([false, []]);
  });

  it('that a worker thread wrote is stored when it is adopted', async () => {
    const { storage_key } = await createUploads(here().dir).put(Buffer.from('attached'), { maxBytes: 10 });
    expect(await there().has(storage_key)).toBe(false);
    await here().adopt(storage_key);
    expect(await read(there(), storage_key)).toBe('attached');
  });

  it.each(['../../etc/passwd', '', 'ab', `${'a'.repeat(31)}/`])('named %j is not asked for', async (key) => {
    await expect(here().open(key)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(here().remove(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a copy on a machine', () => {
  it('goes when nobody has asked for it, and what was left half-way with it', async () => {
    const { storage_key } = await here().put(Buffer.from('kept'), { maxBytes: 10 });
    const left = await here().put(Buffer.from('left'), { maxBytes: 10 });
    await writeFile(join(here().dir, 'begun.part'), 'half');
    const before = new Date(Date.now() - 60_000);
    const long = new Date(before.getTime() - 1_000);
    for (const path of [await here().localPath(storage_key), await here().localPath(left.storage_key)]) {
      await utimes(path, long, long);
    }
    await utimes(join(here().dir, 'begun.part'), long, long);
    // Asked for again, it stays.
    await here().localPath(storage_key);
    await tidy(here().dir, before);
    expect(await copiesOn(here())).toEqual([storage_key]);
    expect(await read(here(), left.storage_key)).toBe('left');
  });
});

describe('a bucket that is away', () => {
  afterEach(() => store.start());

  it('fails each call as what passes, says where it is and not the secret, and leaves nothing on the machine', async () => {
    const { storage_key } = await here().put(Buffer.from('x'), { maxBytes: 1 });
    await store.stop();
    const calls = [
      here().put(Buffer.from('y'), { maxBytes: 1 }),
      there().open(storage_key),
      there().localPath(storage_key),
      here().copy(storage_key),
      here().has(storage_key),
      here().remove(storage_key),
    ];
    for (const call of calls) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'BucketError', message: expect.stringContaining('ECONNREFUSED') });
      expect(isTransient(error)).toBe(true);
    }
    expect(await copiesOn(here())).toEqual([]);
  });

  it('is waited for through a short while', async () => {
    await store.stop();
    const pauses: number[] = [];
    const waiting = openBucket(store.settings, async (ms) => {
      if (pauses.push(ms) === 2) await store.start();
    });
    expect(await waiting.has(newKey())).toBe(false);
    expect(pauses).toEqual([100, 400]);
    await store.stop();
  });
});

describe('a bucket that refuses', () => {
  it('says that an object is missing in words of its own', async () => {
    const server = createServer((_request, response) => response.writeHead(404).end('Nothing here'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const other = openBucket({ ...store.settings, url: `http://127.0.0.1:${port}/files` }, atOnce);
    await expect(other.open(newKey())).rejects.toMatchObject({ code: 'ENOENT' });
    server.close();
  });

  it('is told of with its reason, once', async () => {
    const none = openBucket({ ...store.settings, url: store.settings.url.replace('inbox-files', 'other') }, atOnce);
    await expect(none.open(newKey())).rejects.toThrow(/404 \(NoSuchBucket\)/);
    await expect(none.keepsVersions()).rejects.toThrow('NoSuchBucket');
    const stranger = openBucket({ ...store.settings, keyId: 'nobody', secret: 'hunter2' }, atOnce);
    for (const call of [stranger.keepsVersions(), stranger.open(newKey()), stranger.has(newKey())]) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'BucketError', message: expect.stringContaining('403') });
      expect(String(error)).not.toContain('hunter2');
    }
    expect(await bucket.keepsVersions()).toBe(false);
  });
});
