import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PATH = '/main-site/insights';

const PARTS: Readonly<Record<string, string>> = {
  'analytics.js': 'text/javascript; charset=utf-8',
  'charts.js': 'text/javascript; charset=utf-8',
  'analytics.css': 'text/css; charset=utf-8',
};

/** What the page and the panels in it need: everything is of this origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types inbox dompurify',
].join('; ');

/**
 * The analytics page of the stand-in: an example that people copy, served as it is in the repository.
 * @param exampleDir examples/analytics
 */
export function serveInsights(app: FastifyInstance, exampleDir: string): void {
  const send = async (reply: FastifyReply, file: string, type: string): Promise<FastifyReply> =>
    reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      .type(type)
      .send(await readFile(join(exampleDir, file)));
  app.get(`${PATH}/`, async (request, reply) => {
    // What the page names beside itself is below the folder.
    const isFolder = request.url.split('?')[0]?.endsWith('/');
    return isFolder ? send(reply, 'index.html', 'text/html; charset=utf-8') : reply.redirect(`${PATH}/`, 302);
  });
  for (const [file, type] of Object.entries(PARTS)) {
    app.get(`${PATH}/${file}`, async (_request, reply) => send(reply, file, type));
  }
}
