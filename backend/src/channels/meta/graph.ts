import * as z from 'zod/mini';
import type { MetaAccount } from './account';
import type { Uploads } from '../../platform/files/uploads';
import {
  describeError,
  isNeverConnected,
  withoutSecrets,
  type ChannelAnswer,
  type HandOver,
} from '../../platform/outbox/answer';
import { codeOf } from '../../platform/errors/errors';
import { readJson } from '../../platform/net/read-json';
import { messages } from './graph-messages';

const failure = z.object({
  error: z.object({
    code: z.optional(z.number()),
    error_subcode: z.optional(z.number()),
    message: z.optional(z.string()),
    is_transient: z.optional(z.boolean()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
    error_user_msg: z.optional(z.string()),
  }),
});

/** Graph error codes that say 'too much, later' whatever the HTTP status: app, account, throughput and pair rate limits. */
const LATER_CODES = new Set([1, 2, 4, 32, 613, 1200, 80001, 80002, 80006, 80007, 130429, 131016, 131048, 131056]);
/** What people can do something about, in words for them; by code and subcode, or by code alone. */
const WORDS: Readonly<Record<string, string>> = {
  '10/2018278': messages.windowClosed,
  '10/2534022': messages.windowClosed,
  '10': messages.mayNot,
  '100/2018001': messages.nobodyThere,
  '100/2534014': messages.nobodyThere,
  '100/33': messages.gone,
  '190': messages.tokenExpired,
  '200': messages.mayNot,
  '551': messages.unavailable,
};

export interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the account's base, with the query. */
  path: string;
  body?: Record<string, unknown> | FormData;
}

/** An answer of the Graph API: its body, or what to do since there is none. */
export type GraphAnswer = { kind: 'taken'; body: unknown } | Exclude<ChannelAnswer, { kind: 'sent' }>;

/** Graph's address below the account's base, whatever slash the base ends in. */
export function graphUrl(account: Pick<MetaAccount, 'out_url'>, path: string): string {
  return `${account.out_url.replace(/\/+$/, '')}/${path}`;
}

/** Asks the Graph API. Never throws but from `handOver`, which is for what must not be asked twice. */
export async function callGraphApi(
  account: MetaAccount,
  { method, path, body }: GraphRequest,
  { handOver, timeoutMs }: { handOver?: HandOver; timeoutMs: number },
): Promise<GraphAnswer> {
  const { access_token, app_secret } = account.credentials;
  await handOver?.();
  try {
    const response = await fetch(graphUrl(account, path), {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = readAnswer(response, await response.text());
    return answer.kind === 'taken' ? answer : { ...answer, reason: withoutSecrets(answer.reason, [access_token]) };
  } catch (error) {
    const reason = describeError(error, [access_token, app_secret]);
    return isNeverConnected(error) ? { kind: 'later', reason, isAway: true } : { kind: 'unknown', reason };
  }
}

function readAnswer(response: Response, text: string): GraphAnswer {
  const body = readJson(text);
  if (response.ok) return { kind: 'taken', body };
  const error = failure.safeParse(body).data?.error;
  const words = error && (WORDS[`${error.code ?? ''}/${error.error_subcode ?? ''}`] ?? WORDS[String(error.code)]);
  const reason =
    words ??
    error?.error_data?.details ??
    error?.error_user_msg ??
    error?.message ??
    messages.answered(response.status);
  // A gateway that gave up waiting does not know what became of the message.
  if (response.status === 504) return { kind: 'unknown', reason };
  const isTransient =
    response.status >= 500 ||
    response.status === 429 ||
    response.status === 408 ||
    error?.is_transient === true ||
    (error?.code !== undefined && LATER_CODES.has(error.code));
  if (!isTransient) return { kind: 'refused', reason };
  const seconds = Number(response.headers.get('retry-after') ?? '');
  const isAway = response.status >= 500 && { isAway: true as const };
  return { kind: 'later', reason, ...(seconds > 0 && { afterMs: seconds * 1000 }), ...isAway };
}

/** A stored file as a part of a form; one that is gone is refused, and one that cannot be read now is tried again later. */
export async function fileBlob(
  uploads: Pick<Uploads, 'open'>,
  file: { storage_key: string; content_type: string },
): Promise<{ kind: 'read'; blob: Blob } | Extract<ChannelAnswer, { kind: 'refused' | 'later' }>> {
  try {
    const { stream } = await uploads.open(file.storage_key);
    return { kind: 'read', blob: new Blob([Buffer.concat(await stream.toArray())], { type: file.content_type }) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'refused', reason: messages.fileGone };
    return { kind: 'later', reason: describeError(error, []) };
  }
}

/** What has gone before anything was sent is worth another try, whatever it was. */
export const beforeSending = (
  answer: Exclude<GraphAnswer, { kind: 'taken' }>,
): Exclude<ChannelAnswer, { kind: 'sent' }> =>
  answer.kind === 'unknown' ? { ...answer, kind: 'later', isAway: true } : answer;
