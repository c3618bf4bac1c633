import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { failureSchema } from '@inbox/api/wire';
import type { MerchantId } from '@inbox/domain';
import { addOrigin, removeOrigin } from './origins';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';

const ORIGIN = 'https://shop.example';
const SETTINGS = '/api/connect/inbox/settings/';

let inbox: TestInbox;
let shop: MerchantId;
let authorization: string;
let others: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  authorization = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  const second = await addMerchant(inbox.db);
  others = await inbox.signIn(second, await addAgent(inbox.db, second));
  await addOrigin(inbox.db, shop, ORIGIN);
});
afterAll(() => inbox.close());

const get = (headers: Record<string, string>, url = SETTINGS) =>
  inbox.app.inject({ url, headers: { host: 'inbox.example', ...headers } });

const preflight = (origin: string, url = SETTINGS) =>
  inbox.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      host: 'inbox.example',
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });

describe('a page of a listed origin', () => {
  it('may ask, by its exact origin and without cookies, and its browser remembers so', async () => {
    const { statusCode, headers } = await preflight(ORIGIN);
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, cache-control, content-type, traceparent',
      'access-control-max-age': '7200',
      vary: 'origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('reads what it is answered, failures too', async () => {
    const answered = await get({ authorization, origin: ORIGIN });
    expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    const failed = await get({ origin: ORIGIN });
    expect([failed.statusCode, failed.headers['access-control-allow-origin']]).toEqual([401, ORIGIN]);
  });

  it('may not with the token of a merchant who does not list it, and reads why', async () => {
    const answered = await get({ authorization: others, origin: ORIGIN });
    expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([403, ORIGIN]);
    const { code, message } = failureSchema.parse(answered.json()).error;
    expect([code, message]).toEqual([
      'origin_not_allowed',
      expect.stringContaining('pnpm admin embed origins add https://shop.example'),
    ]);
  });

  it('has nothing of the main site, the channels and the health routes', async () => {
    for (const url of ['/main-site/login', '/healthz', '/channels/meta']) {
      const { headers } = await get({ origin: ORIGIN }, url);
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
    }
  });
});

describe('a page of any other origin', () => {
  it.each([
    'https://elsewhere.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://www.shop.example',
    'https://shop.example.evil.example',
    'null',
  ])('%s may not', async (origin) => {
    const asked = await preflight(origin);
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const answered = await get({ authorization, origin });
    expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });

  it('may no more once it was removed', async () => {
    await addOrigin(inbox.db, shop, 'https://was.example');
    expect((await preflight('https://was.example')).statusCode).toBe(204);
    await removeOrigin(inbox.db, shop, 'https://was.example');
    expect((await preflight('https://was.example')).statusCode).toBe(403);
  });
});

describe('the inbox’s own pages', () => {
  it.each([
    ['of its host', { host: 'inbox.example', origin: 'https://inbox.example' }],
    [
      'behind a proxy',
      { host: '127.0.0.1:4000', 'x-forwarded-host': 'inbox.example', origin: 'https://inbox.example' },
    ],
    ['on the developer’s machine', { host: 'localhost:4000', origin: 'http://localhost:3000' }],
    ['of programs, which name none', {}],
  ])('%s ask as ever', async (_name, headers) => {
    const answered = await get({ authorization, ...headers });
    expect([answered.statusCode, answered.headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });
});
