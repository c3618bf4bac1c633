import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startRedis } from '../../../backend/src/testing/fake-redis';
import type { Amounts } from '../amounts';
import { processMs } from '../inbox/process';
import { closes } from '../opened';
import { startInboxServer } from '../inbox/server';
import { percentile } from '../statistics';
import { addLoadedMerchants } from './merchants';

const PAGES_EACH = 10;
const OPENING = 50;
/** A rate is held for so many times as long as other work is measured. */
const LONGER = 2;
/** Milliseconds between two lots of events; those of a lot are stored by one statement. */
const LOT_MS = 50;
const HEARD_MS = 30_000;
const SECRET = 'only for measuring, and long enough to be one';

export interface EventFigures {
  pages: number;
  aSecond: number;
  /** From an event's being stored, by another process, until the last page of its merchant has heard of it. */
  p50: number;
  p99: number;
  /** Processor of the backend for each event, in milliseconds. */
  serverMs: number;
}

interface EventsOptions {
  databaseUrl: string;
  dataDir: string;
  /** Of so many merchants that no two events of a moment need be of the same. */
  amounts: Pick<Amounts['load'], 'spread' | 'rates' | 'measuredMs'>;
  say: (line: string) => void;
}

/** Events as another process stores and announces them; the number is the merchant's, the mark its own. */
const STORE = `
  with picked as (select * from unnest($1::bigint[], $2::text[]) p (id, mark)),
  moved as (update merchants m set live_seq = live_seq + 1 from picked where m.id = picked.id returning m.id, live_seq, mark)
  insert into live_events (merchant_id, seq, event)
  select id, live_seq, jsonb_build_object('type', 'tickets.tickets', 'at', now(), 'by', null, 'tickets', '[]'::jsonb,
    'items', '[]'::jsonb, 'mark', mark) from moved`;

/** Opens pages of many merchants, and has more and more events spread over them. */
export async function measureEvents(options: EventsOptions): Promise<EventFigures[]> {
  const { databaseUrl, dataDir, amounts, say } = options;
  const measuredMs = amounts.measuredMs * LONGER;
  const redis = startRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const { port } = redis.address() as AddressInfo;
  const shops = { databaseUrl, dataDir, secret: SECRET, graphPort: 9, merchants: amounts.spread, agentsEach: 1 };
  const settings = { INBOX_JWT_SECRET: SECRET, INBOX_BROKER_URL: `redis://127.0.0.1:${port}` };
  const merchants = await addLoadedMerchants({ ...shops, prefix: 'spread' });
  const server = await startInboxServer({ databaseUrl, dataDir, settings });
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  const announcer = connect(port, '127.0.0.1');
  announcer.resume();
  const sockets: WebSocket[] = [];
  const close = closes(async () => {
    for (const socket of sockets) socket.terminate();
    announcer.destroy();
    await db.end();
    await server.stop();
    redis.close();
  });
  const heard = new Map<string, { left: number; at: number; done(ms: number): void }>();

  async function open(token: string): Promise<void> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    sockets.push(socket);
    socket.on('message', (data: Buffer) => {
      const mark = /"mark":"([^"]+)"/.exec(data.toString())?.[1];
      const event = mark === undefined ? undefined : heard.get(mark);
      if (event === undefined) return;
      event.left -= 1;
      if (event.left === 0) event.done(performance.now() - event.at);
    });
    await once(socket, 'message');
  }

  /** One event of each of so many merchants. @returns how long each took to be heard of by all pages */
  async function lot(number: number, events: number): Promise<number[]> {
    const begin = Math.floor(Math.random() * amounts.spread);
    const ids = Array.from({ length: events }, (_, n) => merchants[(begin + n) % amounts.spread]?.id ?? 0);
    const at = performance.now();
    const all = ids.map((id) => {
      const mark = `${number}-${id}`;
      return new Promise<number>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`${mark} was not told to all.`)), HEARD_MS);
        const done = (ms: number) => {
          clearTimeout(limit);
          heard.delete(mark);
          resolve(ms);
        };
        heard.set(mark, { left: PAGES_EACH, at, done });
      });
    });
    await db.query(STORE, [ids, ids.map((id) => `${number}-${id}`)]);
    for (const id of ids) announcer.write(command('PUBLISH', 'inbox:committed', String(id)));
    return Promise.all(all);
  }

  try {
    const wanted = merchants.flatMap(({ tokens }) => Array.from({ length: PAGES_EACH }, () => tokens[0] ?? ''));
    await Promise.all(
      Array.from({ length: OPENING }, async () => {
        for (let token = wanted.shift(); token !== undefined; token = wanted.shift()) await open(token);
      }),
    );
    const figures: EventFigures[] = [];
    let number = 0;
    for (const rate of amounts.rates) {
      const before = await processMs(server.pid);
      const begun = performance.now();
      const lots: Promise<number[]>[] = [];
      for (let n = 0; n < measuredMs / LOT_MS; n += 1) {
        await new Promise((resolve) => setTimeout(resolve, begun + n * LOT_MS - performance.now()));
        lots.push(lot((number += 1), (rate * LOT_MS) / 1000));
      }
      const took = (await Promise.all(lots)).flat();
      const seconds = (performance.now() - begun) / 1000;
      const serverMs = ((await processMs(server.pid)) - before) / took.length;
      const [p50, p99] = [percentile(took, 50), percentile(took, 99)];
      figures.push({ pages: sockets.length, aSecond: took.length / seconds, p50, p99, serverMs });
      say(`${rate} events a second: ${p99.toFixed(0)} ms`);
    }
    return figures;
  } finally {
    await close();
  }
}

const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
