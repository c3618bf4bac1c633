import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomFrom } from '../random';
import { person } from '../shop';
import { startSimulator, type Simulator } from '../simulator';
import { askForTrade, readStocks, simulatedShopUrl, SHOPS_FILE, writeStocks } from './shops';
import { stockShop } from './stock';
import type { Trade } from './trade';
import { shopifySignature } from './webhook';

const account = (domain: string) => ({
  kind: 'shop' as const,
  merchant: domain,
  domain,
  site: `https://${domain}`,
  access_token: 'token',
  app_secret: 'shh',
});
const NOW = Date.parse('2026-11-20T06:00:00Z');
const someone = (index = 0) => ({ who: person(randomFrom(index), index), mentioned: [] });
const people = (count: number, from = 0) => Array.from({ length: count }, (_, n) => someone(from + n));
const stocked = (count: number, from = 0) =>
  stockShop(randomFrom(3), { buyers: people(count, from), now: NOW, site: 'https://shop.example' });

interface Told {
  topic: string;
  domain: string;
  isSigned: boolean;
  body: Record<string, unknown>;
}

let dir: string;
let told: Told[];
let answer: number;
let inbox: ReturnType<typeof createServer>;
let simulator: Simulator;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shops-'));
  told = [];
  answer = 200;
  inbox = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { headers } = request;
      told.push({
        topic: String(headers['x-shopify-topic']),
        domain: String(headers['x-shopify-shop-domain']),
        isSigned: headers['x-shopify-hmac-sha256'] === shopifySignature('shh', text),
        body: JSON.parse(text) as Record<string, unknown>,
      });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => inbox.listen(0, '127.0.0.1', resolve));
  await open({ 'one.example': stocked(40), 'two.example': stocked(3, 900) });
});
afterEach(async () => {
  await simulator.close();
  await new Promise((resolve) => inbox.close(resolve));
  await rm(dir, { recursive: true });
});

async function open(stocks: Awaited<ReturnType<typeof readStocks>>): Promise<void> {
  const path = join(dir, SHOPS_FILE);
  const file = {
    backend: `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`,
    ...{ smtp_port: 0, graph_port: 0, mail_port: 0 },
    accounts: ['one.example', 'two.example'].map(account),
  };
  const shops = { stocks, save: (changed: typeof stocks) => writeStocks(path, changed) };
  simulator = await startSimulator(file, { deliveredAfter: null, readAfter: null, log: () => undefined, shops });
}

const ask = (wanted: Trade) => askForTrade(simulator.graph.port, wanted);

async function ordersOf(domain: string, email: string, token = 'token') {
  const response = await fetch(simulatedShopUrl(simulator.graph.port, domain), {
    method: 'POST',
    headers: { 'x-shopify-access-token': token },
    body: JSON.stringify({
      query: 'query { orders(query: $query) { nodes { id } } }',
      variables: { query: `email:"${email}"`, first: 50, after: null },
    }),
  });
  if (!response.ok) return response.status;
  const { data } = (await response.json()) as { data: { orders: { nodes: { name: string; cancelledAt: unknown }[] } } };
  return data.orders.nodes;
}

describe('the shops of the demo', () => {
  it('answer for themselves alone, with their own token', async () => {
    const { who } = someone(900);
    await ask({ what: 'order', contact: who.email });
    expect(await ordersOf('two.example', who.email)).not.toEqual([]);
    expect(await ordersOf('one.example', who.email)).toEqual([]);
    expect(await ordersOf('one.example', who.email, 'other')).toBe(401);
    expect(await ordersOf('three.example', who.email)).toBe(404);
  });

  it('tell the inbox, signed, of an order from its placing to its end', async () => {
    expect(await ask({ what: 'order', contact: 'new@mail.example' })).toMatch(/^one\.example, order #\d+: .+, placed$/);
    const number = String(told[0]?.body['name']);
    for (const status of ['in_transit', 'out_for_delivery', 'delivered']) {
      expect(await ask({ what: 'ship', number })).toBe(`one.example, order ${number}: ${status}`);
    }
    await expect(ask({ what: 'ship', number })).rejects.toThrow(`The order ${number} is delivered.`);
    await ask({ what: 'cancel', number: number.slice(1) });
    await expect(ask({ what: 'cancel', number })).rejects.toThrow(`The order ${number} is cancelled.`);
    expect(told.map(({ topic, domain, isSigned }) => [topic, domain, isSigned])).toEqual(
      ['create', 'updated', 'updated', 'updated', 'cancelled'].map((what) => [`orders/${what}`, 'one.example', true]),
    );
    expect(told.at(-1)?.body).toMatchObject({ financial_status: 'refunded', fulfillment_status: 'restocked' });
    const versions = told.map(({ body }) => Date.parse(String(body['updated_at'])));
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    expect(await ordersOf('one.example', 'new@mail.example')).toMatchObject([{ name: number }]);
  });

  it('have a basket left by a phone number, however it is written', async () => {
    const { who } = someone();
    await ask({ what: 'abandon', contact: who.phone.slice(2) });
    await ask({ what: 'abandon', contact: `+${who.phone}` });
    expect(told.map(({ topic, domain }) => [topic, domain])).toEqual([
      ['checkouts/create', 'one.example'],
      ['checkouts/create', 'one.example'],
    ]);
  });

  it.each([
    [{ what: 'ship', number: '1' }, 'No shop has an order 1.'],
    [{ what: 'order', contact: 'nobody' }, 'nobody is neither an e-mail address nor a phone number.'],
  ] satisfies [Trade, string][])('refuse %j', async (wanted, words) => {
    await expect(ask(wanted)).rejects.toThrow(words);
    expect(told).toEqual([]);
  });

  it('say that the inbox did not take it, and have it all the same', async () => {
    answer = 401;
    await expect(ask({ what: 'order', contact: 'new@mail.example' })).rejects.toThrow('The inbox answered 401');
    expect(await ordersOf('one.example', 'new@mail.example')).toHaveLength(1);
  });

  it('are the same after a start anew, for their owner’s eyes alone', async () => {
    await ask({ what: 'order', contact: 'new@mail.example' });
    await simulator.close();
    await open(await readStocks(join(dir, SHOPS_FILE)));
    expect(await ordersOf('one.example', 'new@mail.example')).toHaveLength(1);
    expect((await stat(join(dir, SHOPS_FILE))).mode & 0o077).toBe(0);
  });

  it('take no order from a page in a browser', async () => {
    const response = await fetch(`http://127.0.0.1:${simulator.graph.port}/simulator/trade`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ what: 'order', contact: 'new@mail.example' }),
    });
    expect([response.ok, told]).toEqual([false, []]);
  });
});

describe('what a shop has', () => {
  const { orders, checkouts } = stocked(400);

  it('is the same for the same people, and shows every state', () => {
    expect(stocked(400).orders).toEqual(orders);
    const states = orders.map((order) => {
      if (order.cancelled_at !== null) return order.is_refunded === true ? 'refunded' : 'cancelled';
      return order.shipment?.status ?? 'unfulfilled';
    });
    expect([...new Set(states)].toSorted()).toEqual(
      ['cancelled', 'delivered', 'in_transit', 'out_for_delivery']
        .concat(['refunded', 'rto_delivered', 'rto_in_transit', 'unfulfilled'])
        .toSorted(),
    );
    expect(new Set(orders.map(({ gateway }) => gateway)).size).toBeGreaterThan(2);
    expect(new Set(checkouts.map(({ completed_at }) => completed_at === null)).size).toBe(2);
    expect(new Set(orders.map(({ name }) => name)).size).toBe(orders.length);
  });

  it('has numbers that rise with time', () => {
    const byTime = orders.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
    expect(byTime.map(({ name }) => name)).toEqual(orders.map(({ name }) => name).toSorted());
  });

  it('is in the past', () => {
    const times = [...orders, ...checkouts].flatMap(({ created_at, updated_at }) => [created_at, updated_at]);
    expect(times.filter((time) => Date.parse(time) > NOW)).toEqual([]);
  });

  it('is what customers wrote about, as it was then and has become', () => {
    const { who } = someone();
    const item = { name: 'Silver jhumka', sku: 'JHU-SIL', price: 899 };
    const mention = (number: string, about: string, days: number) => ({
      ...{ number, about, item },
      at: NOW - days * 86_400_000,
    });
    const mentioned = [
      mention('40001', 'delivery', 1),
      mention('40002', 'delivery', 30),
      mention('40003', 'pre-sale', 1),
    ];
    const stock = stockShop(randomFrom(1), { buyers: [{ who, mentioned }], now: NOW, site: 'https://shop.example' });
    const status = (name: string) => stock.orders.find((order) => order.name === name)?.shipment?.status;
    expect([status('#40001'), status('#40002')]).toEqual(['attempted_delivery', 'rto_delivered']);
    expect(stock.orders.some(({ name }) => name === '#40003')).toBe(false);
    expect(stock.checkouts[0]?.line_items).toMatchObject([{ name: 'Silver jhumka' }]);
  });
});
