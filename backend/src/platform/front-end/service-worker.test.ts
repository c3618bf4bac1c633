import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { createApp } from '../../app/api/app';
import { serveServiceWorker } from './service-worker';

const SCRIPT = `addEventListener('fetch', () => {});`.repeat(20);

let hostDir: string;
beforeAll(async () => {
  hostDir = await mkdtemp(join(tmpdir(), 'inbox-worker-'));
  await writeFile(join(hostDir, 'service-worker.js'), SCRIPT);
  await writeFile(join(hostDir, 'service-worker.js.br'), brotliCompressSync(SCRIPT));
});
afterAll(() => rm(hostDir, { recursive: true }));

interface Asked {
  serviceWorker?: boolean;
  dir?: string;
  panelOrigin?: string;
  headers?: Record<string, string>;
}

async function get({ serviceWorker = true, dir = hostDir, panelOrigin, headers = {} }: Asked = {}) {
  const app = createApp({ logger: pino({ level: 'silent' }) });
  serveServiceWorker(app, { hostDir: dir, serviceWorker, panelOrigin });
  const response = await app.inject({ url: '/service-worker.js', headers });
  await app.close();
  return response;
}

describe('the service worker’s script', () => {
  it('is asked for anew each time, and sent when it has changed', async () => {
    const { headers, body } = await get();
    expect(body).toBe(SCRIPT);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' });
    const again = await get({ headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('comes compressed to whom understands it', async () => {
    const { headers, rawPayload } = await get({ headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it.each([
    [undefined, "connect-src 'self'"],
    ['https://cdn.test', "connect-src 'self' https://cdn.test"],
  ])('may read from the inbox, and from where the panels are: %p', async (panelOrigin, connects) => {
    const { headers } = await get(panelOrigin === undefined ? {} : { panelOrigin });
    expect(headers['content-security-policy']).toBe(`default-src 'none'; script-src 'self'; ${connects}`);
  });
});

describe('a service worker that is not to be', () => {
  it.each([
    ['switched off', { serviceWorker: false }],
    ['not built', { dir: join(tmpdir(), 'no-such-folder') }],
  ])('(%s) removes itself, its caches and no others', async (_, asked) => {
    const { body, headers } = await get({ ...asked, headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
    const listeners = new Map<string, (event: unknown) => void>();
    const done: string[] = [];
    const names = ['inbox.files.1', 'inbox.files.0', 'others'];
    let work: Promise<unknown> = Promise.resolve();
    runInContext(
      body,
      createContext({
        addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
        skipWaiting: () => void done.push('skips waiting'),
        caches: { keys: async () => names, delete: async (name: string) => void done.push(name) },
        registration: { unregister: async () => void done.push('unregisters') },
      }),
    );
    expect([...listeners.keys()]).toEqual(['install', 'activate']);
    listeners.get('install')?.({});
    listeners.get('activate')?.({ waitUntil: (given: Promise<unknown>) => void (work = given) });
    await work;
    expect(done).toEqual(['skips waiting', 'inbox.files.1', 'inbox.files.0', 'unregisters']);
  });
});
