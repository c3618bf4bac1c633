import * as z from 'zod/mini';
import type { PlainPage } from './plain-browser';

export interface Traffic {
  /** Everything that was asked of the server, the socket included. */
  requests: number;
  /** Of these, what a browser asks by itself before a call of another origin. */
  preflights: number;
  /** Of the requests, calls of the inbox's API. */
  calls: number;
  /** HTML, CSS and scripts as they came over the wire, without headers. */
  codeBytes: number;
  /** What the API answered, as it came over the wire, without headers. */
  answerBytes: number;
  /** What was asked for, in order. */
  paths: string[];
}

interface Seen {
  /** Seconds on the browser's clock. */
  at: number;
  url: string;
  isCode: boolean;
  isPreflight: boolean;
  bytes: number;
  ended: boolean;
}

const CODE = /^(text\/html|text\/css|(text|application)\/(x-)?javascript)/;
/** As long as a page may take to show something. */
const LANDING_MS = 120_000;

export interface TrafficRecord {
  /** What was begun in the first so many milliseconds of the page; waits until it has arrived. */
  until(milliseconds: number): Promise<Traffic>;
  /** All of it, once everything has arrived and nothing was begun for so many milliseconds. */
  untilQuiet(milliseconds: number): Promise<Traffic>;
}

const requestId = z.string();
const Ended = z.object({ requestId, encodedDataLength: z.optional(z.number()) });
const Begun = z.object({ requestId, timestamp: z.number() });
const Asked = z.extend(Begun, { request: z.object({ url: z.string(), method: z.string() }) });
const Answered = z.object({
  requestId,
  response: z.object({ mimeType: z.string(), headers: z.record(z.string(), z.string()) }),
});

const isCall = (path: string) => path.startsWith('/api/');
const bytesOf = (some: readonly Seen[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);

/** Listens to a page's network from now on. */
export function recordTraffic(page: Pick<PlainPage, 'on'>): TrafficRecord {
  const seen = new Map<string, Seen>();
  let changed = () => {};
  /** Milliseconds on the clock of this process. */
  let lastAt = 0;
  const end = (id: string, bytes?: number) => {
    const request = seen.get(id);
    if (!request) return;
    request.ended = true;
    // The length header is the body alone; without one the count includes the headers.
    if (bytes !== undefined && request.bytes === 0) request.bytes = bytes;
    changed();
  };

  page.on('Network.requestWillBeSent', (params) => {
    const { requestId: id, timestamp, request } = z.parse(Asked, params);
    const { url, method } = request;
    const isPreflight = method === 'OPTIONS';
    lastAt = Date.now();
    if (/^https?:/.test(url)) seen.set(id, { at: timestamp, url, isCode: false, isPreflight, bytes: 0, ended: false });
  });
  // The same file again, out of the page's own memory.
  page.on('Network.requestServedFromCache', (params) => seen.delete(z.parse(Ended, params).requestId));
  page.on('Network.responseReceived', (params) => {
    const { requestId: id, response } = z.parse(Answered, params);
    const request = seen.get(id);
    if (!request) return;
    request.isCode = CODE.test(response.mimeType);
    request.bytes = Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0);
  });
  for (const ending of ['Network.loadingFinished', 'Network.loadingFailed']) {
    page.on(ending, (params) => {
      const { requestId: id, encodedDataLength } = z.parse(Ended, params);
      end(id, encodedDataLength);
    });
  }
  page.on('Network.webSocketWillSendHandshakeRequest', (params) => {
    const { requestId: id, timestamp } = z.parse(Begun, params);
    seen.set(id, { at: timestamp, url: 'ws:///ws/inbox/', isCode: false, isPreflight: false, bytes: 0, ended: true });
  });

  return {
    until: landedBy,
    async untilQuiet(milliseconds) {
      const limit = Date.now() + LANDING_MS;
      const isQuiet = () => Date.now() - lastAt >= milliseconds && [...seen.values()].every(({ ended }) => ended);
      while (!isQuiet()) {
        if (Date.now() > limit) throw new Error('The page never stops asking.');
        await new Promise((resolve) => setTimeout(resolve, milliseconds / 10));
      }
      return landedBy(Infinity);
    },
  };

  async function landedBy(milliseconds: number): Promise<Traffic> {
    const start = Math.min(...[...seen.values()].map(({ at }) => at));
    const begun = [...seen.values()].filter(({ at }) => (at - start) * 1000 <= milliseconds);
    const landed = () => begun.every(({ ended }) => ended);
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        const open = begun.filter(({ ended }) => !ended).map(({ url }) => url);
        reject(new Error(`Requests of the page never ended: ${open.join(', ')}`));
      }, LANDING_MS);
      changed = () => {
        if (!landed()) return;
        clearTimeout(limit);
        resolve();
      };
      changed();
    });
    const paths = begun.sort((a, b) => a.at - b.at).map(({ url }) => new URL(url).pathname);
    return {
      requests: begun.length,
      preflights: begun.filter(({ isPreflight }) => isPreflight).length,
      calls: paths.filter(isCall).length,
      codeBytes: bytesOf(begun.filter(({ isCode }) => isCode)),
      answerBytes: bytesOf(begun.filter(({ url }) => isCall(new URL(url).pathname))),
      paths,
    };
  }
}
