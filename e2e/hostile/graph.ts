import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FILES } from './files';

/** A channel in the wrong hands: whatever the inbox asks of it is answered with attempts. */
export interface HostileGraph {
  url: string;
  close(): Promise<void>;
}

const NAME = 'Mallory <img src=x onerror=trap("profile")>';

/** Media ids and posts' ids end in the number of a file. */
const fileOf = (id: string) => FILES[Number(/\d+$/.exec(id)?.[0] ?? 0) % FILES.length]!;

export async function startHostileGraph(): Promise<HostileGraph> {
  const server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.replace(/^\/v\d+\.\d+/, '');
    if (request.method !== 'GET') return refuse(response);
    if (path.startsWith('/bytes/')) {
      const { contentType, content } = fileOf(path);
      return void response.writeHead(200, { 'content-type': contentType }).end(content);
    }
    const bytes = `${url}/bytes${path}`;
    if (searchParams.has('fields')) return json(response, 200, { ...person, ...post(bytes) });
    json(response, 200, { url: bytes, mime_type: fileOf(path).contentType });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const person = { name: NAME, username: NAME, first_name: NAME, last_name: '"><script>trap("last name")</script>' };

function post(picture: string) {
  const caption = 'Sale <script>trap("caption")</script> javascript:trap(1) https://evil.example/caption';
  const permalink = 'javascript:trap("permalink")';
  return {
    caption,
    message: caption,
    permalink,
    permalink_url: permalink,
    media_url: picture,
    full_picture: picture,
    media_type: '<img src=x onerror=trap("type")>',
    status_type: '<img src=x onerror=trap("type")>',
    media_product_type: '<svg onload=trap("product")>',
    promotion_status: 'active',
  };
}

const refuse = (response: ServerResponse) =>
  json(response, 400, {
    error: { code: 100, message: 'Refused <img src=x onerror=trap("refusal")> javascript:trap(1)' },
  });

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
