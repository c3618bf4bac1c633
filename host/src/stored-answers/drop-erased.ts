import type { BusClient, Connection } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import { databaseOf, KEPT_CALLS } from '../first-call/early-request';
import { GATHER_MS } from './answer-db';

/** The newest erasure that this browser has followed, for each agent of each merchant. */
const FOLLOWED = 'inbox.erased.';
/** Milliseconds after which an answer from before the erasure, which waited to be written, has been. */
const WRITTEN_MS = 4 * GATHER_MS;

interface DropErasedDeps {
  /** As `agentKey` has it. */
  agent: string;
  connection: ReadableStore<Connection>;
  bus: Pick<BusClient, 'send' | 'onEvent'>;
}

/**
 * Removes stored answers when customers were erased: while the page is open, and with the first connection of a browser that
 * was away. Which answers name them nobody knows, so that all go; panels load anew then.
 * @returns stops it
 */
export function dropErased({ agent, connection, bus }: DropErasedDeps): () => void {
  const followed = FOLLOWED + agent;
  let hasAsked = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    const isLive = connection.get().state === 'live';
    if (isLive && !hasAsked) {
      const since = Number(read(followed));
      // An older server does not understand it, and erases nobody.
      bus.send('socket.send', { type: 'page.erasures', data: { since } }).catch(() => undefined);
    }
    hasAsked = isLive;
  }

  function drop(revision: number): void {
    remove(agent, () => write(followed, String(revision)));
    clearTimeout(timer);
    timer = setTimeout(() => remove(agent), WRITTEN_MS);
  }

  const ends = [connection.subscribe(ask), bus.onEvent('live.customers.erased', ({ revision }) => drop(revision))];
  ask();
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** The open database lets go of itself, and is made anew by the next answer. */
function remove(agent: string, done?: () => void): void {
  try {
    // It has the words of the last search.
    localStorage.removeItem(KEPT_CALLS);
    const request = indexedDB.deleteDatabase(databaseOf(agent));
    request.addEventListener('success', () => done?.());
  } catch {
    // A browser without a database has stored nothing.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is asked again with the next connection.
  }
}
