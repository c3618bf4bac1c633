import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Inbox } from './inbox';
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
  /** Its Permissions-Policy. */
  permissions?: string;
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
  /** The same pages on an origin that no shop lists. */
  unlisted: string;
  close(): Promise<void>;
}

const EMBED_DIR = join(ROOT, 'embed/dist');

async function listen(server: Server): Promise<string> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Has both shops let its pages in, and stands before the inbox, to count and to refuse what these ask for. */
export async function startEmbeddingSite({ url: inboxUrl, admin, shop, otherShop }: Inbox): Promise<EmbeddingSite> {
  const pages = new Map<string, SitePage>();
  const target = new URL(inboxUrl);
  const calls: string[] = [];
  const open = new Set<Socket>();
  const refuse = new Set<string>();

  const answerPage = ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const page = pages.get(url.split('?')[0] ?? '/');
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...(page?.csp && { 'content-security-policy': page.csp }),
      ...(page?.permissions && { 'permissions-policy': page.permissions }),
    });
    response.end(page?.html ?? '');
  };
  const [site, stranger] = [createServer(answerPage), createServer(answerPage)];

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path, headers } = request;
    const { hostname: host, port } = target;
    const passed = ask({ host, port, method, path, headers: { ...headers, host: target.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }

  const door = createServer((request, response) => {
    const { method = 'GET', url: address = '/', headers } = request;
    const path = new URL(address, target).pathname;
    if (path.startsWith('/api/')) calls.push(`${method} ${path}`);
    if (method === 'OPTIONS' || !refuse.has((headers.authorization ?? '').replace(/^jwt /, ''))) {
      return pass(request, response);
    }
    const answer = { success: false, error: { message: 'The session has ended.' } };
    response.writeHead(401, { 'access-control-allow-origin': url, 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
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
  for (const { slug } of [shop, otherShop]) await admin(['embed', 'origins', 'add', url, '--merchant', slug]);
  return {
    url,
    unlisted: await listen(stranger),
    inboxUrl: await listen(door),
    embed: JSON.parse(await readFile(join(EMBED_DIR, 'embed.json'), 'utf8')) as EmbedFacts,
    serve: (path, page) => void pages.set(path, page),
    calls,
    sockets: () => open.size,
    refuse,
    async close() {
      for (const socket of open) socket.destroy();
      for (const server of [site, stranger, door]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
