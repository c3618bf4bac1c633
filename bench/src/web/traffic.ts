import type { CDPSession } from '@playwright/test';

export interface Traffic {
  /** Everything that was asked of the server, the socket included. */
  requests: number;
  /** Of these, calls of the inbox's API. */
  calls: number;
  /** HTML, CSS and scripts as they came over the wire, without headers. */
  codeBytes: number;
  /** What was asked for, in order. */
  paths: string[];
}

interface Seen {
  /** Seconds on the browser's clock. */
  at: number;
  url: string;
  isCode: boolean;
  bytes: number;
  ended: boolean;
}

const CODE = /^(text\/html|text\/css|(text|application)\/(x-)?javascript)/;
const LANDING_MS = 15_000;

export interface TrafficRecord {
  /** What was begun in the first so many milliseconds of the page; waits until it has arrived. */
  until(milliseconds: number): Promise<Traffic>;
}

/** Listens to a page's network from now on. */
export function recordTraffic(devtools: CDPSession): TrafficRecord {
  const seen = new Map<string, Seen>();
  let changed = () => {};
  const end = (id: string, bytes?: number) => {
    const request = seen.get(id);
    if (!request) return;
    request.ended = true;
    // The length header is the body alone; without one the count includes the headers.
    if (bytes !== undefined && request.bytes === 0) request.bytes = bytes;
    changed();
  };

  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { url } }) => {
    if (/^https?:/.test(url)) seen.set(requestId, { at: timestamp, url, isCode: false, bytes: 0, ended: false });
  });
  // The same file again, out of the page's own memory.
  devtools.on('Network.requestServedFromCache', ({ requestId }) => seen.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response: { mimeType, headers } }) => {
    const request = seen.get(requestId);
    if (!request) return;
    request.isCode = CODE.test(mimeType);
    request.bytes = Number(headers['content-length'] ?? headers['Content-Length'] ?? 0);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  devtools.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  devtools.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, timestamp }) => {
    seen.set(requestId, { at: timestamp, url: 'ws:///ws/inbox/', isCode: false, bytes: 0, ended: true });
  });

  return {
    async until(milliseconds) {
      const start = Math.min(...[...seen.values()].map(({ at }) => at));
      const begun = [...seen.values()].filter(({ at }) => (at - start) * 1000 <= milliseconds);
      const landed = () => begun.every(({ ended }) => ended);
      await new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('A request of the page never ended.')), LANDING_MS);
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
        calls: paths.filter((path) => path.startsWith('/api/')).length,
        codeBytes: begun.reduce((sum, { isCode, bytes }) => sum + (isCode ? bytes : 0), 0),
        paths,
      };
    },
  };
}
