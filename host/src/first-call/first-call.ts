import {
  calledAddress,
  httpTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@inbox/api';
import { CONTENT_PAGE_SIZE, LIST_PAGE_SIZE } from '@inbox/domain';
import { removeStored } from '../storage';
import { KEPT_CALLS, keptAs, type EarlyRequest, type CachedRequest } from './early-request';

/** What a page began with, by what it did: of that `keepFirstCalls` keeps what its next one should ask first. */
export interface Begun {
  /** What the list began with, if the page did with the list. */
  first: CachedRequest | null;
  /** What the list asked last. */
  lists: Omit<CachedRequest, 'at'> | null;
  /** What the open conversation began with. */
  thread: CachedRequest | null;
}

export interface FirstCall {
  /** Carries the calls of panels: the one that the page has made already is not made once more. */
  transport: Transport;
  /** Null once it is forgotten. */
  begun(): Begun | null;
  /** Nothing of it stays in the browser. */
  forget(): void;
}

export const forgetFirstCalls = (): void => removeStored(KEPT_CALLS);

/**
 * What a page shows first is asked for by a script in it, ahead of the shell (`askFirst`). Here its answer is handed to the
 * panel that asks the same.
 *
 * @param carry the way of all other calls
 */
export function createFirstCall(carry: Transport = httpTransport): FirstCall {
  let asked = globalThis.inbox_asked_call;
  globalThis.inbox_asked_call = undefined;
  const start = keptAs(location);
  let begun: Begun | null = { first: null, lists: null, thread: null };

  function note(request: TransportRequest, call: Omit<CachedRequest, 'at'>): boolean {
    if (isListsBegin(request)) {
      if (begun) {
        if (begun.lists === null && start.ticket === '') begun.first = { at: start.at, ...call };
        begun.lists = call;
      }
      return true;
    }
    const { at, ticket } = keptAs(location);
    if (ticket === '' || !isThreadsBegin(request, ticket)) return false;
    if (begun) begun.thread = { at, url: call.url.replace(`/${ticket}/`, '/:ticket/'), body: null };
    return true;
  }

  return {
    async transport(request) {
      const call = { url: calledAddress(request), body: textOf(request) };
      const isFirst = note(request, call);
      const made = asked;
      if (!made || !isFirst) return carry(request);
      asked = undefined;
      if (isSame(made, call, request)) return (await answerOf(made, request)) ?? carry(request);
      made.abort();
      return carry(request);
    },
    begun: () => begun,
    forget() {
      begun = null;
      forgetFirstCalls();
    },
  };
}

const textOf = ({ data }: TransportRequest) => (data === undefined ? null : JSON.stringify(data));

const isListsBegin = ({ method, url, data }: TransportRequest): boolean =>
  method === 'POST' &&
  url === '/api/inbox/ticket/list/' &&
  typeof data === 'object' &&
  data !== null &&
  'fetch_since' in data &&
  data.fetch_since === null &&
  'page_size' in data &&
  data.page_size === LIST_PAGE_SIZE;

const isThreadsBegin = ({ method, url, params = {} }: TransportRequest, ticket: string): boolean =>
  method === 'GET' &&
  url === `/api/inbox/ticket/${ticket}/content-v2/` &&
  Object.values(params).filter((value) => value !== undefined).length === 1 &&
  params['page_size'] === CONTENT_PAGE_SIZE;

/** One who asks for it fresh does not want an answer from before. */
const isSame = (
  { url, body, token }: EarlyRequest,
  call: Omit<CachedRequest, 'at'>,
  { headers }: TransportRequest,
): boolean =>
  url === call.url && body === call.body && headers['Authorization'] === token && !('Cache-Control' in headers);

/** Null when it has to be asked once more: for what went wrong there is one way, and it is not here. */
async function answerOf(made: EarlyRequest, { signal }: TransportRequest): Promise<TransportResponse | null> {
  const abort = () => made.abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const answer = await made.answer;
    return answer.status === 200 ? answer : null;
  } catch {
    signal?.throwIfAborted();
    return null;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
