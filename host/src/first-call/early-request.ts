import type { TransportResponse } from '@inbox/api';
import type { StoredAnswer } from '@inbox/panel/contract';

/**
 * The call that the page has made before the shell was there. It stands in the page itself, as a script without imports
 * (`federation/src/build/first-call.ts`).
 */
export interface EarlyRequest {
  /** Path and query. */
  url: string;
  /** The value of its Authorization header. */
  token: string;
  body: string | null;
  /** Rejects when there was no answer that can be read. */
  answer: Promise<TransportResponse>;
  abort(): void;
}

/** A stored answer that the page has begun to read before the shell was there. */
export interface EarlyAnswer {
  key: string;
  /** Null when there is none; never rejects. */
  answer: Promise<StoredAnswer | null>;
}

declare global {
  var inbox_asked_call: EarlyRequest | undefined;
  var inbox_stored_answer: EarlyAnswer | undefined;
}

/** A call that the page made first at an address. */
export interface CachedRequest {
  /** Path and query of the page, where a ticket is open only the path. It has `:ticket` for the ticket's number, as `url` has. */
  at: string;
  url: string;
  body: string | null;
}

/** What the browser keeps of an agent's last page. */
export interface CachedRequests {
  /** As `agentKey` has it. */
  agent: string;
  calls: CachedRequest[];
}

export const KEPT_CALLS = 'inbox.firstCalls';

/** Agents are numbered within their merchant. */
export const agentKey = (user: { id: number; current_user_id: number }): string => `${user.id}/${user.current_user_id}`;

/** What the names of all databases of stored answers begin with. */
export const DATABASES = 'inbox.answers.';
/** Another version's answers are not read, and are removed. */
export const ANSWERS_VERSION = 1;
/** The object store that has them. */
export const ANSWERS = 'answers';
/** Days for which an answer may be shown again. */
export const ANSWER_DAYS = 7;

/** A database for each agent of each merchant: who has another name finds nothing. @param agent as `agentKey` has it */
export const databaseOf = (agent: string): string => DATABASES + agent;

/** An answer as the database has it. */
export interface AnswerRecord {
  version: number;
  /** As `agentKey` has it. */
  agent: string;
  at: number;
  seq: number;
  /** The data, as JSON. */
  text: string;
}

/** What a record says, of this version, this agent and the last days; null for anything else. */
export function readAnswer(record: unknown, of: string, now: number): StoredAnswer | null {
  try {
    const { version, agent, at, seq, text } = record as AnswerRecord;
    const isFit = version === ANSWERS_VERSION && agent === of && now - at < ANSWER_DAYS * 86_400_000;
    return isFit ? { data: JSON.parse(text) as unknown, at, seq } : null;
  } catch {
    return null;
  }
}

/** Reads one of the agent's answers, and makes no database where there is none. */
function readFirst(of: string, key: string): Promise<StoredAnswer | null> {
  return new Promise((resolve) => {
    const nothing = () => resolve(null);
    const opening = indexedDB.open(databaseOf(of), ANSWERS_VERSION);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = nothing;
    opening.onsuccess = () => {
      const db = opening.result;
      try {
        const reading = db.transaction(ANSWERS).objectStore(ANSWERS).get(key);
        reading.onsuccess = () => resolve(readAnswer(reading.result, of, Date.now()));
        reading.onerror = nothing;
      } catch {
        nothing();
      }
      // Once the reading is done.
      db.close();
    };
  });
}

/** What a page at this address is kept as, and the ticket that it names. */
export function keptAs({ pathname, search }: Pick<Location, 'pathname' | 'search'>): { at: string; ticket: string } {
  const [, ticket = ''] = /^\/inbox\/tickets\/(\d+)\/?$/.exec(pathname) ?? [];
  return ticket === ''
    ? { at: pathname.replace(/\/$/, '') + search, ticket }
    : { at: '/inbox/tickets/:ticket', ticket };
}

/**
 * Makes the call that the agent's last page at this address made first, and reads what it answered then. What stands in the storage is read without a schema:
 * whatever is asked by it, the shell takes the answer only of what it would have asked itself.
 */
export function askFirst(): void {
  try {
    const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');
    const auth = read('inbox.auth') as { token: string; user: { id: number; current_user_id: number } };
    const { agent, calls } = read(KEPT_CALLS) as CachedRequests;
    const { at, ticket } = keptAs(location);
    const kept = calls.find((call) => call.at === at);
    if (!kept || agent !== agentKey(auth.user) || !kept.url.startsWith('/api/')) return;
    const url = kept.url.replace(':ticket', ticket);
    const { body } = kept;
    const { token } = auth;
    const ended = new AbortController();
    const answer = fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers: { Authorization: token, ...(body !== null && { 'Content-Type': 'application/json' }) },
      body,
      signal: ended.signal,
    }).then(async (response) => ({ status: response.status, data: (await response.json()) as unknown }));
    // The shell may have no use for it.
    answer.catch(() => undefined);
    globalThis.inbox_asked_call = { url, token, body, answer, abort: () => ended.abort() };
    const key = body ?? url.replace(/\?.*/, '');
    globalThis.inbox_stored_answer = { key, answer: readFirst(agent, key).catch(() => null) };
  } catch {
    // Nobody is signed in, nothing is kept, or the storage is closed: then the shell is the first to ask.
  }
}
