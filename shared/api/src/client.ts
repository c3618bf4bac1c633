import { collectUnknownValues, type Newer, type TicketId, type UploadedFile } from '@inbox/domain';
import { startAnswerLimit } from './answer-limit';
import { ApiError } from './errors';
import { messages } from './messages';
import {
  httpTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  readableInMs,
  retryAfterMs,
} from './transport';
import {
  calls,
  failureSchema,
  mediaPath,
  MULTIPLE_MEDIA_PATH,
  paymentCheckCall,
  successSchema,
  uploadedFilesSchema,
  type Call,
  type CallAnswer,
  type CallInput,
  type CallName,
  type Calls,
  type FormBody,
  type PaymentCheck,
} from './wire';

export interface ApiOptions {
  /** Origin of the inbox backend, without a trailing slash; '' is the page's own. */
  baseUrl: string;
  /** The value of the Authorization header; null when nobody is signed in. */
  getToken(options?: { forceRefresh?: boolean }): Promise<string | null>;
  /** Milliseconds that a call may go without a byte of its answer; 9,500 by default, so that ten seconds tell. */
  timeoutMs?: number;
  /** How calls are carried; over HTTP when left out. A page that proxies calls, or a test, brings its own. */
  transport?: Transport | undefined;
  /** Told what answers have had that this version does not know; they are applied as far as they are understood. */
  onNewer?: ((newer: readonly Newer[], path: string) => void) | undefined;
  /** Aborts every call of this client, now and later. */
  signal?: AbortSignal | undefined;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds without a byte of the answer; for a call that takes longer than others. */
  timeoutMs?: number;
  /** Not an answer that the browser has kept, as when the agent asks to refresh. */
  fresh?: boolean;
  /** The call goes on when the page is closed meanwhile; for small bodies. */
  keepalive?: boolean;
  /** The trace that the call belongs to (W3C Trace Context). */
  traceparent?: string;
}

/** What a file is uploaded for. */
export type UploadTarget = TicketId | 'template' | 'email' | { noteOn: TicketId };

export interface UploadOptions extends CallOptions {
  /** A recorded voice message. */
  isVoice?: boolean;
  /** To be sent as a document, whatever it shows. */
  asDocument?: boolean;
  /** From 0 to 1. */
  onProgress?(done: number): void;
}

/** Milliseconds without a byte of the answer. */
const ANSWER_MS = 9_500;

/** Milliseconds: 25 MB over a slow line. What a browser says of the progress runs ahead of what has left it. */
const UPLOAD_TIMEOUT_MS = 300_000;

type EmptyWhenUnknown<T> = unknown extends T ? Record<never, never> : T;

/** One typed function per call of spec section 7. Rejects with ApiError, or with the signal's AbortError when aborted. */
export type Api = {
  [Name in CallName]: (
    input: EmptyWhenUnknown<CallInput<Calls[Name]>>,
    options?: CallOptions,
  ) => Promise<CallAnswer<Calls[Name]>>;
} & {
  /** Makes a call that has no function of its own here, as those for operating panels. */
  call<C extends Call<unknown, unknown, unknown, unknown>>(
    call: C,
    input: EmptyWhenUnknown<CallInput<C>>,
    options?: CallOptions,
  ): Promise<CallAnswer<C>>;
  /** Asked of the main site, whose origin is given. */
  paymentCheck(mainSite: string, options?: CallOptions): Promise<PaymentCheck>;
  /** An attachment's file, by its `url`: a path of the inbox backend. Any other address is refused, unsent. */
  file(path: string, options?: CallOptions): Promise<Blob>;
  /** The whole address of a path of the inbox backend. */
  address(path: string): string;
  /** Uploads one file for a reply to this ticket, a note on it, a template, or an e-mail that begins a ticket. */
  upload(target: UploadTarget, file: File, options?: UploadOptions): Promise<UploadedFile>;
};

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function anyOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

function formOf(body: FormBody): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const text of typeof value === 'string' ? [value] : value) form.append(name, text);
  }
  return form;
}

function failureOf(response: TransportResponse): ApiError {
  const told = failureSchema.safeParse(response.data);
  const { message, fields, code, items } = told.success ? told.data.error : { message: undefined };
  const details = {
    status: response.status,
    fields,
    code,
    items,
    retryAfterMs: retryAfterMs(response) || undefined,
  };
  if (response.status === 401) return new ApiError('signed-out', message ?? messages.signedOut, details);
  if (response.status >= 500) return new ApiError('server', message ?? messages.server, details);
  return new ApiError('refused', message ?? messages.server, details);
}

/** The client of the inbox backend. It keeps nothing: no token, no cache. */
export function createApi(options: ApiOptions): Api {
  const transport = options.transport ?? httpTransport;

  async function attempt(
    url: string,
    call: Pick<TransportRequest, 'method' | 'responseType' | 'onProgress' | 'keepalive'> & {
      timeoutMs?: number | undefined;
      fresh?: boolean | undefined;
      traceparent?: string | undefined;
    },
    input: AnyInput,
    signal: AbortSignal | undefined,
    forceRefresh: boolean,
  ): Promise<TransportResponse> {
    const token = await options.getToken({ forceRefresh });
    signal?.throwIfAborted();
    const limit = startAnswerLimit(call.timeoutMs ?? options.timeoutMs ?? ANSWER_MS);
    try {
      const answered = transport({
        method: call.method,
        responseType: call.responseType,
        onProgress: call.onProgress,
        onAnswering: limit.renew,
        keepalive: call.keepalive,
        url,
        headers: {
          ...(token !== null && { Authorization: token }),
          ...(call.fresh && { 'Cache-Control': 'no-cache' }),
          ...(call.traceparent && { traceparent: call.traceparent }),
        },
        params: input.query,
        data: input.body,
        signal: anyOf(signal, limit.signal),
      });
      // A transport may not heed its signal.
      const response = await Promise.race([answered, limit.expired]);
      signal?.throwIfAborted();
      return response;
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.signal.aborted) throw new ApiError('timeout', messages.unanswered, { cause: error });
      if (error instanceof ApiError) throw error;
      throw new ApiError('offline', messages.offline, { cause: error });
    } finally {
      limit.stop();
    }
  }

  async function run<Answer>(
    origin: string,
    call: Call<unknown, unknown, unknown, Answer>,
    input: AnyInput,
    callOptions: CallOptions = {},
  ): Promise<Answer> {
    const signal = anyOf(callOptions.signal, options.signal);
    signal?.throwIfAborted();
    const url = origin + fillPath(call.path, input.params);
    const { fresh, timeoutMs, keepalive, traceparent } = callOptions;
    const asked = { method: call.method, fresh, timeoutMs, keepalive, traceparent };
    const given = call.isForm ? { ...input, body: formOf(input.body as FormBody) } : input;
    let response = await attempt(url, asked, given, signal, false);
    if (response.status === 401) response = await attempt(url, asked, given, signal, true);
    const busyMs = call.isRead && readableInMs(response);
    if (busyMs) {
      const limit = startAnswerLimit(busyMs);
      const over = anyOf(signal, limit.signal);
      await new Promise((resolve) => over?.addEventListener('abort', resolve));
      limit.stop();
      response = await attempt(url, asked, given, signal, false);
    }
    const read = <T>(parse: () => T): T => {
      const { result, newer } = collectUnknownValues(parse);
      if (newer.length > 0) options.onNewer?.(newer, call.path);
      return result;
    };
    if (response.status >= 400) throw read(() => failureOf(response));
    const parsed = read(() => successSchema(call.answer).safeParse(response.data));
    if (!parsed.success) throw new ApiError('bad-answer', messages.badAnswer, { cause: parsed.error });
    return parsed.data.data;
  }

  async function file(path: string, callOptions: CallOptions = {}): Promise<Blob> {
    // The token goes to the inbox alone: `//host` and `/\\host` would lead elsewhere.
    if (!/^\/(?![/\\])/.test(path)) throw new ApiError('bad-answer', messages.badAnswer);
    const signal = anyOf(callOptions.signal, options.signal);
    signal?.throwIfAborted();
    const call = { method: 'GET', responseType: 'blob' } as const;
    let response = await attempt(options.baseUrl + path, call, {}, signal, false);
    if (response.status === 401) response = await attempt(options.baseUrl + path, call, {}, signal, true);
    if (response.status >= 400) throw failureOf(response);
    if (!(response.data instanceof Blob)) throw new ApiError('bad-answer', messages.badAnswer);
    return response.data;
  }

  async function upload(target: UploadTarget, sent: File, uploadOptions: UploadOptions = {}): Promise<UploadedFile> {
    const { isVoice = false, asDocument = false, onProgress, timeoutMs = UPLOAD_TIMEOUT_MS } = uploadOptions;
    const signal = anyOf(uploadOptions.signal, options.signal);
    signal?.throwIfAborted();
    const body = new FormData();
    if (target === 'template') body.append('template', 'true');
    if (typeof target === 'object') {
      body.append('note', 'true');
      body.append('ticket_id', String(target.noteOn));
    }
    if (isVoice) body.append('voice', 'true');
    if (asDocument) body.append('document', 'true');
    body.append('file', sent, sent.name);
    const call = { method: 'POST', timeoutMs, onProgress } as const;
    const url = options.baseUrl + (typeof target === 'number' ? mediaPath(target) : MULTIPLE_MEDIA_PATH);
    let response = await attempt(url, call, { body }, signal, false);
    if (response.status === 401) response = await attempt(url, call, { body }, signal, true);
    if (response.status >= 400) throw failureOf(response);
    const parsed = successSchema(uploadedFilesSchema).safeParse(response.data);
    const [stored] = parsed.data?.data ?? [];
    if (!stored) throw new ApiError('bad-answer', messages.badAnswer, { cause: parsed.error });
    return stored;
  }

  const call = run.bind(null, options.baseUrl);
  const functions = Object.fromEntries(
    Object.entries(calls).map(([name, one]) => [
      name,
      call.bind(null, one as Call<unknown, unknown, unknown, unknown>),
    ]),
  );
  return {
    ...functions,
    call,
    file,
    address: (path: string) => new URL(path, new URL(options.baseUrl, globalThis.location?.href)).href,
    upload,
    paymentCheck: (mainSite: string, callOptions?: CallOptions) =>
      run(mainSite, paymentCheckCall as Call<unknown, unknown, unknown, PaymentCheck>, {}, callOptions),
  } as Api;
}
