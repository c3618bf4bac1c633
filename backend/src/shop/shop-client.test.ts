import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startShopifyServer, type ShopifyServer } from '@inbox/simulate';
import { readShopName } from './check-shop';
import { contactsOf, searchedNumbers } from './contacts';
import { fetchRecords } from './fetch-records';
import { createShopClient } from './shop-client';
import type { ShopRecord } from './shop-record';
import { simulatedCheckout, simulatedOrder } from './testing';
import { createThrottle, type Clock } from './throttle';

const domain = 'kala.myshopify.com';
const credentials = { access_token: 'shpat_secret', app_secret: 'app-secret' };
const merchant_id = 1 as never;

let shopify: ShopifyServer;
let waits: number[];
/** Waits take no time. */
let clock: Clock & { ms: number };

beforeEach(async () => {
  waits = [];
  clock = {
    ms: 0,
    now: () => clock.ms,
    async wait(ms) {
      waits.push(ms);
      clock.ms += ms;
    },
  };
  shopify = await startShopifyServer({ port: 0, domain, accessToken: credentials.access_token });
});
afterEach(() => shopify.close());

const shop = (given = {}) => ({ merchant_id, domain, url: shopify.url, credentials, is_demo: false, ...given });

function client({ forMs = 8_000, mayReachPrivate = true, given = {} } = {}) {
  const deadline = { at: clock.now() + forMs, signal: new AbortController().signal };
  return createShopClient({ shop: shop(given), clock, throttle: createThrottle(clock), deadline, mayReachPrivate });
}

const rohit = contactsOf(['Rohit@Mail.example '], ['+91 98765 43210'], 'IN');

async function all(runQuery = client()): Promise<ShopRecord[]> {
  const records: ShopRecord[] = [];
  for await (const page of fetchRecords(runQuery, rohit, searchedNumbers(rohit.phones, 'IN'), 'IN'))
    records.push(...page);
  return records;
}

const named = (records: readonly ShopRecord[]) => records.map(({ kind, external_id }) => `${kind} ${external_id}`);

describe('what a shop knows of somebody', () => {
  it('is found by e-mail and phone, however they are written, and by the customer of the shop', async () => {
    const at = '2026-11-20T06:00:00Z';
    const customer = { id: 5, email: null, phone: '+919876543210', updated_at: at };
    shopify.customers.push(customer, { id: 6, email: 'other@mail.example', phone: null, updated_at: at });
    shopify.orders.push(
      simulatedOrder({ email: 'ROHIT@mail.example' }),
      simulatedOrder({ id: 1002, email: 'guest@mail.example', customer }),
      simulatedOrder({ id: 1003, email: 'other@mail.example' }),
    );
    shopify.checkouts.push(simulatedCheckout(), simulatedCheckout({ id: 901, email: null, customer: null }));
    expect(named(await all())).toEqual(['customer 5', 'order 1001', 'order 1002', 'checkout 900']);
  });

  it('is read into the fields of section 3', async () => {
    shopify.orders.push(simulatedOrder({ name: '#1001', cancelled_at: '2026-11-21T06:00:00Z' }));
    expect((await all())[0]?.details).toEqual({
      order_number: '#1001',
      order_url: 'https://shop.example/orders/1001',
      order_created_at: '2026-11-20T06:00:00.000Z',
      is_cod: true,
      is_cancelled: true,
      fulfillment_status: 'in_transit',
      currency: 'INR',
      total_order_price: 1249,
      total_discounts: 50,
      user_email: 'rohit@mail.example',
      user_phone_number: null,
      line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: 1299 }],
      shipment_details: {
        fulfillment_status: 'in_transit',
        shipment_company: 'Delhivery',
        shipment_tracking_id: 'AWB77',
        shipment_tracking_url: 'https://track.example/AWB77',
      },
    });
  });

  it('comes page by page, and ends after a thousand orders', async () => {
    for (let id = 1; id <= 60; id += 1) shopify.orders.push(simulatedOrder({ id, name: `#${id}` }));
    expect(new Set(named(await all())).size).toBe(60);
    expect(shopify.requests.filter(({ what }) => what === 'orders')).toHaveLength(3);
    for (let id = 61; id <= 1100; id += 1) shopify.orders.push(simulatedOrder({ id, name: `#${id}` }));
    expect(await all()).toHaveLength(1000);
  });

  it('leaves out what cannot be read, and takes the rest', async () => {
    shopify.orders.push(simulatedOrder(), simulatedOrder({ id: 1002, created_at: 'yesterday' }));
    expect(named(await all())).toEqual(['order 1001']);
  });
});

it.each([
  ['919876543210', ['+919876543210', '9876543210']],
  ['98765 43210', ['+919876543210', '9876543210']],
  ['+1 (415) 555-2671', ['+14155552671']],
  ['+65 8123 4567', ['+6581234567']],
  ['12345', []],
  [null, []],
])('the phone %s is searched for as a shop writes it', (phone, written) => {
  expect(searchedNumbers(contactsOf([], [phone], 'IN').phones, 'IN')).toEqual(written);
});

describe('the limits of a shop', () => {
  it('are kept: a 429 waits as long as it says, and the request is made again', async () => {
    shopify.orders.push(simulatedOrder());
    shopify.answerWith('busy', 1);
    expect(await all()).toHaveLength(1);
    expect(waits).toEqual([2_000]);
  });

  it('are not waited for when the caller would have to wait too long', async () => {
    shopify.answerWith('busy');
    await expect(all(client({ forMs: 3_000 }))).rejects.toThrow('no room for more requests');
    expect(waits).toEqual([2_000]);
  });

  it('are those of its last answer: a throttled query waits for its points, and is made again', async () => {
    shopify.orders.push(simulatedOrder());
    shopify.answerWith('throttle', 1);
    expect(await all()).toHaveLength(1);
    // None was left, 100 come back in a second, and the query costs 20.
    expect(waits[0]).toBe(200);
    expect(shopify.requests[0]).toEqual({ what: 'customers', answered: 'throttled' });
  });
});

describe('a shop that cannot be had is an error in words', () => {
  it.each([
    ['refuse', 'The shop refuses the access token.'],
    ['fail', 'The shop answered 503.'],
  ] as const)('%s', async (mode, words) => {
    shopify.answerWith(mode);
    await expect(all()).rejects.toThrow(words);
  });

  it('on a private address it is never called, unless that is allowed, or the demo data has put it there', async () => {
    await expect(all(client({ mayReachPrivate: false }))).rejects.toThrow('is not on the public internet');
    const given = { url: 'http://shop.example/graphql' };
    await expect(all(client({ mayReachPrivate: false, given }))).rejects.toThrow('by https alone');
    expect(shopify.requests).toEqual([]);
    await expect(all(client({ mayReachPrivate: false, given: { is_demo: true } }))).resolves.toEqual([]);
  });

  it('where nobody answers it says so without the token', async () => {
    const given = { url: 'http://127.0.0.1:2/shpat_secret' };
    const error: unknown = await all(client({ given })).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('The shop cannot be reached');
    expect(String(error)).not.toContain(credentials.access_token);
  });
});

describe('the check', () => {
  it('says the name of the shop, and when the token is for another one', async () => {
    const options = { timeoutMs: 60_000, mayReachPrivate: true };
    await expect(readShopName(shop(), options)).resolves.toBe(domain);
    await expect(readShopName(shop({ domain: 'other.myshopify.com' }), options)).rejects.toThrow(
      'The access token is for kala.myshopify.com, not for other.myshopify.com.',
    );
  });
});
