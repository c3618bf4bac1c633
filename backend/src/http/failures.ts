import type { Failure } from '@inbox/api/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type * as z from 'zod/mini';
import { GONE_HEADER, MERCHANT_GONE, MerchantGone } from '../cells/gone';
import { isDatabaseAway, isMoving } from '../platform/db/transient-error';
import { BucketError } from '../platform/files/bucket-error';
import { InfectedError } from '../platform/virus-scan/scanned-uploads';
import { ScanFailedError } from '../platform/virus-scan/clamd';
import { WorkError } from '../platform/errors/errors';
import { messages } from './messages';

/** A request that does not fit its schema: 400, with what is wrong by field. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  constructor(
    message: string,
    readonly fields: Record<string, string[]>,
  ) {
    super(message);
  }
}

/** `part` names the field when the whole of it is wrong. */
export function badRequest(part: string, issues: readonly z.core.$ZodIssue[]): BadRequest {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const name = issue.path.map(String).join('.') || part;
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  const [only] = issues;
  return new BadRequest(issues.length === 1 && only ? only.message : messages.badRequest, fields);
}

/** More files than one send takes: 413, in the words of spec section 8. */
export class TooManyFiles extends Error {
  override readonly name = 'TooManyFiles';
  constructor() {
    super(messages.tooManyFiles);
  }
}

/** Nobody is signed in: 401. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** A program that may not, or not now: with a status and in words of its own. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: 401 | 403 | 422 | 429,
    message: string,
    /** For programs. */
    readonly code: string,
  ) {
    super(message);
  }
}

/** More calls than one token, or one merchant, may make: 429, and when to come again. */
export class TooManyCalls extends Error {
  override readonly name = 'TooManyCalls';
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

interface Answer {
  status: number;
  error: Failure['error'];
  retryAfterSeconds?: number;
  /** For the directory that has led here. */
  isGone?: boolean;
}

const failed = (status: number, message: string, code?: string, fields?: Record<string, string[]>): Answer => ({
  status,
  error: { message, ...(fields && { fields }), ...(code !== undefined && { code }) },
});

/** Seconds: a standby takes over, and a server starts anew, in a few of these. */
const DATABASE_AGAIN = 2;

/** Seconds: a merchant changes hands in as many. */
const MOVED_AGAIN = 1;

const INTEGRITY_VIOLATIONS = new Set(['23505', '23503', '23514', '40001', '40P01']);

/** What an error is to the one who asked. Only what is meant for people leaves; everything else is a plain 500. */
function explain(error: unknown): Answer {
  if (error instanceof BadRequest) return failed(400, error.message, 'bad_request', error.fields);
  if (error instanceof TooManyFiles) return failed(413, error.message, 'too_many_files', { file: [error.message] });
  if (error instanceof SignedOut) return failed(401, messages.signedOut, 'signed_out');
  if (error instanceof TooManyCalls) {
    return { ...failed(429, error.message, 'too_many_calls'), retryAfterSeconds: error.retryAfterSeconds };
  }
  if (error instanceof Refused) return failed(error.status, error.message, error.code);
  if (error instanceof WorkError) {
    const { status, error: told } = failed(error.status, error.message, error.code, error.fields);
    return { status, error: { ...told, ...(error.items && { items: [...error.items] }) } };
  }
  if (error instanceof InfectedError) return failed(400, messages.infected, 'infected', { file: [messages.infected] });
  if (error instanceof ScanFailedError) return failed(503, messages.notScanned, 'not_scanned');
  if (error instanceof BucketError) return failed(503, messages.noFileStore, 'no_file_store');
  if (isDatabaseAway(error)) {
    return { ...failed(503, messages.noDatabase, 'no_database'), retryAfterSeconds: DATABASE_AGAIN };
  }
  if (isMoving(error)) return { ...failed(503, messages.moving, 'moving'), retryAfterSeconds: MOVED_AGAIN };
  if (error instanceof MerchantGone) {
    return { ...failed(503, messages.moving, MERCHANT_GONE), retryAfterSeconds: MOVED_AGAIN, isGone: true };
  }
  if (error instanceof pg.DatabaseError) {
    // Class 22: a value that fits its schema and that the database still cannot hold, such as a NUL in a text.
    if (error.code?.startsWith('22'))
      return failed(400, messages.badValue, 'bad_request', { body: [messages.badValue] });
    if (error.code !== undefined && INTEGRITY_VIOLATIONS.has(error.code)) {
      return failed(409, messages.collision, 'collision');
    }
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return failed(413, messages.tooLarge, 'too_large');
  if (status === 415) return failed(415, messages.badType, 'bad_type');
  if (status >= 400 && status < 500) return failed(400, messages.badJson, 'bad_request', { body: [messages.badJson] });
  return failed(500, messages.server, 'server');
}

async function sendFailure(reply: FastifyReply, { status, error, retryAfterSeconds, isGone }: Answer): Promise<void> {
  if (isGone === true) reply.header(GONE_HEADER, '1');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  await reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ success: false, error } satisfies Failure);
}

/** Every failure leaves in the envelope of shared/api; what was not expected is logged, without what was asked. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const answer = explain(error);
    if (answer.status >= 500) request.log.error({ err: error }, 'a request failed');
    await sendFailure(reply, answer);
  });
  app.setNotFoundHandler(async (_request, reply) => {
    await sendFailure(reply, failed(404, messages.notFound, 'not_found'));
  });
}

/** For what fails before any route is found, such as an address that cannot be decoded. */
export function answerFrameworkError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  void sendFailure(reply, explain(error));
}
