import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { publishRelease } from '../../testing/releases';
import { createApp } from '../../app/api/app';
import { serveFrontEnd, type FrontEnd } from './front-end';
import { mainSiteFor, ownScriptsOf, pagePolicy } from './page-config';

const HTML =
  '<!doctype html><html data-host-version="1.0.0-built"><head><script type="application/json" id="inbox-config">{"mainSite":"/x"}</script></head><body></body></html>';
const SCRIPT = `console.log('the host');`.repeat(50);
const IMMUTABLE = 'public, max-age=31536000, immutable';

let dir: string;
let app: FastifyInstance;
let frontEnd: FrontEnd;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-front-'));
  const hostDir = join(dir, 'dist');
  const panelsDir = join(dir, 'data/panels');
  await mkdir(hostDir);
  await mkdir(join(panelsDir, 'conversation/1.0.0'), { recursive: true });
  await writeFile(join(hostDir, 'index.html'), HTML);
  await writeFile(join(hostDir, 'host.abc.js'), SCRIPT);
  await writeFile(join(hostDir, 'host.abc.js.br'), brotliCompressSync(SCRIPT));
  app = createApp({ logger: pino({ level: 'silent' }) });
  frontEnd = serveFrontEnd(app, {
    hostDir,
    dataDir: join(dir, 'data'),
    panelsDir,
    mainSiteUrl: undefined,
    overrideHosts: ['stage.shop.example'],
    browserMemory: true,
    serviceWorker: true,
    vitalsShare: 0,
    panelTimeoutMs: 10_000,
    panelsUrl: undefined,
  });
  await app.ready();
  // An older release of the shell, and what was published after the server has started.
  const older = join(dir, 'data/hosts/0.1.0-older');
  await mkdir(older, { recursive: true });
  await writeFile(join(older, '7.0123456789.js'), SCRIPT);
  await writeFile(join(older, '7.0123456789.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(older, 'host.json'), '{}');
  await writeFile(join(panelsDir, 'conversation/1.0.0/panel.js'), SCRIPT);
});

afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:4000', ...headers } });

const SERVED = { host: 'inbox.shop.example' };

describe('a page that was opened before the shell of now', () => {
  it('still has its lazy parts', async () => {
    const response = await get('/7.0123456789.js', { 'accept-encoding': 'br' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe(IMMUTABLE);
    expect(response.headers['content-type']).toMatch(/javascript/);
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(SCRIPT);
  });

  it.each(['/8.0123456789.js', '/host.json', '/..%2fhosts%2f0.1.0-older%2f7.0123456789.js'])(
    'has no %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('what somebody has broken in the data folder', () => {
  const registry = () => join(dir, 'data/registry.json');
  const entry = (name: string) => ({
    name,
    version: '1.0.0',
    contract: '1',
    consumes: [],
    produces: [],
    entry: `/panels/${name}/1.0.0/mf-manifest.json`,
    integrity: {},
    published_at: '2026-01-02T03:04:05.000Z',
    enabled: true,
  });

  afterEach(async () => {
    await rm(registry(), { force: true });
    jest.restoreAllMocks();
  });

  it.each([
    ['a truncated registry', '{"revision": 3, "panels"'],
    ['an empty one', ''],
    ['one with a malformed entry', JSON.stringify({ revision: 1, panels: { conversation: { name: 7 } } })],
    ['a missing version folder', JSON.stringify({ revision: 1, panels: { missing: entry('missing') } })],
    ['a garbled manifest', JSON.stringify({ revision: 1, panels: { conversation: entry('conversation') } })],
  ])('%s: the page comes, the inbox is ready, and the registry is served', async (_, text) => {
    for (const method of ['warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
    await writeFile(join(dir, 'data/panels/conversation/1.0.0/mf-manifest.json'), 'garbage');
    await writeFile(registry(), text);
    expect((await get('/')).statusCode).toBe(200);
    expect((await get('/registry.json')).statusCode).toBe(200);
    await expect(frontEnd.renderPage()).resolves.toContain('inbox-registry');
  });

  it.each<[string, ((text: string) => string) | null]>([
    ['garbage', () => '<html>Gateway</html>'],
    ['half written', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['missing', null],
    ['with one bad entry', (text) => text.replace('"version": "2.0.0"', '"version": 7')],
  ])('a registry that is %s: pages and panels have its last good revision', async (_, damage) => {
    for (const method of ['warn', 'error'] as const) jest.spyOn(console, method).mockImplementation(() => {});
    const dataDir = join(dir, 'data');
    await publishRelease(dataDir, 'conversation', '1.0.0');
    await publishRelease(dataDir, 'ticket-list', '2.0.0');
    const whole = await readFile(registry(), 'utf8');
    try {
      const given = (await get('/registry.json')).json<unknown>();
      await (damage === null ? rm(registry()) : writeFile(registry(), damage(whole)));
      expect(damage === null || (await readFile(registry(), 'utf8')) !== whole).toBe(true);
      expect((await get('/registry.json')).json()).toEqual(given);
      const inline = /id="inbox-registry">(.*?)<\/script>/.exec((await get('/')).body)?.[1] ?? '';
      expect(JSON.parse(inline)).toMatchObject({ registry: given });
      await expect(frontEnd.renderPage()).resolves.toContain('"version":"2.0.0"');
    } finally {
      await rm(join(dataDir, 'registry-history'), { recursive: true });
    }
  });

  it('is not ready without the page itself', async () => {
    const page = join(dir, 'dist/index.html');
    await rm(page);
    await expect(frontEnd.renderPage()).rejects.toThrow('ENOENT');
    await writeFile(page, HTML);
  });
});

describe('the page', () => {
  it.each(['/', '/inbox', '/inbox/tickets', '/inbox/tickets/42', '/validate?token=x&t=7'])('is at %s', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(body).toContain('{"mainSite":"/main-site","panelOverrides":true,"worker":true,"panelTimeoutMs":10000}');
    expect(body).toContain('"revision":0');
    expect(headers['inbox-release']).toBe('1.0.0-built@0');
  });

  it('has a nonce of its own each time, and runs no script but this origin’s', async () => {
    const [one, two] = [await get('/', SERVED), await get('/', SERVED)];
    const nonces = [one, two].map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    const policy = String(one.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('runs the script that stands in it, by its hash', () => {
    const script = 'askFirst()';
    const html = `<script>${script}</script><script type="application/json" id="inbox-config">{}</script><script src="/a.js"></script>`;
    const config = {
      mainSite: null,
      panelOverrides: false,
      memory: true,
      worker: true,
      vitals: false,
      panelTimeoutMs: 10_000,
      panelOrigin: undefined,
    };
    expect(ownScriptsOf(html)).toEqual([script]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(pagePolicy('n', config, ownScriptsOf(html))).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  it.each([
    ['localhost:4000', true],
    ['127.0.0.1:4000', true],
    ['stage.shop.example', true],
    ['inbox.shop.example', false],
    ['localhost.shop.example', false],
    ['10.0.0.7:4000', false],
  ])('at %s may run a panel from a developer’s own machine: %p', async (host, may) => {
    const { headers } = await get('/', { host });
    expect(String(headers['content-security-policy']).includes('http://localhost:*')).toBe(may);
  });

  it('lets one other origin serve the panels’ files, and tells the shell of it', async () => {
    const other = createApp({ logger: pino({ level: 'silent' }) });
    const [hostDir, dataDir] = [join(dir, 'dist'), join(dir, 'data')];
    const options = { hostDir, dataDir, panelsDir: join(dataDir, 'panels'), mainSiteUrl: undefined, overrideHosts: [] };
    serveFrontEnd(other, {
      ...options,
      browserMemory: false,
      serviceWorker: false,
      vitalsShare: 1,
      panelTimeoutMs: 10_000,
      panelsUrl: 'https://cdn.test/inbox',
    });
    const { headers, body } = await other.inject({ url: '/', headers: SERVED });
    await other.close();
    expect(body).toContain('"panelOrigins":["https://cdn.test"]');
    expect(body).toContain('"memory":false,"vitals":true,"panelTimeoutMs":10000');
    expect(body).not.toContain('"worker"');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' https://cdn.test;");
    expect(policy).toMatch(/connect-src [^;]* https:\/\/cdn\.test;/);
    expect(policy).not.toContain('localhost');
  });

  it('comes compressed to whom understands it', async () => {
    const { headers, rawPayload } = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<body>');
  });

  it.each([
    '/api/x',
    '/ws/x',
    '/channels/x',
    '/panels/x',
    '/panels/../index.html',
    '/main-site',
    '/x.js',
    '/index.html',
  ])('is not at %s', async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('files', () => {
  it.each(['/host.abc.js', '/panels/conversation/1.0.0/panel.js'])('%s are kept for ever', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['cache-control'], body]).toEqual([200, IMMUTABLE, SCRIPT]);
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/);
  });

  it('come as they were compressed when they were built', async () => {
    const { headers, rawPayload } = await get('/host.abc.js', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
  });

  it('of the registry are never kept', async () => {
    const { headers, body } = await get('/registry.json');
    expect([headers['cache-control'], JSON.parse(body)]).toEqual(['no-cache', { revision: 0, panels: {} }]);
  });

  it('of the registry come to pages of other products with the manifests, which are never kept either', async () => {
    const { headers, body } = await get('/embed/registry.json');
    const nothing = { registry: { revision: 0, panels: {} }, manifests: {}, panelTimeoutMs: 10_000 };
    expect([headers['cache-control'], JSON.parse(body)]).toEqual(['no-cache', nothing]);
  });
});

describe('the main site', () => {
  it.each([
    [undefined, 'localhost', '/main-site'],
    [undefined, '127.0.0.1', '/main-site'],
    [undefined, 'inbox-1', '/main-site'],
    [undefined, 'inbox.shop.example', null],
    ['https://www.shop.example/', 'localhost', 'https://www.shop.example'],
  ])('set to %p is for a page at %s: %p', (set, hostname, expected) => {
    expect(mainSiteFor(set, hostname)).toBe(expected);
  });

  it('may be asked by the page, wherever it is', () => {
    expect(
      pagePolicy('n', {
        mainSite: 'https://www.shop.example/x',
        panelOverrides: false,
        memory: true,
        worker: false,
        vitals: false,
        panelTimeoutMs: 10_000,
        panelOrigin: undefined,
      }),
    ).toContain("connect-src 'self' https://www.shop.example;");
  });
});
