import { describe, expect, it, jest } from '@jest/globals';
import { idFromText, type AgentId, type ConversationId, type TicketId } from '@inbox/domain';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createApi, type ApiOptions } from './client';
import { ApiError } from './errors';
import { httpTransport, type Transport, type TransportResponse } from './transport';

const ticket = idFromText<TicketId>().parse('48207');
const conversation = idFromText<ConversationId>().parse('7');
const agent = idFromText<AgentId>().parse('3');

const ok = (data: unknown): TransportResponse => ({ status: 200, data: { success: true, data } });
const failed = (status: number, error: Record<string, unknown>): TransportResponse => ({
  status,
  data: { success: false, error },
});

function clientOf(transport: Transport, options: Partial<ApiOptions> = {}) {
  return createApi({ baseUrl: 'https://inbox.example', getToken: async () => 'jwt one', transport, ...options });
}

describe('an answer that is newer than this version', () => {
  it('is read as far as it is known, and what is not is told with the path of the call', async () => {
    const onNewer = jest.fn<NonNullable<ApiOptions['onNewer']>>();
    const sibling = { id: 1, status: 'snoozed', created_at: '2026-11-21T10:00:00Z' };
    const api = clientOf(async () => ok([sibling, { id: 'T-2' }]), { onNewer });
    const read = await api.customerTickets({ params: { conversation_id: conversation } });
    expect(read).toEqual([{ ...sibling, status: 'other' }]);
    expect(onNewer.mock.calls).toEqual([
      [
        [
          { what: 'ticket.status', value: 'snoozed', isLost: false },
          { what: 'ticket', value: 'id', isLost: true },
        ],
        '/api/inbox/conversation/:conversation_id/tickets/',
      ],
    ]);
  });
});

describe('a call', () => {
  it('goes to its path with ids filled in, its query, its body and the token', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue(ok([]));
    const api = clientOf(transport);
    await api.customerTickets({ params: { conversation_id: conversation } });
    await api
      .content({ params: { ticket_id: ticket }, query: { page_size: 25, fetch_since: 'a/b' } })
      .catch(() => undefined);
    await api.transfer({ body: { ticket_ids: [ticket], transfer_to: agent } }).catch(() => undefined);
    expect(transport.mock.calls.map(([{ signal: _, onAnswering: _renew, ...request }]) => request)).toEqual([
      {
        method: 'GET',
        url: 'https://inbox.example/api/inbox/conversation/7/tickets/',
        headers: { Authorization: 'jwt one' },
      },
      {
        method: 'GET',
        url: 'https://inbox.example/api/inbox/ticket/48207/content-v2/',
        headers: { Authorization: 'jwt one' },
        params: { page_size: 25, fetch_since: 'a/b' },
      },
      {
        method: 'POST',
        url: 'https://inbox.example/api/inbox/ticket/transfer/owner-ship/',
        headers: { Authorization: 'jwt one' },
        data: { ticket_ids: [48207], transfer_to: 3 },
      },
    ]);
  });

  it('gets around what the browser has kept when it is to be fresh, also at the second try', async () => {
    const transport = jest
      .fn<Transport>()
      .mockResolvedValueOnce(failed(401, { message: 'No' }))
      .mockResolvedValue(ok([]));
    const api = clientOf(transport);
    await api.allAgents({}, { fresh: true });
    await api.allAgents({});
    expect(transport.mock.calls.map(([{ headers }]) => headers['Cache-Control'])).toEqual([
      'no-cache',
      'no-cache',
      undefined,
    ]);
  });

  it('carries no Authorization header while nobody is signed in', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue(ok([]));
    await clientOf(transport, { getToken: async () => null }).quickReplies({});
    expect(transport.mock.calls[0]?.[0].headers).toEqual({});
  });

  it('says which trace it belongs to, when it is told', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue(ok([]));
    await clientOf(transport).allAgents({}, { traceparent: 'a trace' });
    expect(transport.mock.calls.map(([{ headers }]) => headers['traceparent'])).toEqual(['a trace']);
  });

  it('is tried once more with a fresh token after a 401', async () => {
    const getToken = jest
      .fn<ApiOptions['getToken']>()
      .mockImplementation(async (how) => (how?.forceRefresh ? 'jwt two' : 'jwt one'));
    const transport = jest
      .fn<Transport>()
      .mockImplementation(async ({ headers }) =>
        headers['Authorization'] === 'jwt two' ? ok([]) : failed(401, { message: 'Too old' }),
      );
    await expect(clientOf(transport, { getToken }).quickReplies({})).resolves.toEqual([]);
    expect(getToken.mock.calls).toEqual([[{ forceRefresh: false }], [{ forceRefresh: true }]]);
  });

  it('gives up as signed out after a second 401', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue({ status: 401, data: '' });
    await expect(clientOf(transport).quickReplies({})).rejects.toMatchObject({
      kind: 'signed-out',
      message: 'Your session has ended. Please sign in again.',
    });
    expect(transport).toHaveBeenCalledTimes(2);
  });
});

describe('a failed call says why', () => {
  const generic = 'Something went wrong. Please try again.';
  it.each<[string, TransportResponse, Partial<ApiError>]>([
    [
      'a refusal, in the words of the server',
      failed(409, { message: 'Ticket is closed', code: 'closed' }),
      { kind: 'refused', message: 'Ticket is closed', details: { status: 409, code: 'closed', fields: undefined } },
    ],
    [
      'a request that does not fit, by field',
      failed(400, { message: 'Check the form', fields: { to: ['is empty'] } }),
      { kind: 'refused', details: { status: 400, code: undefined, fields: { to: ['is empty'] } } },
    ],
    ['a refusal without words', { status: 404, data: '<html>' }, { kind: 'refused', message: generic }],
    ['a server that stumbled', { status: 502, data: '' }, { kind: 'server', message: generic }],
    [
      'a stumble that the server explains',
      failed(503, { message: 'Back soon' }),
      { kind: 'server', message: 'Back soon' },
    ],
    [
      'an answer that is not what was agreed',
      ok([{ id: 'seven' }]),
      {
        kind: 'bad-answer',
        message: 'The inbox answered in a way this page does not understand. Please reload it.',
      },
    ],
    ['an answer without the envelope', { status: 200, data: [] }, { kind: 'bad-answer' }],
  ])('%s', async (_, response, expected) => {
    const api = clientOf(async () => response);
    await expect(api.quickReplies({})).rejects.toBeInstanceOf(ApiError);
    await expect(api.quickReplies({})).rejects.toMatchObject(expected);
  });

  it('no answer at all', async () => {
    const cause = new TypeError('fetch failed');
    const api = clientOf(() => Promise.reject(cause));
    await expect(api.quickReplies({})).rejects.toMatchObject({
      kind: 'offline',
      retryable: true,
      message: 'The inbox could not be reached. Check your connection and try again.',
      cause,
    });
  });

  it.each([
    ['offline', true],
    ['server', true],
    ['refused', false],
    ['signed-out', false],
    ['bad-answer', false],
  ] as const)('%s is worth another try: %s', (kind, retryable) => {
    expect(new ApiError(kind, '').retryable).toBe(retryable);
  });
});

describe('an aborted call', () => {
  /** Never answers, and does not look at the signal either. */
  const deaf: Transport = () => new Promise(() => undefined);
  const obedient: Transport = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut')), { once: true }));

  it('rejects with the reason of its signal, not as offline', async () => {
    const control = new AbortController();
    const call = clientOf(obedient).quickReplies({}, { signal: control.signal });
    control.abort();
    await expect(call).rejects.toBe(control.signal.reason);
  });

  it('ends with the client too', async () => {
    const control = new AbortController();
    const api = clientOf(obedient, { signal: control.signal });
    const call = api.quickReplies({}, { signal: new AbortController().signal });
    control.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('never sets out when the signal was aborted before, or while the token was fetched', async () => {
    const transport = jest.fn<Transport>(deaf);
    await expect(clientOf(transport).quickReplies({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    const control = new AbortController();
    const getToken = async () => {
      control.abort();
      return 'jwt one';
    };
    await expect(clientOf(transport, { getToken }).quickReplies({}, { signal: control.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(transport).not.toHaveBeenCalled();
  });

  it('gives no answer to whoever gave it up, even when the transport brings one', async () => {
    const control = new AbortController();
    const api = clientOf(async () => {
      control.abort();
      return ok([]);
    });
    await expect(api.quickReplies({}, { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('over HTTP', () => {
  /** Outlasts a machine that is busy with other work: only the test of the time limit has a short one. */
  const timeoutMs = 100_000;

  async function withServer(answer: RequestListener, work: (baseUrl: string) => Promise<void>) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    try {
      await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('sends JSON with the token and reads the answer', async () => {
    const seen: unknown[] = [];
    await withServer(
      (request, response) => {
        seen.push(request.method, request.url, request.headers.authorization, request.headers['content-type']);
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data: {} }));
      },
      async (baseUrl) => {
        const api = createApi({ baseUrl, getToken: async () => 'jwt one', timeoutMs });
        await expect(api.logout({ body: { token: 'jwt one' } })).resolves.toEqual({});
      },
    );
    expect(seen).toEqual(['POST', '/api/shopify/logout/', 'jwt one', 'application/json']);
  });

  it('sends the query without what is undefined, and a form as it is', async () => {
    const seen: unknown[] = [];
    await withServer(
      (request, response) => {
        seen.push(request.url, request.headers['content-type']?.split(';')[0]);
        response.end(JSON.stringify({ success: true, data: [] }));
      },
      async (baseUrl) => {
        const api = createApi({ baseUrl, getToken: async () => 'jwt one', timeoutMs });
        const query = { page_size: 25, fetch_since: 'a/b & c', back_to: undefined };
        await api.content({ params: { ticket_id: ticket }, query }).catch(() => undefined);
        await api.upload(ticket, new File(['x'], 'a.png')).catch(() => undefined);
      },
    );
    expect(seen).toEqual([
      '/api/inbox/ticket/48207/content-v2/?page_size=25&fetch_since=a%2Fb+%26+c',
      undefined,
      expect.stringMatching(/^\/api\/.*48207/),
      'multipart/form-data',
    ]);
  });

  it('hands out a file, and tells how much of an upload has left', async () => {
    const stored = { id: 'f-1', url: '/f', name: 'a.png' };
    await withServer(
      (request, response) => {
        request.resume().on('end', () => {
          if (request.method === 'GET') response.setHeader('content-type', 'image/png').end('picture');
          else response.end(JSON.stringify({ success: true, data: [stored] }));
        });
      },
      async (baseUrl) => {
        const api = createApi({ baseUrl, getToken: async () => 'jwt one', timeoutMs });
        const file = await api.file('/api/inbox/attachments/1/');
        expect([file.type, await file.text()]).toEqual(['image/png', 'picture']);
        const onProgress = jest.fn<(done: number) => void>();
        await api.upload(ticket, new File(['x'.repeat(10_000)], 'a.png'), { onProgress }).catch(() => undefined);
        expect(onProgress.mock.lastCall).toEqual([1]);
      },
    );
  });

  it('tells a refused call from a dead line', async () => {
    let address = '';
    await withServer(
      (_, response) => response.writeHead(403).end(JSON.stringify({ success: false, error: { message: 'No' } })),
      async (baseUrl) => {
        address = baseUrl;
        const api = createApi({ baseUrl, getToken: async () => null, timeoutMs });
        await expect(api.quickReplies({})).rejects.toMatchObject({ kind: 'refused', message: 'No' });
      },
    );
    const api = createApi({ baseUrl: address, getToken: async () => null, timeoutMs });
    await expect(api.quickReplies({})).rejects.toMatchObject({ kind: 'offline' });
  });

  it('gives up after its time, as unanswered, and at once when aborted', async () => {
    await withServer(
      () => undefined,
      async (baseUrl) => {
        const impatient = createApi({ baseUrl, getToken: async () => null, timeoutMs: 30 });
        await expect(impatient.quickReplies({})).rejects.toMatchObject({
          kind: 'timeout',
          message: 'The server is not answering. Please try again.',
          retryable: true,
        });
        const control = new AbortController();
        const call = createApi({ baseUrl, getToken: async () => null, timeoutMs }).quickReplies(
          {},
          { signal: control.signal },
        );
        control.abort();
        await expect(call).rejects.toMatchObject({ name: 'AbortError' });
      },
    );
  });

  it('waits for a long answer as long as its bytes come', async () => {
    const whole = JSON.stringify({ success: true, data: {} });
    let heard: (response: ServerResponse) => void = () => undefined;
    const isHeard = new Promise<ServerResponse>((resolve) => (heard = resolve));
    let came = (): void => undefined;
    const transport: Transport = async (request) =>
      httpTransport({
        ...request,
        onAnswering() {
          request.onAnswering?.();
          came();
        },
      });
    await withServer(
      (_, response) => heard(response),
      async (baseUrl) => {
        // The line takes the time that it takes; the limit's clock stands between the bytes.
        jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
        try {
          const api = createApi({ baseUrl, getToken: async () => null, timeoutMs: 500, transport });
          const answer = api.logout({ body: { token: 'jwt one' } });
          const response = await isHeard;
          response.writeHead(200, { 'content-type': 'application/json' });
          for (const byte of whole) {
            const hasCome = new Promise<void>((resolve) => (came = resolve));
            response.write(byte);
            await hasCome;
            jest.advanceTimersByTime(400);
          }
          response.end();
          await expect(answer).resolves.toEqual({});
        } finally {
          jest.useRealTimers();
        }
      },
    );
  });
});

describe('a call that hangs', () => {
  const hangs: Transport = () => new Promise(() => undefined);
  const told = (call: Promise<unknown>) => {
    const kinds: string[] = [];
    call.catch((error: unknown) => kinds.push(error instanceof ApiError ? error.kind : 'other'));
    return kinds;
  };

  it('is told within ten seconds, whatever the transport does; a bulk action and an upload have longer', async () => {
    jest.useFakeTimers();
    try {
      const api = clientOf(hangs);
      const call = told(api.quickReplies({}));
      const bulk = told(api.transfer({ body: { ticket_ids: [ticket], transfer_to: agent } }, { timeoutMs: 180_000 }));
      const upload = told(api.upload(ticket, new File(['x'], 'a.png')));
      await jest.advanceTimersByTimeAsync(10_000);
      expect([call, bulk, upload]).toEqual([['timeout'], [], []]);
      await jest.advanceTimersByTimeAsync(290_000);
      expect([bulk, upload]).toEqual([['timeout'], ['timeout']]);
    } finally {
      jest.useRealTimers();
    }
  });
});
