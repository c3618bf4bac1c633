import { CACHE_MAX_AGE_MS, MAX_IMPORT_BYTES, type Call, type CallAnswer, type Success } from '@inbox/api/wire';
import { allCalls, type AllCalls, type AnyCallName } from '@inbox/api/all-calls';
import multipart from '@fastify/multipart';
import type { Schema } from '@inbox/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isLostConnection } from '../platform/db/transient-error';
import type { WorkContext } from '../platform/db/unit-of-work';
import type { SignedIn } from '../agents/sessions/session';
import { withOrigin } from '../platform/origin';
import { checkInboxPermission, whoAsksAtAll } from './authentication';
import type { InputOf } from '../platform/http/call-input';
import { badRequest } from './failures';
import { FORM_LIMITS, readForm } from './forms';
import { originOf } from './origin-of';
import { callWithin } from './scope-gate';
import { withSpecNames } from './spec-names';

z.config(z.locales.en());

/** One function per call of shared/api: a call without one does not compile. */
export type Handlers = {
  [Name in AnyCallName]: (who: SignedIn, input: InputOf<Name>) => Promise<CallAnswer<AllCalls[Name]>>;
};

type AnyCall = Call<unknown, unknown, unknown, unknown>;
type AnyHandler = (who: SignedIn, input: never) => Promise<unknown>;

/** What an agent without access to the inbox still may ask (spec sections 2 and 6); their page loads panels too. */
const OPEN_TO_ALL: ReadonlySet<AnyCallName> = new Set<AnyCallName>([
  'settings',
  'logout',
  'agentStatus',
  'setAgentStatus',
  'reportHealth',
]);

/**
 * Bytes of the bodies that are longer than others: the pictures of a text go with it, and an import brings many
 * quick replies at once.
 */
const BODY_LIMITS: Partial<Record<AnyCallName, number>> = {
  initiateEmail: 8_000_000,
  reply: 8_000_000,
  addNote: 8_000_000,
  sendLater: 8_000_000,
  importQuickReplies: MAX_IMPORT_BYTES,
};

/** For this browser alone, and for whom it was answered. All other answers, and every failure, are kept by nobody. */
const KEPT = { 'cache-control': `private, max-age=${CACHE_MAX_AGE_MS / 1000}`, vary: 'origin, authorization' };

/** Registers every call: parsed by its schemas, handed to its function, answered in the envelope. */
export function serveCalls(app: FastifyInstance, handlers: Handlers, context: Pick<WorkContext, 'db' | 'now'>): void {
  const serve = (scope: FastifyInstance, name: AnyCallName): void => {
    const handler: AnyHandler = handlers[name];
    const answer: AnyHandler = async (who, input) =>
      withSpecNames(name, await callWithin(context.db, name, { who, input, handler }), {
        db: context.db,
        who,
        now: context.now(),
      });
    serveCall(scope, allCalls[name], answer, { openToAll: OPEN_TO_ALL.has(name), bodyLimit: BODY_LIMITS[name] });
  };
  const names = Object.keys(allCalls) as AnyCallName[];
  for (const name of names) if (!allCalls[name].isForm) serve(app, name);
  app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS });
    for (const name of names) if (allCalls[name].isForm) serve(scope, name);
  });
}

function serveCall(
  app: FastifyInstance,
  call: AnyCall,
  handler: AnyHandler,
  { openToAll, bodyLimit }: { openToAll: boolean; bodyLimit: number | undefined },
): void {
  app.route({
    method: call.method,
    url: call.path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply): Promise<Success<unknown>> => {
      const who = whoAsksAtAll(request);
      if (!openToAll) checkInboxPermission(who);
      const input = {
        params: parsePart('params', call.params, request.params),
        query: parsePart('query', call.query, request.query),
        body: parsePart('body', call.body, await bodyOf(call, request)),
      };
      // The schemas of this very call have made the input; TypeScript cannot follow that through the table.
      const answer = async (): Promise<unknown> =>
        withOrigin(originOf(request, who), () => handler(who, input as never));
      // What only reads is asked again when the database was started anew meanwhile.
      const data = await answer().catch((error: unknown) => {
        if (call.method === 'GET' && isLostConnection(error)) return answer();
        throw error;
      });
      if (call.isCached) reply.headers(KEPT);
      return { success: true, data };
    },
  });
}

/** A program may send a form's body as JSON too. */
const bodyOf = async (call: AnyCall, request: FastifyRequest): Promise<unknown> =>
  call.isForm && request.isMultipart() ? readForm(request) : request.body;

function parsePart(part: string, schema: Schema<unknown> | null, value: unknown): unknown {
  if (schema === null) return null;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badRequest(part, parsed.error.issues);
  return parsed.data;
}
