import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_WORKER_CACHES, SERVICE_WORKER_PATH } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';

/** Removes what the service worker has stored, and itself. Without a listener for requests it is asked for none. */
const REMOVES_ITSELF = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  try {
    for (const name of await caches.keys()) if (name.startsWith('${SERVICE_WORKER_CACHES}')) await caches.delete(name);
  } finally {
    await registration.unregister();
  }
}
`;

export interface ServiceWorkerOptions {
  /** The built host. */
  hostDir: string;
  /** May browsers have it? Otherwise they are given one that removes itself. */
  serviceWorker: boolean;
  /** The other origin that serves the panels' files, if one does. */
  panelOrigin: string | undefined;
}

/**
 * Serves the script of the service worker: never from a cache, so that a browser that has one gets another within a page
 * load. Its policy lets it read from the inbox, and from where the panels are.
 */
export function serveServiceWorker(
  app: FastifyInstance,
  { hostDir, serviceWorker, panelOrigin }: ServiceWorkerOptions,
): void {
  const path = join(hostDir, SERVICE_WORKER_PATH);
  const files = panelOrigin === undefined ? '' : ` ${panelOrigin}`;
  app.get(SERVICE_WORKER_PATH, async (request, reply) => {
    const built = serviceWorker ? await readFile(path).catch(() => null) : null;
    const script = built ?? Buffer.from(REMOVES_ITSELF);
    const etag = `"${createHash('sha256').update(script).digest('base64')}"`;
    reply.headers({
      'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self'${files}`,
      'cache-control': 'no-cache',
      etag,
      vary: 'accept-encoding',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/javascript; charset=utf-8');
    const isPacked = built !== null && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const packed = isPacked ? await readFile(`${path}.br`).catch(() => null) : null;
    return packed === null ? reply.send(script) : reply.header('content-encoding', 'br').send(packed);
  });
}
