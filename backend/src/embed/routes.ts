import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { EMBED_SCRIPT, type EmbedRelease } from '@inbox/federation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Queryable } from '../platform/db/connection';
import { listOriginsOf } from './origins';
import { IMMUTABLE } from '../platform/front-end/front-end';
import { FRAME_SCRIPT, framePage, framePolicy } from './frame-page';
import { messages } from '../http/messages';

/** Seconds for which a page's browser may go on with the moving address. */
const MOVING = 'public, max-age=300';

export interface EmbedRoutesDeps {
  db: Queryable;
  /** What pages are given that name no version; null when it is not built. */
  current: EmbedRelease | null;
  /** All that are stored, the current one among them. */
  releases: readonly EmbedRelease[];
  /** The other origin that serves the panels' files, if one does. */
  panelOrigin: string | undefined;
}

/** The frame takes the merchant by the short name. */
const FrameQuery = z.object({ merchant: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)) });

/**
 * Serves `embed.js`, under a moving address and one for each version, the hashes by which pages check it, and the page of
 * the iframe mode. They are the same for all merchants, but for who may put the frame in.
 */
export function serveEmbedRoutes(app: FastifyInstance, { db, current, releases, panelOrigin }: EmbedRoutesDeps): void {
  const byVersion = new Map(releases.map((release) => [release.version, release]));

  app.get('/embed/versions.json', async (_request, reply) => {
    if (current === null) return notThere(reply, messages.embedNotBuilt);
    const versions = Object.fromEntries(
      releases.map(({ version, integrity }) => [
        version,
        { src: `/embed/${version}/${EMBED_SCRIPT}`, integrity: integrity.get(EMBED_SCRIPT) },
      ]),
    );
    return reply.header('cache-control', 'no-cache').send({ current: current.version, versions });
  });

  app.get('/embed/frame', async (request, reply) => {
    if (current === null) return notThere(reply, messages.embedNotBuilt);
    if (!current.integrity.has(FRAME_SCRIPT)) return notThere(reply, messages.noFrame);
    const query = FrameQuery.safeParse(request.query);
    const listed = query.success ? await listOriginsOf(db, query.data.merchant) : undefined;
    if (!query.success || listed === undefined) return notThere(reply, messages.noSuchMerchant);
    const { merchantId, origins } = listed;
    const { merchant } = query.data;
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-security-policy': framePolicy({ nonce, origins, panelOrigin }),
        // A page that isolates itself takes only frames that do so too, and say that they may be taken.
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(framePage({ nonce, release: current, merchant, merchantId, origins, panelOrigin }));
  });

  app.get<{ Params: { file: string } }>('/embed/:file', async (request, reply) => {
    if (current === null) return notThere(reply, messages.embedNotBuilt);
    const { file } = request.params;
    if (current.integrity.has(file)) return sendScript(request, reply, current, { file, cached: MOVING });
    // A part of the script that an open page has, and the one of now has under another name.
    const older = releases.find(({ integrity }) => file !== EMBED_SCRIPT && integrity.has(file));
    return older === undefined
      ? notThere(reply, messages.notFound)
      : sendScript(request, reply, older, { file, cached: MOVING });
  });

  app.get<{ Params: { version: string; file: string } }>('/embed/:version/:file', async (request, reply) => {
    const { version, file } = request.params;
    const release = byVersion.get(version);
    if (release === undefined) {
      return notThere(reply, current === null ? messages.embedNotBuilt : messages.noEmbedVersion(version));
    }
    if (!release.integrity.has(file)) return notThere(reply, messages.notFound);
    return sendScript(request, reply, release, { file, cached: IMMUTABLE });
  });
}

/** As text, which the console of the embedding page's developer shows. */
const notThere = (reply: FastifyReply, message: string): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);

/** Only files that have a hash are served, so that no name leads out of the folder. */
async function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  { dir, integrity }: EmbedRelease,
  { file, cached }: { file: string; cached: string },
): Promise<FastifyReply> {
  const etag = `"${integrity.get(file) ?? ''}"`;
  reply.headers({
    'cache-control': cached,
    etag,
    // A plain script tag names no origin. The script is the same for everybody, and holds nothing of anybody.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(extname(file) === '.js' ? 'text/javascript; charset=utf-8' : 'application/json; charset=utf-8');
  const path = join(dir, file);
  if (/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    const packed = await readFile(`${path}.br`).catch(() => null);
    if (packed !== null) return reply.header('content-encoding', 'br').send(packed);
  }
  return reply.send(await readFile(path));
}
