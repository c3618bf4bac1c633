import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { readEmbedReleases, recordEmbed } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { addOrigin } from './origins';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { createApp } from '../app/api/app';
import { allowEmbeddingOrigins } from './cross-origin';
import { serveEmbedRoutes } from './routes';

const ORIGIN = 'https://shop.example';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const [OLDER, NOW] = ['0.1.0-aaaaaaaaaa', '0.1.0-bbbbbbbbbb'];

let test: TestDatabase;
let dir: string;
let kalaId: number;
let app: FastifyInstance;
let bare: FastifyInstance;
/** Serves a version that has no iframe mode. */
let frameless: FastifyInstance;

const scriptOf = (version: string): string => `console.log('${version}');`.repeat(30);
const sri = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** As the build leaves it. */
async function build(version: string, chunk: string): Promise<string> {
  const dist = join(dir, version, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'embed.js'), scriptOf(version));
  await writeFile(join(dist, 'embed.js.br'), brotliCompressSync(scriptOf(version)));
  await writeFile(join(dist, 'embed.js.map'), '{}');
  await writeFile(join(dist, chunk), chunk);
  if (version === NOW) await writeFile(join(dist, 'frame.js'), 'frame()');
  await writeFile(join(dist, 'embed.json'), JSON.stringify({ version, integrity: 'x' }));
  return dist;
}

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'embed-routes-'));
  const dataDir = join(dir, 'data');
  await writeFile(join(dir, 'secret.js'), 'secret');
  const older = await recordEmbed(dataDir, await build(OLDER, '1.0123456789.js'));
  const current = await recordEmbed(dataDir, await build(NOW, '1.abcdef0123.js'));
  const { id } = await test.db
    .insertInto('merchants')
    .values({ slug: 'kala', name: 'Kala', disable_reason: null, redirect_url: null, payment_settings_url: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  kalaId = id;
  await addOrigin(test.db, id, ORIGIN);
  await test.db
    .insertInto('merchants')
    .values({ slug: 'quiet', name: 'Quiet', disable_reason: null, redirect_url: null, payment_settings_url: null })
    .execute();
  const open = () => {
    const made = createApp({ logger: pino({ level: 'silent' }) });
    allowEmbeddingOrigins(made, test.db);
    return made;
  };
  app = open();
  const releases = await readEmbedReleases(dataDir);
  serveEmbedRoutes(app, { db: test.db, current, releases, panelOrigin: undefined });
  frameless = open();
  serveEmbedRoutes(frameless, { db: test.db, current: older, releases, panelOrigin: undefined });
  bare = open();
  const nothing = await recordEmbed(dataDir, join(dir, 'not-built'));
  serveEmbedRoutes(bare, { db: test.db, current: nothing, releases: [], panelOrigin: undefined });
});
afterAll(async () => {
  await app.close();
  await bare.close();
  await frameless.close();
  await test.drop();
  await rm(dir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'inbox.example', ...headers } });

describe('embed.js', () => {
  it('moves at one address, which browsers look at again soon', async () => {
    const { body, headers } = await get('/embed/embed.js');
    expect(body).toBe(scriptOf(NOW));
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'origin, accept-encoding',
    });
    const again = await get('/embed/embed.js', { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each([OLDER, NOW])('%s is there for ever, packed too, with the hash that is published', async (version) => {
    const { versions } = (await get('/embed/versions.json')).json<{ versions: Record<string, unknown> }>();
    expect(versions[version]).toEqual({ src: `/embed/${version}/embed.js`, integrity: sri(scriptOf(version)) });
    const { body, headers } = await get(`/embed/${version}/embed.js`);
    expect([body, headers['cache-control']]).toEqual([scriptOf(version), IMMUTABLE]);
    const packed = await get(`/embed/${version}/embed.js`, { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(scriptOf(version));
  });

  it('names the version of now, and never from memory', async () => {
    const answered = await get('/embed/versions.json');
    expect([answered.json<{ current: string }>().current, answered.headers['cache-control']]).toEqual([
      NOW,
      'no-cache',
    ]);
  });

  it('keeps the parts that an open page still loads', async () => {
    const older = await get('/embed/1.0123456789.js');
    expect([older.statusCode, older.body]).toEqual([200, '1.0123456789.js']);
  });

  it('may be read by listed origins alone', async () => {
    const allowed = async (origin: string) =>
      (await get('/embed/embed.js', { origin })).headers['access-control-allow-origin'];
    expect([await allowed(ORIGIN), await allowed('https://elsewhere.example')]).toEqual([ORIGIN, undefined]);
  });

  it.each([
    '/embed/embed.js.map',
    '/embed/embed.json',
    '/embed/..%2Fsecret.js',
    `/embed/${NOW}/..%2F..%2Fsecret.js`,
    `/embed/..%2F${NOW}/embed.js`,
    '/embed/9.9.9-cccccccccc/embed.js',
    '/embed/__proto__',
    `/embed/${NOW}/constructor`,
  ])('%s is not there', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('the frame', () => {
  it('is for pages of the merchant’s list, under a strict policy', async () => {
    const { statusCode, headers, body } = await get('/embed/frame?merchant=kala');
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(statusCode).toBe(200);
    expect(policy).toContain(`frame-ancestors 'self' ${ORIGIN};`);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(body).toContain(
      `nonce="${nonce}">{"merchant":"kala","merchantId":${kalaId},"origins":["${ORIGIN}"]}</script>`,
    );
    expect(body).toContain(`src="/embed/${NOW}/frame.js" integrity="${sri('frame()')}"`);
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
  });

  it('is not there, and says so, where the script has no such mode', async () => {
    const { statusCode, body } = await frameless.inject({ url: '/embed/frame?merchant=kala' });
    expect([statusCode, body]).toEqual([404, expect.stringContaining('has no iframe mode')]);
  });

  it('stands in nobody’s page but the inbox’s own while the list is empty', async () => {
    const { headers } = await get('/embed/frame?merchant=quiet');
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self';/);
  });

  it.each(['', '?merchant=nobody', '?merchant=%3Cscript%3E', '?merchant=kala&merchant=quiet'])(
    'is not there for %p',
    async (query) => {
      const { statusCode, body } = await get(`/embed/frame${query}`);
      expect([statusCode, body]).toEqual([404, expect.stringContaining('/embed/frame?merchant=')]);
    },
  );
});

describe('where it is not built', () => {
  it.each(['/embed/embed.js', `/embed/${NOW}/embed.js`, '/embed/versions.json', '/embed/frame?merchant=kala'])(
    '%s says so',
    async (url) => {
      const { statusCode, body } = await bare.inject({ url });
      expect([statusCode, body]).toEqual([404, expect.stringContaining('is not built')]);
    },
  );
});
