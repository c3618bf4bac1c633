import multipart from '@fastify/multipart';
import {
  BuildAnnouncement,
  changePanel,
  checkFit,
  historyText,
  listText,
  MAX_BUILD_FILE_BYTES,
  MAX_BUILD_FILES,
  PanelChange,
  publishDist,
  receiveBuild,
  RegistryError,
  type IncomingBuildFile,
} from '@inbox/federation';
import type { Success } from '@inbox/api/wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { SignInThrottle } from '../agents/sign-in/sign-in-throttle';
import { identifyToken } from './panel-tokens';
import type { HttpDeps } from '../http/deps';
import { badRequest, Refused } from '../http/failures';
import { messages } from '../http/messages';
import { readJson } from '../platform/net/read-json';

const LIMITS = {
  files: MAX_BUILD_FILES,
  fileSize: MAX_BUILD_FILE_BYTES + 1,
  fields: 1,
  fieldSize: 200_000,
  fieldNameSize: 100,
  parts: MAX_BUILD_FILES + 1,
  headerPairs: 20,
};

/** Builds that are received at once: each is verified, which takes processor time. */
const MOST_AT_ONCE = 2;
/** Builds of one token in an hour: a stolen one does not fill the disk before it is noticed. */
const MOST_AN_HOUR = 30;
const HOUR_MS = 3_600_000;

export interface PanelRoutesDeps {
  context: Pick<HttpDeps['context'], 'db' | 'now'>;
  /** Holds registry.json and the published panels. */
  dataDir: string;
}

/** Who publishes: a token, with the one panel that it is for. */
interface Publisher {
  tokenId: number;
  name: string;
}

const publishers = new WeakMap<FastifyRequest, Publisher>();

function publisherOf(request: FastifyRequest): Publisher {
  const publisher = publishers.get(request);
  if (publisher === undefined) throw new Refused(401, messages.panelTokenMissing, 'token_refused');
  return publisher;
}

interface Said {
  said: string;
  version?: string;
}

type PanelRoute = { Params: { panel: string } };

/**
 * Publishing over HTTP: a team's token may do with its panel what `pnpm panel` does in the data folder, and nothing with any
 * other. A token is checked before anything of a body is read.
 */
export function servePanelRoutes(app: FastifyInstance, { context, dataDir }: PanelRoutesDeps): void {
  const { db, now } = context;
  const throttle = new SignInThrottle(now);
  const pace = createPace(() => now().getTime());

  app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS });
    scope.addHook<PanelRoute>('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const admission = throttle.admit({ address: request.ip, account: null, device: null });
      if (admission.waitMs > 0) {
        reply.header('retry-after', Math.ceil(admission.waitMs / 1000));
        throw new Refused(429, messages.tooMany, 'too_many');
      }
      publishers.set(request, await identify(request));
      if ('succeeded' in admission) admission.succeeded();
    });

    async function identify(request: FastifyRequest<PanelRoute>): Promise<Publisher> {
      const secret = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (secret === undefined) throw new Refused(401, messages.panelTokenMissing, 'token_refused');
      const holder = await identifyToken(db, secret, now());
      switch (holder.state) {
        case 'unknown':
          throw new Refused(401, messages.panelTokenUnknown, 'token_refused');
        case 'expired':
          throw new Refused(401, messages.panelTokenExpired(holder.name, holder.expires_at), 'token_refused');
        case 'revoked':
          throw new Refused(401, messages.panelTokenRevoked(holder.name), 'token_refused');
        case 'valid': {
          const { panel } = request.params;
          if (holder.panel === panel) return { tokenId: holder.id, name: holder.name };
          throw new Refused(403, messages.panelTokenOfAnother(holder.name, holder.panel, panel), 'other_panel');
        }
      }
    }

    scope.get<PanelRoute>('/api/panels/:panel', ({ params }) =>
      answer(async () => ({ said: await listText(dataDir, params.panel) })),
    );
    scope.get<PanelRoute>('/api/panels/:panel/history', ({ params }) =>
      answer(async () => ({ said: await historyText(dataDir, params.panel) })),
    );
    scope.post<PanelRoute>('/api/panels/:panel/changes', (request) => {
      const { change, why } = parsed(ChangeRequest, 'body', request.body);
      const { name: by } = publisherOf(request);
      return answer(() => changePanel(dataDir, request.params.panel, change, { by, why }));
    });
    scope.post<PanelRoute>('/api/panels/:panel/builds', async (request) => {
      const { name: by, tokenId } = publisherOf(request);
      const leave = pace.enter(tokenId);
      try {
        return await answer(() => receive(request, by));
      } finally {
        leave();
      }
    });
  });

  async function receive(request: FastifyRequest<PanelRoute>, by: string): Promise<Said> {
    const { panel } = request.params;
    const parts = request.parts({ limits: LIMITS });
    // What stands first says what follows; whatever else stands there is refused unread.
    const first = await parts.next();
    const told = first.done || first.value.type === 'file' ? undefined : first.value.value;
    const { files, audience, why, skip_before } = parsed(BuildAnnouncement, 'build', jsonOf(told));
    return receiveBuild(dataDir, { panel, announced: files }, filesOf(parts), async (dist) => {
      // The shells that it must fit are known here alone; whoever has it, if only by its preview.
      await checkFit(dataDir, dist, skip_before !== true);
      return publishDist(dataDir, dist, audience, { by, why });
    });
  }
}

const ChangeRequest = z.object({ change: PanelChange, why: z.optional(z.string().check(z.maxLength(500))) });

function parsed<T>(schema: z.ZodMiniType<T>, part: string, value: unknown): T {
  const { success, data, error } = z.safeParse(schema, value);
  if (!success) throw badRequest(part, error.issues);
  return data;
}

const jsonOf = (text: unknown): unknown => (typeof text === 'string' ? readJson(text) : undefined);

type Parts = ReturnType<FastifyRequest['parts']>;

/** Only the name of a part counts, never its path; the receiver takes none that was not announced. */
async function* filesOf(parts: Parts): AsyncGenerator<IncomingBuildFile> {
  for await (const part of parts) if (part.type === 'file') yield { name: part.filename, bytes: part.file };
}

/** What the registry does not allow is the team's to read, in the registry's own words. */
async function answer(work: () => Promise<Said>): Promise<Success<Said>> {
  try {
    return { success: true, data: await work() };
  } catch (error) {
    if (error instanceof RegistryError) throw new Refused(422, error.message, 'refused');
    throw error;
  }
}

/** Bounds how many builds come in, at once and by one token. */
function createPace(time: () => number) {
  let underWay = 0;
  const begun = new Map<number, number[]>();
  return {
    /** @returns to be called when it is received */
    enter(tokenId: number): () => void {
      const recent = (begun.get(tokenId) ?? []).filter((at) => time() - at < HOUR_MS);
      if (underWay >= MOST_AT_ONCE) throw new Refused(429, messages.panelRoutesBusy, 'too_many');
      if (recent.length >= MOST_AN_HOUR) throw new Refused(429, messages.panelTooOften(MOST_AN_HOUR), 'too_many');
      begun.set(tokenId, [...recent, time()]);
      underWay += 1;
      return () => void (underWay -= 1);
    },
  };
}
