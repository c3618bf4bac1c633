import { readFile, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { ShopAccount } from '../accounts';
import type { Random } from '../random';
import { createShopify, GRAPHQL_PATH } from './shopify';
import { stockSchema, type ShopStock } from './things';
import { concerns, trade, TradeError, tradeSchema, type Trade } from './trade';
import { postShopifyWebhook } from './webhook';

/** Beside the simulator's file in the data folder: what each shop has, by its domain. */
export const SHOPS_FILE = 'simulator-shops.json';

export type Stocks = Record<string, ShopStock>;

const stocksSchema = z.record(z.string(), stockSchema);

/** Nothing when there is no file. @throws Error with one clear line when it is broken */
export async function readStocks(path: string): Promise<Stocks> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  const read = stocksSchema.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${path} does not say what the shops have: ${read.error.message}`);
  return read.data;
}

/** Whole or not at all. */
export async function writeStocks(path: string, stocks: Stocks): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, JSON.stringify(stocks), { mode: 0o600 });
  await rename(next, path);
}

/** Where the simulator answers for a shop, on 127.0.0.1. */
export const simulatedShopUrl = (port: number, domain: string): string =>
  `http://127.0.0.1:${port}/shopify/${domain}${GRAPHQL_PATH}`;

export interface Shops {
  /** Answers the shops' GraphQL, and trades that another process asks for. @returns whether the request was one of them */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Has something happen in the shop that it concerns, else in the first, and tells the inbox. @throws TradeError */
  trade(wanted: Trade): Promise<string>;
}

export interface ShopsOptions {
  /** Origin of the inbox backend. */
  backend: string;
  accounts: readonly ShopAccount[];
  stocks: Stocks;
  random: Random;
  /** Called after each change of what the shops have. */
  save: (stocks: Stocks) => Promise<void>;
}

const SHOP_PATH = /^\/shopify\/([^/]+)\//;
const TRADE_PATH = '/simulator/trade';

/** The shops of the demo's merchants. */
export function createShops({ backend, accounts, stocks, random, save }: ShopsOptions): Shops {
  const shops = accounts.map((account) => {
    const stock = stocks[account.domain] ?? { customers: [], orders: [], checkouts: [] };
    stocks[account.domain] = stock;
    const shopify = createShopify({ domain: account.domain, accessToken: account.access_token, stock });
    return { account, stock, shopify };
  });
  let saved = Promise.resolve();

  async function makeTrade(wanted: Trade): Promise<string> {
    const { account, stock } = shops.find((shop) => concerns(shop.stock, wanted)) ?? shops[0] ?? noShop();
    const { topic, body, text } = trade(stock, wanted, { random, now: Date.now(), site: account.site });
    saved = saved.then(() => save(stocks));
    await saved;
    const door = { backend, domain: account.domain, appSecret: account.app_secret };
    const status = await postShopifyWebhook(door, topic, body);
    if (status !== 200) throw new TradeError(`The inbox answered ${status} to ${topic} of ${account.merchant}.`);
    return `${account.merchant}, ${text}`;
  }

  async function answerTrade(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: TradeAnswer) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const wanted = tradeSchema.safeParse(JSON.parse(await textOf(request)));
      if (!wanted.success) return json(400, { problem: 'This is not understood.' });
      json(200, { said: await makeTrade(wanted.data) });
    } catch (error) {
      json(409, { problem: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    answer(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const domain = SHOP_PATH.exec(pathname)?.[1];
      if (domain !== undefined) {
        const shop = shops.find(({ account }) => account.domain === domain);
        if (shop === undefined) response.writeHead(404).end('{}');
        else shop.shopify.answer(request, response);
        return true;
      }
      // A page in a browser would have to ask first whether it may send JSON, and nobody answers that.
      const isOurs = request.method === 'POST' && request.headers['content-type'] === 'application/json';
      if (pathname !== TRADE_PATH || !isOurs) return false;
      void answerTrade(request, response);
      return true;
    },
    trade: makeTrade,
  };
}

function noShop(): never {
  throw new TradeError('The demo data has no shop: it was made before there were any.');
}

const answerSchema = z.union([z.object({ said: z.string() }), z.object({ problem: z.string() })]);
type TradeAnswer = z.infer<typeof answerSchema>;

/** Has the simulator that runs on this port do it. @throws TradeError */
export async function askForTrade(port: number, wanted: Trade): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${TRADE_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  const answer = answerSchema.safeParse(await response.json().catch(() => null));
  if (!answer.success) throw new TradeError('The simulator that runs here knows no shops.');
  if ('problem' in answer.data) throw new TradeError(answer.data.problem);
  return answer.data.said;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}
