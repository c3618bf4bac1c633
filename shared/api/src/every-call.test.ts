import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { idFromText, type TicketId } from '@inbox/domain';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, type Api, type CallOptions } from './client';
import { ApiError } from './errors';
import { calls, paymentCheckCall } from './wire';
import { allCalls } from './wire/all-calls';

type AnyFunction = (input: unknown, options?: CallOptions) => Promise<unknown>;

const TRY_AGAIN = 'Something went wrong. Please try again.';
const UNANSWERED = 'The server is not answering. Please try again.';
const OFFLINE = 'The inbox could not be reached. Check your connection and try again.';
const BAD_ANSWER = 'The inbox answered in a way this page does not understand. Please reload it.';

const failure = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, error: { message } }, { status, headers });

interface Outcome {
  kind: ApiError['kind'];
  words: string;
  status?: number;
  retryable: boolean;
  isTooSoon: boolean;
  retryAfterMs?: number;
  /** How often it was requested: a write, and a read. */
  requests: readonly [write: number, read: number];
}

const ONCE = [1, 1] as const;
const fails = { retryable: true, isTooSoon: false, requests: ONCE };
const refused = { kind: 'refused', retryable: false, requests: ONCE } as const;

/** What the network does with a call, and how the call rejects. */
const FAULTS: Record<string, [meet: (init?: RequestInit) => Response | Promise<Response>, outcome: Outcome]> = {
  'a failure as JSON': [() => failure(500, TRY_AGAIN), { ...fails, kind: 'server', words: TRY_AGAIN, status: 500 }],
  'a failure as HTML': [
    () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    { ...fails, kind: 'server', words: TRY_AGAIN, status: 502 },
  ],
  'too many calls': [
    () => failure(429, 'Too many attempts.'),
    { ...refused, words: 'Too many attempts.', status: 429, isTooSoon: true },
  ],
  'too many calls for three seconds': [
    () => failure(429, 'Too many attempts.', { 'retry-after': '3' }),
    { ...refused, words: 'Too many attempts.', status: 429, isTooSoon: true, retryAfterMs: 3_000, requests: [1, 2] },
  ],
  'too many calls for longer than anybody waits': [
    () => failure(429, 'Too many attempts.', { 'retry-after': '60' }),
    { ...refused, words: 'Too many attempts.', status: 429, isTooSoon: true, retryAfterMs: 60_000 },
  ],
  'a refusal': [
    () => failure(403, 'You may not do this now.'),
    { ...refused, words: 'You may not do this now.', status: 403, isTooSoon: false },
  ],
  'a refusal as HTML': [
    () => new Response('<h1>Forbidden</h1>', { status: 403 }),
    { ...refused, words: TRY_AGAIN, status: 403, isTooSoon: false },
  ],
  'no answer': [
    (init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    { ...fails, kind: 'timeout', words: UNANSWERED },
  ],
  'a cut connection': [
    () => Promise.reject(new TypeError('Failed to fetch')),
    { ...fails, kind: 'offline', words: OFFLINE },
  ],
  'an answer that is cut': [
    () =>
      new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode('{"success":true,'));
            stream.error(new TypeError('network error'));
          },
        }),
      ),
    { ...fails, kind: 'offline', words: OFFLINE },
  ],
  'nonsense in place of the data': [
    () => Response.json({ success: true, data: 'nonsense' }),
    { ...fails, kind: 'bad-answer', words: BAD_ANSWER, retryable: false },
  ],
  'a page in place of JSON': [
    () => new Response('<h1>Welcome to this hotel</h1>', { headers: { 'content-type': 'text/html' } }),
    { ...fails, kind: 'bad-answer', words: BAD_ANSWER, retryable: false },
  ],
};

function outcomeOf(error: unknown, requests: number | undefined): object {
  if (!(error instanceof ApiError)) return { error, requests };
  const { kind, message, retryable, isTooSoon, details } = error;
  const { status, retryAfterMs } = details;
  return {
    kind,
    words: message,
    retryable,
    isTooSoon,
    requests,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** Each call as a page makes it: those of the specification by their functions, all others by `call`. */
const CALLS: readonly [name: string, isRead: boolean, make: (api: Api, mainSite: string) => Promise<unknown>][] = [
  ...Object.entries(allCalls).map(([name, call]): (typeof CALLS)[number] => {
    const input = { params: {}, query: {}, body: {} };
    if (!(name in calls)) return [name, call.isRead, (api) => api.call(call, input)];
    return [name, call.isRead, (api) => (api[name as keyof typeof calls] as AnyFunction)(input)];
  }),
  ['paymentCheck', paymentCheckCall.isRead, (api, mainSite) => api.paymentCheck(mainSite)],
];

/**
 * Below the page a call's name makes no difference to how it fails. So journeys let each call meet a hang and a failure alone,
 * and each piece of a page that looks at the kind of a failure has a table of all kinds beside it.
 */
describe('whichever call it is', () => {
  const { fetch } = globalThis;
  beforeEach(() => {
    // Answers are read from streams, which move on by these.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    globalThis.fetch = fetch;
  });

  it.each(Object.entries(FAULTS))('%s has it reject with the same error', async (_fault, [meet, outcome]) => {
    const requests = new Map<string, number>();
    globalThis.fetch = async (url, init) => {
      const { hostname } = new URL(url as string);
      requests.set(hostname, (requests.get(hostname) ?? 0) + 1);
      return meet(init);
    };
    const rejected = CALLS.map(async ([, , make], at) => {
      // An origin for each call: its requests are counted.
      const origin = `https://${at}.example`;
      const api = createApi({ baseUrl: origin, getToken: async () => 'jwt one' });
      return make(api, origin).then(
        () => 'was answered',
        (error: unknown) => error,
      );
    });
    let isOver = false;
    const errors = Promise.all(rejected).finally(() => (isOver = true));
    // Longer than a call may hang, and than a busy server is waited for.
    while (!isOver) await jest.advanceTimersByTimeAsync(10_000);
    const told = (await errors).map((error, at) => [CALLS[at]?.[0], outcomeOf(error, requests.get(`${at}.example`))]);
    const [write, read] = outcome.requests;
    expect(told).toEqual(CALLS.map(([name, isRead]) => [name, { ...outcome, requests: isRead ? read : write }]));
  });
});

describe('a file, which goes other ways', () => {
  const ticket = idFromText<TicketId>().parse('48207');
  let answer: RequestListener = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  let baseUrl = '';
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const answers =
    (status: number, body: string, type = 'application/json'): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body);
  const failed = (message: string) => JSON.stringify({ success: false, error: { message } });

  it.each<[string, RequestListener, Partial<Outcome>]>([
    ['a failure as JSON', answers(500, failed(TRY_AGAIN)), { kind: 'server', words: TRY_AGAIN, status: 500 }],
    ['a failure as HTML', answers(502, '<h1>Bad Gateway</h1>', 'text/html'), { kind: 'server', words: TRY_AGAIN }],
    ['too many calls', answers(429, failed('Too many.')), { kind: 'refused', words: 'Too many.', isTooSoon: true }],
    ['a refusal', answers(403, failed('Not now.')), { kind: 'refused', words: 'Not now.', status: 403 }],
    ['no answer', () => undefined, { kind: 'timeout', words: UNANSWERED }],
    ['a cut connection', (request) => request.socket.destroy(), { kind: 'offline', words: OFFLINE }],
    ['nonsense', answers(200, '{"success":true,"data":"nonsense"}'), { kind: 'bad-answer', words: BAD_ANSWER }],
  ])('rejects with the same error when it is uploaded and meets %s', async (_fault, meets, outcome) => {
    let requests = 0;
    answer = (request, response) => {
      requests += 1;
      request.resume().on('end', () => meets(request, response));
    };
    const timeoutMs = outcome.kind === 'timeout' ? 50 : 100_000;
    const api = createApi({ baseUrl, getToken: async () => null, timeoutMs });
    const rejects = async (call: Promise<unknown>) => {
      requests = 0;
      const error: unknown = await call.then(String, (reason: unknown) => reason);
      return outcomeOf(error, requests);
    };
    const file = new File(['x'], 'a.png');
    const all = { ...outcome, requests: 1 };
    expect(await rejects(api.upload(ticket, file, { timeoutMs, onProgress: () => undefined }))).toMatchObject(all);
    expect(await rejects(api.upload(ticket, file, { timeoutMs }))).toMatchObject(all);
    // Whatever comes in place of a file is one.
    if (outcome.kind === 'bad-answer') return;
    expect(await rejects(api.file('/api/inbox/attachments/1/'))).toMatchObject({
      kind: outcome.kind,
      requests: 1,
      ...(outcome.status && { status: outcome.status }),
    });
  });
});
