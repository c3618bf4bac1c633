import {
  calledAddress,
  httpTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@inbox/api';
import { CONTENT_PAGE_SIZE, LIST_PAGE_SIZE, type Profile, type Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../lib/storage';
import { agentKey, KEPT_CALLS, keptAs, type AskedCall, type KeptCall, type KeptCalls } from './ask';

export interface FirstCall {
  /** Carries the calls of panels: the one that the page has made already is not made once more. */
  transport: Transport;
  /** Nothing of it stays in the browser. */
  forget(): void;
  stop(): void;
}

const keptCallsSchema: Schema<KeptCalls> = z.object({
  agent: z.string(),
  calls: z.array(z.object({ at: z.string(), url: z.string(), body: z.nullable(z.string()) })),
});

export const forgetFirstCalls = (): void => removeStored(KEPT_CALLS);

/**
 * What a page shows first is asked for by a script in it, ahead of the shell (`askFirst`). Here its answer is handed to the
 * panel that asks the same, and what pages of this agent ask first is kept for the next.
 *
 * @param carry the way of all other calls
 */
export function createFirstCall(user: () => Profile, carry: Transport = httpTransport): FirstCall {
  let asked = globalThis.inbox_asked_call;
  globalThis.inbox_asked_call = undefined;
  const start = keptAs(location);
  /** What the list began with, if the page did with the list; what it asked last; what the open conversation began with. */
  let first: KeptCall | null = null;
  let lists: Omit<KeptCall, 'at'> | null = null;
  let thread: KeptCall | null = null;

  function note(request: TransportRequest, call: Omit<KeptCall, 'at'>): boolean {
    if (isListsBegin(request)) {
      if (lists === null && start.ticket === '') first = { at: start.at, ...call };
      lists = call;
      return true;
    }
    const { at, ticket } = keptAs(location);
    if (ticket === '' || !isThreadsBegin(request, ticket)) return false;
    thread = { at, url: call.url.replace(`/${ticket}/`, '/:ticket/'), body: null };
    return true;
  }

  /**
   * The filters of the last list stand in the address, beside a conversation too. What a page without any in its address
   * begins with may have changed with them: of that is kept only what is still asked.
   */
  function keep(): void {
    const agent = agentKey(user());
    const last = lists && { at: LIST_PATH + location.search, ...lists };
    const began = first?.body === lists?.body ? first : null;
    const fresh = [last, began, thread].filter((call) => call !== null);
    const stored = readStored(KEPT_CALLS, keptCallsSchema);
    const older = stored?.agent === agent ? stored.calls.filter(({ body }) => lists === null || body === null) : [];
    const calls = [...new Map([...older, ...fresh].map((call) => [call.at, call])).values()];
    if (calls.length > 0) writeStored(KEPT_CALLS, { agent, calls } satisfies KeptCalls);
  }

  addEventListener('pagehide', keep);
  const stop = () => removeEventListener('pagehide', keep);
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
    forget() {
      stop();
      forgetFirstCalls();
    },
    stop,
  };
}

const LIST_PATH = '/inbox/tickets';

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
const isSame = ({ url, body, token }: AskedCall, call: Omit<KeptCall, 'at'>, { headers }: TransportRequest): boolean =>
  url === call.url && body === call.body && headers['Authorization'] === token && !('Cache-Control' in headers);

/** Null when it has to be asked once more: for what went wrong there is one way, and it is not here. */
async function answerOf(made: AskedCall, { signal }: TransportRequest): Promise<TransportResponse | null> {
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
