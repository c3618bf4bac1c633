import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { checkoutNode, customerNode, orderNode, type ShopStock } from './things';

export const GRAPHQL_PATH = '/admin/api/2025-07/graphql.json';

/** How the next requests are answered: as they should be, with no points left, 429, 503, never, or 401. */
export type ShopifyMode = 'accept' | 'throttle' | 'busy' | 'fail' | 'hang' | 'refuse';

export interface Shopify extends ShopStock {
  /** Answers a request for its GraphQL. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** The queries that came in, in order: which list, and what was answered. */
  readonly requests: readonly { what: string; answered: 'data' | 'throttled' | 'busy' | 'refused' | 'failed' }[];
  /** @param times so many requests, those after them as `next` says; without it until told otherwise */
  answerWith(mode: ShopifyMode, times?: number, next?: ShopifyMode): void;
}

export interface ShopifyOptions {
  domain: string;
  accessToken: string;
  /** Points that queries use up, each what it costs, and how many come back in a second. */
  bucket?: { size: number; cost: number; restoreRate: number };
  /** What it has; nothing without it. Changes of it are answered from then on. */
  stock?: ShopStock;
}

const requestSchema = z.object({
  query: z.string(),
  variables: z.object({
    query: z.optional(z.string()),
    first: z.optional(z.int()),
    after: z.optional(z.nullable(z.string())),
  }),
});

/** Answers a shop's Admin API by GraphQL: customers, orders and abandoned checkouts by cursor, within a bucket of points. */
export function createShopify({
  domain,
  accessToken,
  bucket = { size: 2_000, cost: 20, restoreRate: 100 },
  stock = { customers: [], orders: [], checkouts: [] },
}: ShopifyOptions): Shopify {
  const { customers, orders, checkouts } = stock;
  const requests: { what: string; answered: 'data' | 'throttled' | 'busy' | 'refused' | 'failed' }[] = [];
  let mode: { is: ShopifyMode; times: number; next: ShopifyMode } = { is: 'accept', times: Infinity, next: 'accept' };
  let points = bucket.size;
  let at = performance.now();

  const lists = {
    customers: (query: string) => customers.filter((each) => isFound(query, each)).map(customerNode),
    orders: (query: string) =>
      newestFirst(orders.filter((each) => isFound(query, { ...each, customer_id: each.customer?.id }))).map(orderNode),
    abandonedCheckouts: (query: string) =>
      newestFirst(
        checkouts.filter((each) => isFound(query, { ...each.customer, ...each, words: JSON.stringify(each) })),
      ).map(checkoutNode),
  };

  function nextMode(): ShopifyMode {
    const { is, next } = mode;
    mode.times -= 1;
    if (mode.times <= 0) mode = { is: next, times: Infinity, next };
    return is;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const { query, variables } = requestSchema.parse(JSON.parse(await textOf(request)));
    const what = /(customers|orders|abandonedCheckouts)\(query/.exec(query)?.[1] ?? 'shop';
    const note = (answered: (typeof requests)[number]['answered']) => requests.push({ what, answered });
    const now = nextMode();
    if (now === 'hang') return;
    if (now === 'fail') {
      note('failed');
      return void json(503, { errors: 'Service Unavailable' });
    }
    if (now === 'refuse' || request.headers['x-shopify-access-token'] !== accessToken) {
      note('refused');
      return void json(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
    }
    if (now === 'busy') {
      note('busy');
      return void json(429, { errors: 'Too many requests' }, { 'retry-after': '2.0' });
    }
    const elapsed = (performance.now() - at) / 1000;
    at = performance.now();
    points = Math.min(bucket.size, points + elapsed * bucket.restoreRate);
    const isThrottled = now === 'throttle' || points < bucket.cost;
    if (!isThrottled) points -= bucket.cost;
    const throttleStatus = {
      maximumAvailable: bucket.size,
      currentlyAvailable: now === 'throttle' ? 0 : Math.floor(points),
      restoreRate: bucket.restoreRate,
    };
    const extensions = { cost: { requestedQueryCost: bucket.cost, throttleStatus } };
    note(isThrottled ? 'throttled' : 'data');
    if (isThrottled) {
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return void json(200, { errors, extensions });
    }
    json(200, { data: dataOf(what, variables), extensions });
  }

  function dataOf(what: string, { query = '', first = 1, after }: z.infer<typeof requestSchema>['variables']): unknown {
    if (!isList(what)) {
      return { shop: { name: domain, myshopifyDomain: domain }, orders: { nodes: [] }, customers: { nodes: [] } };
    }
    const found = lists[what](query);
    const start = after == null ? 0 : Number(Buffer.from(after, 'base64').toString());
    const end = start + first;
    const endCursor = Buffer.from(String(end)).toString('base64');
    return { [what]: { nodes: found.slice(start, end), pageInfo: { hasNextPage: end < found.length, endCursor } } };
  }

  return {
    customers,
    orders,
    checkouts,
    requests,
    answer(request, response) {
      answer(request, response).catch(() => response.writeHead(400).end('{}'));
    },
    answerWith(is, times = Infinity, next = 'accept') {
      mode = { is, times, next };
    },
  };
}

type List = 'customers' | 'orders' | 'abandonedCheckouts';
const isList = (what: string): what is List => what !== 'shop';

const newestFirst = <T extends { created_at: string }>(things: T[]): T[] =>
  [...things].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));

interface Searchable {
  email?: string | null;
  phone?: string | null;
  customer_id?: number | undefined;
  words?: string;
}

/** Shopify's search, as far as it is used: terms with OR between them, of a field or of any text. */
function isFound(query: string, thing: Searchable): boolean {
  return query.split(' OR ').some((term) => {
    const [, field = 'words', raw = ''] = /^(?:(\w+):)?(.*)$/.exec(term) ?? [];
    const word = raw.replace(/^"|"$/g, '').toLowerCase();
    if (field === 'words') return (thing.words ?? '').toLowerCase().includes(word);
    const values = { email: thing.email, phone: thing.phone, customer_id: thing.customer_id?.toString() };
    const value = (field in values ? values[field as keyof typeof values] : null)?.toLowerCase() ?? '';
    return value === word;
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
