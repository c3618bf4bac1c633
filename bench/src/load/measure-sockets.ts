import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Amounts } from '../amounts';
import { percentile } from '../statistics';
import { processMs, residentBytes } from '../inbox/process';
import { query } from '../inbox/query';
import type { LoadedMerchant } from './merchants';
import { MERCHANTS, type LoadWorld } from './world';

/** Handshakes at the same time. */
const OPENING = 50;
/** Of pages that were cut off, and all come back at once. */
const COMING_BACK = 1_000;
/** Milliseconds until a page that found no way in tries again, and how often it does. */
const AGAIN_MS = 100;
const MOST_TRIES = 300;
/** Milliseconds between two messages that come in, each told to all pages of its merchant. */
const APART_MS = 50;
const HEARD_MS = 30_000;

export interface SocketFigures {
  sockets: number;
  /** Bytes of the process's memory for each. */
  bytes: number;
  /** Processor of the process in a second in which nothing happens, in milliseconds, for all. */
  restMs: number;
  /** From a message's coming in until the last page of its merchant has heard of it. */
  p50: number;
  p99: number;
  /** Processor of the process for each page that is told of a message, in milliseconds. */
  tellMs: number;
  /** Seconds until all were open. */
  opened: number;
  /** Seconds until all were back that were cut off in one moment, each with what it had missed. */
  back: number;
}

/**
 * Opens pages' sockets, more and more of them, and has messages come in meanwhile.
 * @param world of its server the costs are read off, which may be what stands before the inbox
 * @param levels pages that are open at the same time
 */
export async function measureSockets(
  world: LoadWorld,
  { restMs: restingMs, told }: Pick<Amounts['load'], 'restMs' | 'told'>,
  levels: readonly number[],
  say: (line: string) => void,
): Promise<SocketFigures[]> {
  const { server, merchants } = world;
  const sockets: WebSocket[] = [];
  const heard = new Map<string, { left: number; done: () => void }>();
  const figures: SocketFigures[] = [];
  const base = await residentBytes(server.pid);
  const open = async (n: number, since?: number, tries = 1): Promise<void> => {
    const { tokens } = merchants[n % MERCHANTS] as LoadedMerchant;
    const token = tokens[Math.floor(n / MERCHANTS) % tokens.length] ?? '';
    const asked = new URLSearchParams({ jwt: token, ...(since !== undefined && { since: String(since) }) });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/inbox/?${asked.toString()}`);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const mark = /told-\d+-\d+/.exec(data.toString())?.[0];
      const entry = mark === undefined ? undefined : heard.get(mark);
      if (entry === undefined || seen.get(socket) === mark) return;
      seen.set(socket, mark);
      entry.left -= 1;
      if (entry.left === 0) entry.done();
    });
    try {
      await once(socket, 'message');
      sockets.push(socket);
    } catch (error) {
      // Too many at the door: as a page does, it comes again.
      if (tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      await open(n, since, tries + 1);
    }
  };
  const openAll = async (wanted: number[], atOnce: number, since?: ReadonlyMap<number, number>): Promise<number> => {
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let n = wanted.shift(); n !== undefined; n = wanted.shift()) await open(n, since?.get(n % MERCHANTS));
      }),
    );
    return (performance.now() - begun) / 1000;
  };
  const seen = new Map<WebSocket, string | undefined>();
  try {
    for (const level of levels) {
      const before = sockets.length;
      const added = Array.from({ length: level - before }, (_, n) => before + n);
      const opened = await openAll(added, OPENING);
      const bytes = ((await residentBytes(server.pid)) - base) / level;
      const restBefore = await processMs(server.pid);
      await new Promise((resolve) => setTimeout(resolve, restingMs));
      const restMs = ((await processMs(server.pid)) - restBefore) / (restingMs / 1000);

      const spentBefore = await processMs(server.pid);
      const tellingBegun = performance.now();
      const took = await Promise.all(
        Array.from({ length: told }, async (_, n) => {
          await new Promise((resolve) => setTimeout(resolve, n * APART_MS));
          return tell(world, merchants[n % MERCHANTS] as LoadedMerchant, `told-${level}-${n}`, level / MERCHANTS);
        }),
      );
      const rest = (restMs * (performance.now() - tellingBegun)) / 1000;
      const spent = (await processMs(server.pid)) - spentBefore - rest;
      const tellMs = spent / (told * (level / MERCHANTS));
      const since = await lastEvents(world);
      for (const socket of sockets.splice(0)) socket.terminate();
      const back = await openAll([...Array(level).keys()], COMING_BACK, since);
      figures.push({
        sockets: level,
        bytes,
        restMs,
        p50: percentile(took, 50),
        p99: percentile(took, 99),
        tellMs,
        opened,
        back,
      });
      say(`${level} sockets: ${(bytes / 1000).toFixed(1)} KB each`);
    }
    return figures;
  } finally {
    for (const socket of sockets) socket.terminate();
  }

  async function tell({ write }: LoadWorld, merchant: LoadedMerchant, mark: string, pages: number): Promise<number> {
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`${mark} was not told to all.`)), HEARD_MS);
      const done = () => {
        clearTimeout(limit);
        resolve();
      };
      heard.set(mark, { left: pages, done });
      write(merchant, 1, mark).catch(reject);
    });
    heard.delete(mark);
    return performance.now() - begun;
  }
}

/** The last event of each merchant, by its place. */
async function lastEvents({ databaseUrl, merchants }: LoadWorld): Promise<ReadonlyMap<number, number>> {
  const rows = await query<{ merchant_id: number; seq: number }>(
    databaseUrl,
    'select merchant_id::int, max(seq)::float8 seq from live_events group by merchant_id',
  );
  const places = new Map(merchants.map(({ id }, place) => [Number(id), place]));
  return new Map(rows.map(({ merchant_id, seq }) => [places.get(merchant_id) ?? 0, seq]));
}
