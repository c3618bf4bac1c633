import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { Readable, type Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { cookieOf } from '../platform/http/cookies';
import { DIRECTORY_HEADER } from '../cells/directory-secret';
import { GONE_HEADER, MERCHANT_GONE } from '../cells/gone';
import { CELL_PATH } from '../cells/routes';
import { askedBy, askedByForm, cookieCell, CELL_COOKIE, isOfProvider, isSignIn, type Asked } from './asked';
import type { Cell } from './cells';
import { NO_COUNTS, type DirectoryCounts } from './counts';
import { forwarding } from './forwarded';
import { deliverMeta, isMeta } from './meta';
import { NowhereNow, type Whereabouts } from './whereabouts';
import { messages } from './messages';

/** Milliseconds for which a cell may keep a call: longer than it waits for anything itself. */
const CALL_MS = 300_000;
const UPGRADE_MS = 15_000;
/** Seconds after which a browser asks again where a merchant is. */
const AGAIN_SECONDS = 1;
/** Seconds for which a browser is known by its cell: as long as devices are known to the sign-in page. */
const COOKIE_SECONDS = 180 * 86_400;
/** Bytes of a form in which somebody signs in. */
const FORM_BYTES = 16_000;
/** Of what Meta delivers: its own limit is 3 MB. */
const DELIVERY_BYTES = 5_000_000;

export interface Leading {
  /** Leads one request to its cell, and its answer back. */
  request(request: IncomingMessage, response: ServerResponse): void;
  /** The same for a socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  end(): void;
}

export interface LeadingOptions {
  whereabouts: Whereabouts;
  secret: string;
  /** Addresses and networks of balancers before the directory. */
  trustedProxies: readonly string[];
  counts?: DirectoryCounts;
  log(line: string): void;
}

/** Leads whoever comes by HTTP to the cell of their merchant. It changes nothing of what is said, and proves nothing. */
export function createLeading(options: LeadingOptions): Leading {
  const { whereabouts, secret, trustedProxies, counts = NO_COUNTS, log } = options;
  const setForwarded = forwarding(trustedProxies);
  const agents = { plain: new Agent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) };
  const proxy = createProxyServer({ proxyTimeout: CALL_MS, upgradeTimeout: UPGRADE_MS });
  /** A connection to a cell serves one call after the other, a socket has one to itself. */
  const callOf = ({ url }: Cell) => ({ target: url, agent: url.startsWith('https:') ? agents.secure : agents.plain });

  /** Cookies to go with an answer, besides the cell's own. */
  const cookies = new WeakMap<IncomingMessage, string>();
  proxy.on('proxyRes', (answer, request) => {
    const asked = answer.headers[GONE_HEADER] === undefined ? null : askedBy(request.url ?? '/', request.headers);
    if (asked !== null) whereabouts.forget(asked.about, asked.value);
    const cookie = cookies.get(request);
    if (cookie !== undefined) answer.headers['set-cookie'] = [...(answer.headers['set-cookie'] ?? []), cookie];
  });

  const [first] = whereabouts.cells;
  const named = (name: string | undefined): Cell => whereabouts.cells.find((cell) => cell.name === name) ?? first;

  async function cellOf(asked: Asked, request: IncomingMessage): Promise<Cell> {
    const found = asked && (await whereabouts.find(asked.about, [asked.value], asked.fresh)).get(asked.value);
    return found ?? named(cookieCell(request.headers));
  }

  /** Has the browser named by this cell from now on, where it is not yet. */
  function remember(cell: Cell, request: IncomingMessage): void {
    if (cookieCell(request.headers) !== cell.name) cookies.set(request, cookieFor(cell, request));
  }

  function refuse(response: ServerResponse, error: unknown): void {
    if (response.headersSent) return void response.destroy();
    const isNowhere = error instanceof NowhereNow;
    if (!isNowhere && !(error instanceof TooLong)) log(`A request could not be led on: ${lineOf(error)}`);
    const [status, message, code] =
      error instanceof TooLong
        ? [413, messages.tooLong, 'too_large']
        : [503, messages.away, isNowhere ? MERCHANT_GONE : 'cell_away'];
    response.writeHead(Number(status), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 503 && { 'retry-after': String(AGAIN_SECONDS) }),
    });
    response.end(JSON.stringify({ success: false, error: { message, code } }));
  }

  /** @param led told which cell has the call */
  async function lead(request: IncomingMessage, response: ServerResponse, led: (cell: Cell) => void): Promise<void> {
    const url = request.url ?? '/';
    // Nobody but the directory itself may say that it is the directory, or ask what it asks.
    delete request.headers[DIRECTORY_HEADER];
    setForwarded(request);
    if (url === CELL_PATH || url.startsWith(`${CELL_PATH}/`)) {
      response.writeHead(404).end();
      return;
    }
    if (isMeta(request)) {
      const body = await bodyOf(request, DELIVERY_BYTES);
      return deliverMeta({ whereabouts, secret, counts }, { request, body, response });
    }
    if (!isSignIn(request.method, url)) {
      // The provider is the first cell's, whatever cell somebody has signed in to last at this browser.
      const isProviders = isOfProvider(url);
      const cell = isProviders ? first : await cellOf(askedBy(url, request.headers), request);
      led(cell);
      if (isProviders) remember(cell, request);
      return proxy.web(request, response, callOf(cell));
    }
    const body = await bodyOf(request, FORM_BYTES);
    const cell = await cellOf(askedByForm(url, body), request);
    led(cell);
    remember(cell, request);
    return proxy.web(request, response, { ...callOf(cell), buffer: Readable.from([body]) });
  }

  return {
    request(request, response) {
      const began = performance.now();
      let to: Cell | null = null;
      response.once('close', () => {
        const status = response.headersSent ? response.statusCode : 'none';
        counts.led(to, { status, ms: performance.now() - began });
      });
      lead(request, response, (cell) => (to = cell)).catch((error: unknown) => refuse(response, error));
    },
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      delete request.headers[DIRECTORY_HEADER];
      setForwarded(request);
      cellOf(askedBy(request.url ?? '/', request.headers), request)
        .then((cell) => {
          counts.socket(cell, 1);
          socket.once('close', () => counts.socket(cell, -1));
          return proxy.ws(request, socket as Socket, { target: cell.url }, head);
        })
        .catch((error: unknown) => {
          if (!(error instanceof NowhereNow)) log(`A socket could not be led on: ${lineOf(error)}`);
          if (socket.writable)
            socket.end(
              `HTTP/1.1 503 Service Unavailable\r\nretry-after: ${AGAIN_SECONDS}\r\nconnection: close\r\n\r\n`,
            );
        });
    },
    end() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

const lineOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

function cookieFor({ name }: Cell, request: IncomingMessage): string {
  const secure = request.headers['x-forwarded-proto'] === 'https';
  return cookieOf(CELL_COOKIE, name, { maxAge: COOKIE_SECONDS, path: '/', sameSite: 'Lax', secure });
}

/** What comes is longer than anything of its kind. */
class TooLong extends Error {}

async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new TooLong('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
