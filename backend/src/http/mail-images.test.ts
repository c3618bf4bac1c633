import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { fetchImage } from '../platform/net/fetch-image';
import { createImageCache } from '../platform/net/image-cache';
import { addAgent, addMerchant } from '../testing/rows';
import { startTestInbox, type TestInbox } from '../testing/inbox';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and what follows', 'latin1');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>trap()</script></svg>');

let inbox: TestInbox;
let shop: MerchantId;
let agent: AgentId;
let token: string;
let sender: Server;
let origin: string;
let asked: IncomingMessage[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeAll(async () => {
  inbox = await startTestInbox({ imageFetching: { mayReachPrivate: true, maxBytes: 1_000, timeoutMs: 60_000 } });
  shop = await addMerchant(inbox.db);
  sender = createServer((request, response) => {
    asked.push(request);
    answer(response, request);
  });
  sender.listen(0, '127.0.0.1');
  await once(sender, 'listening');
  origin = `http://127.0.0.1:${(sender.address() as AddressInfo).port}`;
});
afterAll(async () => {
  sender.closeAllConnections();
  sender.close();
  await inbox.close();
});
beforeEach(async () => {
  asked = [];
  answer = (response) => response.end(PNG);
  agent = await addAgent(inbox.db, shop);
  token = await inbox.signIn(shop, agent);
});

let pictures = 0;
const fresh = () => `${origin}/${(pictures += 1)}.png?who=priya`;
async function base(of = token): Promise<string> {
  const { body } = await inbox.call(of, 'mailImages');
  return (body as { data: { base: string } }).data.base;
}
const picture = async (url: string, from?: string) =>
  inbox.app.inject({ url: `${from ?? (await base())}?url=${encodeURIComponent(url)}`, headers: { cookie: 'a=b' } });

describe('a picture of a mail', () => {
  it('comes through the inbox, and its server learns nothing of who reads', async () => {
    const url = fresh();
    const { statusCode, rawPayload, headers } = await picture(url);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(PNG);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(asked[0]?.headers['user-agent']).toBe('Inbox-Images/1');
  });

  it('is fetched once, however often it is wanted', async () => {
    const url = fresh();
    await Promise.all([picture(url), picture(url)]);
    await picture(url);
    expect(asked).toHaveLength(1);
  });

  it('follows where it has moved, so far and no further', async () => {
    const [from, to] = [fresh(), fresh()];
    answer = (response, { url }) =>
      url === new URL(from).pathname + new URL(from).search
        ? response.writeHead(302, { location: to }).end()
        : response.end(PNG);
    expect((await picture(from)).statusCode).toBe(200);
    answer = (response, { url }) => response.writeHead(302, { location: `${url ?? ''}x` }).end();
    expect((await picture(fresh())).statusCode).toBe(404);
    expect(asked).toHaveLength(6);
  });

  it.each([
    ['a drawing that is called a picture', (r: ServerResponse) => r.setHeader('content-type', 'image/png').end(SVG)],
    ['a page', (r: ServerResponse) => r.end('<html>Hello')],
    ['nothing', (r: ServerResponse) => r.end()],
    ['too much', (r: ServerResponse) => r.end(Buffer.concat([PNG, Buffer.alloc(2_000)]))],
    ['an error', (r: ServerResponse) => r.writeHead(500).end(PNG)],
    ['half of it', (r: ServerResponse) => r.writeHead(200, { 'content-length': '999' }).write(PNG, () => r.destroy())],
  ])('is none when its server sends %s', async (_, wrong) => {
    answer = (response) => void wrong(response);
    expect((await picture(fresh())).statusCode).toBe(404);
  });

  it.each(['file:///etc/passwd', 'ftp://x.example/a.png', 'data:image/png;base64,AAAA', 'nothing', ''])(
    'is none at %s',
    async (url) => {
      expect((await picture(url)).statusCode).toBe(404);
      expect(asked).toEqual([]);
    },
  );
});

describe('the way to pictures', () => {
  it('is for agents, as long as their session runs', async () => {
    expect((await inbox.call(null, 'mailImages')).status).toBe(401);
    const from = await base();
    expect((await picture(fresh(), from)).statusCode).toBe(200);
    await inbox.call(token, 'logout', { body: { token } });
    expect((await picture(fresh(), from)).statusCode).toBe(401);
    expect(asked).toHaveLength(1);
  });

  it('ends with the permission to use the inbox', async () => {
    const from = await base();
    await inbox.db.updateTable('agents').set({ user_permissions: [] }).where('id', '=', agent).execute();
    expect((await picture(fresh(), from)).statusCode).toBe(401);
  });

  it.each([
    ['another session', (at: string) => at.replace(/images\/[^.]+/, 'images/00000000-0000-4000-8000-000000000000')],
    ['another merchant', (at: string) => at.replace(/(images\/[^.]+)\.\d+/, '$1.999')],
    ['no proof', (at: string) => at.replace(/\.[^./]+\/$/, './')],
    ['nothing', () => '/api/inbox/mail-images/x/'],
  ])('cannot be made up: %s', async (_, forge) => {
    expect((await picture(fresh(), forge(await base()))).statusCode).toBe(401);
    expect(asked).toEqual([]);
  });
});

describe('fetching a picture', () => {
  const limits = { timeoutMs: 60_000, maxBytes: 1_000 };
  it.each(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '127.1', '2130706433', '[::ffff:127.0.0.1]'])(
    'asks nobody at %s',
    async (host) => {
      const { port } = sender.address() as AddressInfo;
      expect(await fetchImage(`http://${host}:${port}/a.png`, limits)).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  it('ends when its server keeps it waiting', async () => {
    answer = (response) => void response.write(PNG);
    expect(await fetchImage(fresh(), { ...limits, timeoutMs: 50, mayReachPrivate: true })).toBeNull();
  });
});

describe('the cache of pictures', () => {
  const image = (size: number) => ({ type: 'image/png', bytes: Buffer.alloc(size) });
  it('forgets what was wanted longest ago, and what is old', async () => {
    let time = 0;
    const cache = createImageCache({ maxAgeMs: 1_000, maxBytes: 12_000, atOnce: 2, now: () => time });
    const fetched: string[] = [];
    const want = (key: string) =>
      cache('shop', key, async () => {
        fetched.push(key);
        return image(4_000);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await want(key);
    expect(fetched).toEqual(['a', 'b', 'c', 'b']);
    time = 2_000;
    await want('b');
    expect(fetched).toEqual(['a', 'b', 'c', 'b', 'b']);
  });

  it('fetches so many at once, and goes on after one that fails', async () => {
    const cache = createImageCache({ maxAgeMs: 1_000, maxBytes: 1_000_000, atOnce: 1, now: () => 0 });
    const first = cache('shop', 'a', async () => {
      throw new Error('no');
    });
    const second = cache('shop', 'b', async () => image(1));
    await expect(first).rejects.toThrow('no');
    expect(await second).toEqual(image(1));
  });

  it('lets nobody wait for the slow pictures of another shop’s mail', async () => {
    const cache = createImageCache({ maxAgeMs: 1_000, maxBytes: 1_000_000, atOnce: 1, now: () => 0 });
    let end = (_: null) => {};
    const slow = cache('shop', 'a', () => new Promise<null>((resolve) => (end = resolve)));
    const begun: string[] = [];
    const waits = cache('shop', 'b', async () => {
      begun.push('b');
      return image(1);
    });
    expect(await cache('other', 'a', async () => image(2))).toEqual(image(2));
    expect(begun).toEqual([]);
    end(null);
    expect([await slow, await waits]).toEqual([null, image(1)]);
  });
});
