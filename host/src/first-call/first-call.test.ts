/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Transport, TransportRequest } from '@inbox/api';
import { CONTENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@inbox/domain';
import { saveAuthState } from '../auth/auth-state';
import { testAuth, testProfile } from '../testing';
import { askFirst, KEPT_CALLS } from './early-request';
import { createFirstCall, type FirstCall } from './first-call';
import { keepFirstCalls } from './keep-first-calls';

const auth = testAuth();
const EARLY = { data: 'of the page' };
const ORDINARY = { status: 200, data: 'of the shell' };

const listRequest = (change: Partial<TransportRequest> = {}, filters: object = {}): TransportRequest => ({
  method: 'POST',
  url: '/api/inbox/ticket/list/',
  headers: { Authorization: auth.token },
  data: { filters, page_size: LIST_PAGE_SIZE, fetch_since: null, inbox_version: 'old' },
  ...change,
});
const threadRequest = (ticket: number, params: Record<string, unknown> = {}): TransportRequest => ({
  method: 'GET',
  url: `/api/inbox/ticket/${ticket}/content-v2/`,
  headers: { Authorization: auth.token },
  params: { page_size: CONTENT_PAGE_SIZE, ...params },
});

const carry = jest.fn<Transport>();
const fetched = jest.fn<typeof fetch>();
let stop: () => void = () => undefined;

const answered = (status: number) => ({ status, json: async () => EARLY }) as unknown as Response;

/** A page at this address: its own script, then the shell. */
function open(address: string): FirstCall {
  stop();
  history.replaceState(null, '', address);
  askFirst();
  const call = createFirstCall(carry);
  stop = keepFirstCalls(() => auth.user, call);
  return call;
}
const leave = () => window.dispatchEvent(new Event('pagehide'));

/** Was here before, and comes back. */
async function openAgain(address: string, request: TransportRequest): Promise<FirstCall> {
  await open(address).transport(request);
  leave();
  carry.mockClear();
  return open(address);
}

beforeEach(() => {
  localStorage.clear();
  saveAuthState(auth);
  carry.mockReset().mockResolvedValue(ORDINARY);
  fetched.mockReset().mockResolvedValue(answered(200));
  globalThis.fetch = fetched;
});
afterEach(() => stop());

describe('the first call of a page', () => {
  it('is the shell’s where nobody was before', async () => {
    expect(await open('/inbox/tickets').transport(listRequest())).toBe(ORDINARY);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each<[string, TransportRequest, string]>([
    ['/inbox/tickets', listRequest(), '/api/inbox/ticket/list/'],
    ['/inbox/tickets?status=all', listRequest({}, { agents: [7] }), '/api/inbox/ticket/list/'],
    [
      '/inbox/tickets/42?status=all',
      threadRequest(42),
      `/api/inbox/ticket/42/content-v2/?page_size=${CONTENT_PAGE_SIZE}`,
    ],
  ])('at %s is the page’s the next time, once and the same', async (address, request, url) => {
    const shell = await openAgain(address, request);
    expect(fetched.mock.calls).toEqual([
      [
        url,
        expect.objectContaining({
          method: request.method,
          headers: expect.objectContaining({ Authorization: auth.token }),
          body: request.data === undefined ? null : JSON.stringify(request.data),
        }),
      ],
    ]);
    expect(await shell.transport(request)).toEqual({ status: 200, data: EARLY });
    expect(carry).not.toHaveBeenCalled();
    expect(await shell.transport(request)).toBe(ORDINARY);
  });

  it('is made for another ticket than that of the last page', async () => {
    await openAgain('/inbox/tickets/42', threadRequest(42));
    fetched.mockClear();
    const shell = open('/inbox/tickets/43');
    expect(await shell.transport(threadRequest(43))).toEqual({ status: 200, data: EARLY });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('leaves all other calls as they are', async () => {
    const shell = await openAgain('/inbox/tickets', listRequest());
    const other = { ...listRequest(), url: '/api/inbox/ticket/counter/' };
    expect(await shell.transport(other)).toBe(ORDINARY);
    expect(await shell.transport(listRequest())).toEqual({ status: 200, data: EARLY });
  });

  it.each<[string, TransportRequest]>([
    ['other filters', listRequest({}, { agents: [9] })],
    ['a fresh answer', listRequest({ headers: { Authorization: auth.token, 'Cache-Control': 'no-cache' } })],
    ['another token', listRequest({ headers: { Authorization: 'jwt other' } })],
  ])('is given up when the list wants %s', async (_, request) => {
    const shell = await openAgain('/inbox/tickets', listRequest());
    expect(await shell.transport(request)).toBe(ORDINARY);
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
    expect(await shell.transport(listRequest())).toBe(ORDINARY);
  });

  it.each<[string, () => void]>([
    ['was refused', () => fetched.mockResolvedValue(answered(401))],
    ['failed on the server', () => fetched.mockResolvedValue(answered(500))],
    ['did not arrive', () => fetched.mockRejectedValue(new TypeError('offline'))],
  ])('is made anew when it %s', async (_, happens) => {
    await open('/inbox/tickets').transport(listRequest());
    leave();
    happens();
    expect(await open('/inbox/tickets').transport(listRequest())).toBe(ORDINARY);
  });

  it('ends with the panel that wanted it', async () => {
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const shell = await openAgain('/inbox/tickets', listRequest());
    const panel = new AbortController();
    const answer = shell.transport(listRequest({ signal: panel.signal }));
    panel.abort();
    await expect(answer).rejects.toThrow(/abort/i);
    expect(carry).not.toHaveBeenCalled();
  });

  it.each<[string, string, () => void]>([
    ['nobody is signed in', '/inbox/tickets', () => localStorage.removeItem('inbox.auth')],
    [
      'somebody else is',
      '/inbox/tickets',
      () => saveAuthState({ ...auth, user: testProfile({ current_user_id: 8 as never }) }),
    ],
    [
      'an agent of another merchant is',
      '/inbox/tickets',
      () => saveAuthState({ ...auth, user: testProfile({ id: 999 as never }) }),
    ],
    ['the address has other filters', '/inbox/tickets?status=open', () => undefined],
    ['the address hands over a sign-in', '/validate?token=x', () => undefined],
    ['a developer’s build is asked for', '/inbox/tickets?panel=ticket-list@http://localhost:3001', () => undefined],
    ['what is kept cannot be read', '/inbox/tickets', () => localStorage.setItem(KEPT_CALLS, '{"agent":')],
    [
      'what is kept leads elsewhere',
      '/inbox/tickets',
      () =>
        localStorage.setItem(
          KEPT_CALLS,
          (localStorage.getItem(KEPT_CALLS) ?? '').replace('/api/inbox/ticket/list/', '//elsewhere.test/api/'),
        ),
    ],
  ])('is not the page’s when %s', async (_, address, happens) => {
    await open('/inbox/tickets').transport(listRequest());
    leave();
    happens();
    open(address);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is kept for the address that the page has when it is left', async () => {
    const shell = open('/inbox/tickets');
    await shell.transport(listRequest());
    history.replaceState(null, '', '/inbox/tickets?status=open');
    await shell.transport(listRequest({}, { ticket_status: 'open' }));
    leave();
    open('/inbox/tickets');
    // What a page without filters in its address begins with may have changed with them.
    expect(fetched).not.toHaveBeenCalled();
    open('/inbox/tickets?status=open');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is kept of list and conversation, whichever was open at the end', async () => {
    const shell = open('/inbox/tickets');
    await shell.transport(listRequest());
    history.replaceState(null, '', '/inbox/tickets/42');
    await shell.transport(threadRequest(42));
    leave();
    await open('/inbox/tickets/43').transport(threadRequest(43));
    leave();
    fetched.mockClear();
    const list = open('/inbox/tickets/');
    expect(await list.transport(listRequest())).toEqual({ status: 200, data: EARLY });
    const thread = open('/inbox/tickets/44');
    expect(await thread.transport(threadRequest(44))).toEqual({ status: 200, data: EARLY });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('is forgotten with the agent, also by the page that they leave', async () => {
    const shell = open('/inbox/tickets');
    await shell.transport(listRequest());
    leave();
    shell.forget();
    leave();
    expect(localStorage.getItem(KEPT_CALLS)).toBeNull();
  });
});
