import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountId, MerchantId } from '@inbox/domain';
import type { MetaAccount } from '../account';
import { createUploads } from '../../../platform/files/uploads';
import { startFakeGraph, type FakeGraph } from '../../../testing/fake-graph';
import { scannedUploads } from '../../../platform/virus-scan/scanned-uploads';
import { createFakeScanner, VIRUS } from '../../../testing/fake-scanner';
import { MAX_ATTEMPTS } from '../../../platform/outbox/back-off';
import type { ClaimedRow } from '../../../platform/outbox/queue';
import type { RepeatableDeps } from '../../channel';
import { mediaByAddress } from './jobs';
import { fetchByAddress, fetchMedia, mayCarryToken } from './media';

it.each([
  ['https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1', true],
  ['https://scontent.xx.fbcdn.net/v/t1.jpg', true],
  ['https://graph.facebook.com/v21.0/1', true],
  ['https://graph.example:8443/media/1', true],
  ['https://graph.example/media/1', false],
  ['http://lookaside.fbsbx.com/1', false],
  ['https://evilfbsbx.com/1', false],
  ['https://fbsbx.com.evil.example/1', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['http://localhost:4000/api/', false],
])('the token goes along to %s: %s', (address, expected) => {
  expect(mayCarryToken(address, { out_url: 'https://graph.example:8443/v21.0' })).toBe(expected);
});

describe('a file fetched from the address that a delivery names', () => {
  let graph: FakeGraph;
  let account: MetaAccount;
  /** A neighbour on this machine that must not hear anything. */
  let neighbour: FakeGraph;
  let dir: string;

  beforeEach(async () => {
    [graph, neighbour] = await Promise.all([startFakeGraph(), startFakeGraph()]);
    dir = await mkdtemp(join(tmpdir(), 'inbox-media-'));
    account = {
      id: 1 as AccountId,
      merchant_id: 1 as MerchantId,
      enabled: true,
      kind: 'instagram',
      external_id: '178',
      name: 'Shop',
      address: null,
      out_url: graph.url,
      credentials: { access_token: 'secret token', app_secret: 'secret', verify_token: 'verify' },
    };
  });
  afterEach(async () => {
    await Promise.all([graph.close(), neighbour.close(), rm(dir, { recursive: true, force: true })]);
  });

  const ask = (address: string) => fetchByAddress(account, address, { uploads: createUploads(dir), timeoutMs: 60_000 });
  const origin = (of: FakeGraph) => new URL(of.url).origin;
  const notSafe = { kind: 'refused', reason: 'The channel named an address that is not safe.' };

  it('comes without any token', async () => {
    graph.answer = (_call, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    const fetched = await ask(`${origin(graph)}/media-bytes/1`);
    expect(fetched).toMatchObject({ kind: 'stored', declared: 'image/png', upload: { size: 5 } });
    expect(graph.calls).toMatchObject([{ path: '/media-bytes/1', authorization: undefined }]);
  });

  it.each<[string, number, boolean]>([
    ['the channel cannot say where it is', 500, true],
    ['the channel has too much to do', 429, false],
  ])('that is named by an id says whether the channel is away: %s', async (_when, status, isAway) => {
    graph.answer = (_call, response) => void response.writeHead(status).end();
    const fetched = await fetchMedia(account, '77', { uploads: createUploads(dir), timeoutMs: 60_000 });
    expect(fetched).toMatchObject({ kind: 'later' });
    expect('isAway' in fetched).toBe(isAway);
  });

  it('that is named by an id, and whose own server does not answer, says nothing of the channel', async () => {
    const file = `${origin(graph)}/media-bytes/77`;
    graph.answer = ({ path }, response) => {
      if (path.includes('media-bytes')) response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: file }));
    };
    const options = { uploads: createUploads(dir), timeoutMs: 60_000 };
    expect('isAway' in (await fetchMedia(account, '77', options))).toBe(false);
    await graph.close();
    expect(await fetchMedia(account, '77', options)).toMatchObject({ kind: 'later', isAway: true });
    graph = await startFakeGraph();
  });

  it('has a virus, which is not kept, or is asked for again when nobody can tell', async () => {
    graph.answer = (_call, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(VIRUS);
    const scanner = createFakeScanner();
    const uploads = scannedUploads(createUploads(dir), scanner);
    const fetching = () => fetchByAddress(account, `${origin(graph)}/media-bytes/1`, { uploads, timeoutMs: 60_000 });
    expect(await fetching()).toEqual({ kind: 'infected', reason: 'The file has a virus: Test-Signature.' });
    scanner.isAway = true;
    expect(await fetching()).toEqual({ kind: 'later', reason: 'It is away.', isOurs: true });
    expect((await readdir(dir, { recursive: true })).filter((name) => name.length > 30)).toEqual([]);
  });

  it('is asked for again while nobody can tell whether it has a virus, however often that was', async () => {
    graph.answer = (_call, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('bytes');
    const scanner = createFakeScanner();
    scanner.isAway = true;
    const media_id = `${origin(graph)}/media-bytes/1`;
    const job = mediaByAddress({ attachment_id: 1, media_id, kind: 'image', content_type: 'image/png' });
    if (job?.kind !== 'repeatable') throw new Error('The payload is not understood.');
    const row = { attempts: MAX_ATTEMPTS } as ClaimedRow;
    // To give it up would need the database.
    const deps = {
      uploads: scannedUploads(createUploads(dir), scanner),
      timeoutMs: 60_000,
    } as unknown as RepeatableDeps;
    expect(await job.run(deps, row, account)).toMatchObject({ kind: 'later', reason: 'It is away.' });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/iam/',
    'http://[::ffff:169.254.169.254]/',
    'http://localhost:4000/api/inbox/settings/',
    'http://127.0.0.1:5432/',
    'http://2130706433/',
    'https://10.0.0.1/',
    'http://lookaside.fbsbx.com/plain-http',
    'https://fbcdn.net.evil.example/1',
    'https://evilfbcdn.net/1',
    'https://fbcdn.net@evil.example/1',
    'https://evil.example/#.fbcdn.net',
    'https://evil.example\\@fbcdn.net/',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'ftp://fbcdn.net/1',
    'gopher://127.0.0.1:25/_HELO',
  ])('is not asked for at %s', async (address) => {
    expect(await ask(address)).toEqual(notSafe);
    expect(graph.calls).toEqual([]);
  });

  it('is not asked for on another port of the account’s machine', async () => {
    expect(await ask(`${origin(neighbour)}/media-bytes/1`)).toEqual(notSafe);
    expect(neighbour.calls).toEqual([]);
  });

  it('is not followed to a neighbour that a redirect names', async () => {
    graph.answer = (_call, response) => void response.writeHead(302, { location: `${origin(neighbour)}/admin` }).end();
    expect(await ask(`${origin(graph)}/media-bytes/1`)).toEqual(notSafe);
    expect(neighbour.calls).toEqual([]);
  });

  it('is given up when the channel sends on for ever', async () => {
    graph.answer = (_call, response) => void response.writeHead(302, { location: '/again' }).end();
    expect(await ask(`${origin(graph)}/media-bytes/1`)).toMatchObject({ kind: 'refused' });
    expect(graph.calls).toHaveLength(4);
  });

  it('is refused for good when the address is none', async () => {
    expect(await ask('not an address')).toEqual(notSafe);
  });
});
