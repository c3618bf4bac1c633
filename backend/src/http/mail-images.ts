import { INBOX_PERMISSION, type AgentId, type MerchantId } from '@inbox/domain';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fetchImage } from '../platform/net/fetch-image';
import { createImageCache } from '../platform/net/image-cache';
import {
  findRunningSession,
  readActiveAgents,
  type RunningSession,
  type SessionRow,
} from '../agents/sessions/session-queries';
import { readRunningSecrets } from '../embed/secrets';
import type { SignedIn } from '../agents/sessions/session';
import type { HttpDeps } from './deps';

const PATH = '/api/inbox/mail-images/';
const PURPOSE = 'mail-images';
/** Bytes of one picture. */
const MAX_IMAGE_BYTES = 8_000_000;
const TIMEOUT_MS = 10_000;
const CACHE = { maxAgeMs: 3_600_000, maxBytes: 48_000_000, atOnce: 8 };

const querySchema = z.object({ url: z.string().check(z.maxLength(8_192)) });

/**
 * The way by which a session's pages have pictures of other servers: `<img>` sends no token, so the address carries a
 * proof, which is good for these pictures, and as long as the session runs or the narrow token holds.
 */
export function imageBase({ tokens }: Pick<HttpDeps, 'tokens'>, signedIn: SignedIn): string {
  const { sessionId, merchantId, agent, narrowed, expiresAt } = signedIn;
  const session = narrowed === undefined ? sessionId : `${narrowed.kid}${UNTIL}${expiresAt.getTime()}`;
  const who = `${session}.${merchantId}.${agent.id}`;
  return `${PATH}${who}.${tokens.mac(PURPOSE, who)}/`;
}

/** Pictures that mails name, fetched by this process: their servers learn nothing of who reads. */
export function serveMailImages(app: FastifyInstance, { context, tokens, imageFetching }: HttpDeps): void {
  const cache = createImageCache({ ...CACHE, now: () => context.now().getTime() });

  app.get<{ Params: { secret: string } }>(`${PATH}:secret/`, async (request, reply) => {
    const session = sessionOf(tokens, request.params.secret);
    const running = session && (await findRunning(context, session));
    if (!session || !running?.user_permissions.includes(INBOX_PERMISSION)) return reply.code(401).send();
    const query = querySchema.safeParse(request.query);
    if (!query.success) return reply.code(400).send();
    const { url } = query.data;
    const image = await cache(String(session.merchant_id), url, () =>
      fetchImage(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_IMAGE_BYTES, ...imageFetching }),
    );
    if (image === null) return reply.code(404).header('cache-control', 'private, max-age=300').send();
    return reply
      .headers({
        'content-type': image.type,
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400',
        // An <img> of an embedding page names no origin; the address itself is the proof.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(image.bytes);
  });
}

/** Between an embed secret's name and the time, in milliseconds, at which its token expires. */
const UNTIL = '~';

async function findRunning(
  { db, now }: HttpDeps['context'],
  session: SessionRow,
): Promise<Pick<RunningSession, 'user_permissions'> | undefined> {
  const [kid = '', until] = session.id.split(UNTIL);
  if (until === undefined) return findRunningSession(db, session, now());
  if (Number(until) <= now().getTime() || !(await readRunningSecrets(db, [kid], now())).has(kid)) return undefined;
  return (await readActiveAgents(db, [{ merchant_id: session.merchant_id, id: session.agent_id }]))[0];
}

function sessionOf(tokens: HttpDeps['tokens'], secret: string) {
  const [id = '', merchant = '', agent = '', proof = ''] = secret.split('.');
  if (!tokens.isMac(PURPOSE, `${id}.${merchant}.${agent}`, proof)) return null;
  const row = { merchant_id: Number(merchant) as MerchantId, agent_id: Number(agent) as AgentId };
  return { id, ...row, expires_at: new Date(0) };
}
