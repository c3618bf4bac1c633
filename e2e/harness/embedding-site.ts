import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join, normalize } from 'node:path';
import { ROOT } from './product';

/** The script's version, and its hash, as the build says them. */
export interface EmbedFacts {
  version: string;
  integrity: string;
}

/** A page of another product, as its server answers it. */
export interface SitePage {
  html: string;
  csp?: string;
}

/** Another product on an origin of its own, and the address at which the inbox lets its pages in. */
export interface EmbeddingSite {
  /** Origin of the other product. */
  url: string;
  /** Origin of the inbox for its pages. */
  inboxUrl: string;
  embed: EmbedFacts;
  /** Answers this path with the page from now on. */
  serve(path: string, page: SitePage): void;
  /** Calls of the inbox by pages, as `METHOD /path`. */
  calls: string[];
  /** Connections of pages to the live channel that are open now. */
  sockets(): number;
  /** Refuses these tokens from now on. */
  refuse: Set<string>;
  /** True: pages of this origin may load the script, and read no answer of the inbox. */
  lockApi: boolean;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = { js: 'text/javascript', json: 'application/json', html: 'text/html' };
const EMBED_DIR = join(ROOT, 'embed/dist');

async function listen(server: Server): Promise<string> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** @param inboxUrl origin of a running inbox */
export async function startEmbeddingSite(inboxUrl: string): Promise<EmbeddingSite> {
  const pages = new Map<string, SitePage>();
  const target = new URL(inboxUrl);
  const calls: string[] = [];
  const open = new Set<Socket>();
  const refuse = new Set<string>();

  const site = createServer(({ url = '/' }, response) => {
    const page = pages.get(url.split('?')[0] ?? '/');
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...(page?.csp && { 'content-security-policy': page.csp }),
    });
    response.end(page?.html ?? '');
  });

  async function serveEmbed(path: string, response: ServerResponse, headers: Record<string, string>): Promise<void> {
    const file = join(EMBED_DIR, normalize(path.replace(/^\/embed(?:\/\d[^/]*)?/, '')));
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    response.writeHead(isThere ? 200 : 404, {
      ...headers,
      'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain',
    });
    if (isThere) createReadStream(file).pipe(response);
    else response.end();
  }

  function pass(request: IncomingMessage, response: ServerResponse, headers: Record<string, string>): void {
    const { method, url, headers: given } = request;
    const passed = ask(
      { host: target.hostname, port: target.port, method, path: url, headers: { ...given, host: target.host } },
      (answer) => {
        const { 'access-control-allow-origin': _own, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...rest, ...headers });
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }

  const door = createServer((request, response) => {
    const { method = 'GET', url: address = '/', headers } = request;
    const path = new URL(address, inboxUrl).pathname;
    const origin = headers.origin ?? '';
    const isScript = path.startsWith('/embed/');
    const readable: Record<string, string> =
      origin === url && !(made.lockApi && !isScript)
        ? {
            'access-control-allow-origin': origin,
            'access-control-allow-headers': 'authorization, content-type, cache-control',
            'access-control-allow-methods': 'GET, POST',
            'cross-origin-resource-policy': 'cross-origin',
          }
        : {};
    if (method === 'OPTIONS') return void response.writeHead(204, readable).end();
    if (isScript) return void serveEmbed(path, response, readable);
    if (path.startsWith('/api/')) calls.push(`${method} ${path}`);
    if (refuse.has((headers.authorization ?? '').replace(/^jwt /, ''))) {
      const answer = { success: false, error: { message: 'The session has ended.' } };
      return void response
        .writeHead(401, { ...readable, 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    }
    pass(request, response, readable);
  });
  door.on('upgrade', ({ method, url, headers, httpVersion }, socket: Socket, head) => {
    const through = connect(Number(target.port), target.hostname, () => {
      const fields = Object.entries(headers).map(
        ([name, value]) => `${name}: ${name === 'host' ? target.host : String(value)}`,
      );
      through.write(`${[`${method} ${url} HTTP/${httpVersion}`, ...fields].join('\r\n')}\r\n\r\n`);
      through.write(head);
      through.pipe(socket).pipe(through);
    });
    open.add(socket);
    for (const [end, other] of [
      [through, socket],
      [socket, through],
    ] as const) {
      end.on('error', () => other.destroy());
      end.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });

  const url = await listen(site);
  const made: EmbeddingSite = {
    url,
    inboxUrl: await listen(door),
    embed: JSON.parse(await readFile(join(EMBED_DIR, 'embed.json'), 'utf8')) as EmbedFacts,
    serve: (path, page) => void pages.set(path, page),
    calls,
    sockets: () => open.size,
    refuse,
    lockApi: false,
    async close() {
      for (const socket of open) socket.destroy();
      for (const server of [site, door]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return made;
}
