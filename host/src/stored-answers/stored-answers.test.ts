/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StoredAnswer } from '@inbox/panel/contract';
import fc from 'fast-check';
import { IDBFactory } from 'fake-indexeddb';
import { clearAuthState, saveAuthState } from '../auth/auth-state';
import {
  agentKey,
  ANSWER_DAYS,
  ANSWERS,
  ANSWERS_VERSION,
  askFirst,
  databaseOf,
  KEPT_CALLS,
} from '../first-call/early-request';
import { testAuth } from '../testing';
import { LONGEST, MOST_ANSWERS, MOST_CHARACTERS, openAnswerDb, tooMany } from './answer-db';
import { forgetDevice, mayStore, rememberDevice } from './may-store';
import { createStoredAnswers } from './stored-answers';

const auth = testAuth();
const agent = agentKey(auth.user);
const someoneElse = testAuth({ current_user_id: 8 as never });
const DAY = 86_400_000;
const answer = (data: unknown, at = Date.now(), seq = 10): StoredAnswer => ({ data, at, seq });
const isAllowed = () => mayStore(auth.user);

/** Removing waits for those who have it open to let go. */
async function nothingIsLeft(): Promise<void> {
  for (let tries = 0; (await names()).length > 0; tries += 1) {
    if (tries === 200) throw new Error(`There is still ${(await names()).join()}`);
    await nextTurn();
  }
}
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));
const names = async () => (await indexedDB.databases()).map(({ name }) => name);
/** Puts a record there as another page would. */
async function put(key: string, record: unknown): Promise<void> {
  const db = openAnswerDb(agent, () => true);
  db.write(key, () => answer('to be replaced'));
  await db.flush();
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(databaseOf(agent));
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      const tx = opening.result.transaction(ANSWERS, 'readwrite');
      tx.objectStore(ANSWERS).put(record, key);
      tx.oncomplete = () => resolve();
      opening.result.close();
    };
  });
}
async function stored(values: Record<string, StoredAnswer>): Promise<void> {
  const db = openAnswerDb(agent, () => true);
  for (const [key, one] of Object.entries(values)) db.write(key, () => one);
  await db.flush();
}
const page = (allowed = isAllowed) => createStoredAnswers({ agent, isAllowed: allowed, firstPaint: Promise.resolve() });

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  saveAuthState(auth);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('stored answers', () => {
  it('are there on the next page, the last of each key', async () => {
    await stored({ list: answer(['old'], Date.now() - 5), thread: answer({ n: 1 }) });
    const now = answer(['new'], Date.now(), 12);
    await stored({ list: now });
    expect(await page().read('list')).toEqual(now);
    expect((await page().read('thread'))?.data).toEqual({ n: 1 });
    expect(await page().read('other')).toBeNull();
  });

  it('are found by their words under the beginning of their key, the newest first', async () => {
    await stored({
      '/ticket/1/': answer({ said: 'The "Kurta" is late' }, Date.now() - 9),
      '/ticket/2/': answer({ said: 'the kurta is HERE' }, Date.now() - 5),
      '/ticket/3/': answer({ said: 'a sari' }),
      '/list/': answer({ said: 'kurta' }),
    });
    const found = async (words: string[], most = 10) =>
      (await page().find!('/ticket/', words, most)).map(({ data }) => (data as { said: string }).said);
    expect(await found(['Kurta'])).toEqual(['the kurta is HERE', 'The "Kurta" is late']);
    expect(await found(['late', 'KURTA'])).toEqual(['The "Kurta" is late']);
    expect(await found(['"kurta"'])).toEqual(['The "Kurta" is late']);
    expect(await found(['kurta'], 1)).toEqual(['the kurta is HERE']);
    expect(await found(['shoes'])).toEqual([]);
    await put('/ticket/4/', 'of another form');
    await put('/ticket/5/', {
      version: ANSWERS_VERSION,
      agent: 'somebody else',
      at: Date.now(),
      seq: 1,
      text: '{"said":"kurta"}',
    });
    expect(await found(['kurta'])).toHaveLength(2);
    expect(await page(() => false).find!('/ticket/', ['kurta'], 10)).toEqual([]);
  });

  it('are never replaced by what is older', async () => {
    await stored({ list: answer('newer') });
    await stored({ list: answer('late', Date.now() - 1_000) });
    expect((await page().read('list'))?.data).toBe('newer');
  });

  it.each<[string, object]>([
    ['of another version', { version: ANSWERS_VERSION + 1 }],
    ['of another agent', { agent: '2/7' }],
    ['that cannot be read', { text: '{"half":' }],
    ['that are too old', { at: Date.now() - ANSWER_DAYS * DAY }],
  ])('%s are not read, and are removed', async (_, change) => {
    await put('list', { version: ANSWERS_VERSION, agent, at: Date.now(), seq: 1, text: '1', ...change });
    const db = openAnswerDb(agent, () => true);
    expect(await db.read('list')).toBeNull();
    await put('other', { version: ANSWERS_VERSION, agent, at: Date.now(), seq: 1, text: '1' });
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(databaseOf(agent));
      opening.onsuccess = () => resolve(opening.result);
    });
    const keys = await new Promise((resolve) => {
      const reading = opened.transaction(ANSWERS).objectStore(ANSWERS).getAllKeys();
      reading.onsuccess = () => resolve(reading.result);
    });
    opened.close();
    expect(keys).toEqual(['other']);
  });

  it('that are very long are not stored', async () => {
    await stored({ list: answer('x'.repeat(LONGEST)), other: answer('short') });
    expect(await page().read('list')).toBeNull();
    expect((await page().read('other'))?.data).toBe('short');
  });

  it('stay within their bounds, the newest of them', () => {
    const sizes = fc.array(
      fc.record({ ago: fc.integer({ min: 0, max: 10 * DAY }), characters: fc.integer({ min: 1, max: LONGEST }) }),
      { maxLength: 2 * MOST_ANSWERS },
    );
    const now = Date.now();
    fc.assert(
      fc.property(sizes, (given) => {
        const all = new Map(given.map(({ ago, characters }, key) => [String(key), { at: now - ago, characters }]));
        const gone = new Set(tooMany(all, now));
        const left = [...all].filter(([key]) => !gone.has(key)).map(([, size]) => size);
        expect(left.length).toBeLessThanOrEqual(MOST_ANSWERS);
        expect(left.reduce((sum, { characters }) => sum + characters, 0)).toBeLessThanOrEqual(MOST_CHARACTERS);
        expect(left.every(({ at }) => now - at < ANSWER_DAYS * DAY)).toBe(true);
        const oldestLeft = Math.min(...left.map(({ at }) => at));
        const recentGone = [...gone].map((key) => all.get(key)!).filter(({ at }) => now - at < ANSWER_DAYS * DAY);
        expect(recentGone.every(({ at }) => at <= oldestLeft)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('are whole when two tabs write at once, in any order', async () => {
    const writes = fc.array(
      fc.record({
        tab: fc.constantFrom(0, 1),
        key: fc.constantFrom('a', 'b', 'c'),
        at: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const from = Date.now() - 1_000;
    await fc.assert(
      fc.asyncProperty(writes, async (given) => {
        globalThis.indexedDB = new IDBFactory();
        const tabs = [openAnswerDb(agent, () => true), openAnswerDb(agent, () => true)] as const;
        await Promise.all(
          given.map(({ tab, key, at }) => {
            const db = tabs[tab];
            db.write(key, () => answer({ key, at }, from + at, at));
            return db.flush();
          }),
        );
        for (const key of ['a', 'b', 'c']) {
          const newest = Math.max(...given.filter((one) => one.key === key).map(({ at }) => at));
          const found = await tabs[0].read(key);
          expect(found).toEqual(newest > 0 ? answer({ key, at: newest }, from + newest, newest) : null);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('nothing is left', () => {
  it('of an agent who signs out while a write is under way, whenever that is', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      globalThis.indexedDB = new IDBFactory();
      saveAuthState(auth);
      const here = page();
      const other = openAnswerDb(agent, isAllowed);
      other.write('thread', () => answer('of another tab'));
      const writing = other.flush();
      here.write('list', () => answer('of this tab'));
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      clearAuthState();
      here.forget();
      await writing;
      other.write('late', () => answer('after it'));
      await other.flush();
      await nothingIsLeft();
      expect(await here.read('list')).toBeNull();
      expect(await names()).toEqual([]);
    }
  });

  it('for another agent', async () => {
    await stored({ list: answer('secret') });
    saveAuthState(someoneElse);
    const theirs = createStoredAnswers({
      agent: agentKey(someoneElse.user),
      isAllowed: () => mayStore(someoneElse.user),
      firstPaint: Promise.resolve(),
    });
    expect(await theirs.read('list')).toBeNull();
    // What a sign-out that was cut short has left is removed.
    expect(await names()).toEqual([databaseOf(agentKey(someoneElse.user))]);
  });

  it('on a device that was to forget, also by other tabs, until somebody signs in', async () => {
    await stored({ list: answer('shown') });
    const other = openAnswerDb(agent, isAllowed);
    forgetDevice();
    page().forget();
    other.write('list', () => answer('again'));
    await other.flush();
    expect(await page().read('list')).toBeNull();
    await nothingIsLeft();
    rememberDevice();
    await stored({ list: answer('anew') });
    expect((await page().read('list'))?.data).toBe('anew');
  });

  it('where the setting is off', async () => {
    await stored({ list: answer('shown') });
    const off = page(() => false);
    off.write('list', () => answer('more'));
    expect(await off.read('list')).toBeNull();
    await nothingIsLeft();
  });
});

describe('a browser that refuses', () => {
  it.each<[string, () => void]>([
    [
      'its database',
      () =>
        void jest.spyOn(indexedDB, 'open').mockImplementation(() => {
          throw new DOMException('closed', 'SecurityError');
        }),
    ],
    ['to have any', () => void Reflect.deleteProperty(globalThis, 'indexedDB')],
  ])('%s is asked once, and nobody is told', async (_, refuse) => {
    refuse();
    const db = openAnswerDb(agent, () => true);
    db.write('list', () => answer('shown'));
    await db.flush();
    const make = jest.fn(() => answer('more'));
    db.write('list', make);
    await db.flush();
    expect(make).not.toHaveBeenCalled();
    expect(await db.read('list')).toBeNull();
  });
});

describe('the page’s own script', () => {
  const keep = (body: string | null, url = '/api/inbox/ticket/list/', at = '/inbox/tickets') =>
    localStorage.setItem(KEPT_CALLS, JSON.stringify({ agent, calls: [{ at, url, body }] }));

  beforeEach(() => {
    globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'));
  });

  it.each<[string, string, () => void, string]>([
    ['the list', '/inbox/tickets', () => keep('{"filters":{}}'), '{"filters":{}}'],
    [
      'the thread',
      '/inbox/tickets/42',
      () => keep(null, '/api/inbox/ticket/:ticket/content-v2/?page_size=50', '/inbox/tickets/:ticket'),
      '/api/inbox/ticket/42/content-v2/',
    ],
  ])('reads %s of its address ahead of the shell', async (_, address, kept, key) => {
    const known = answer({ rows: 3 });
    await stored({ [key]: known });
    history.replaceState(null, '', address);
    kept();
    askFirst();
    expect(globalThis.inbox_stored_answer?.key).toBe(key);
    // The shell's own code is not there yet.
    const early = createStoredAnswers({ agent, isAllowed, firstPaint: new Promise(() => undefined) });
    expect(globalThis.inbox_stored_answer).toBeUndefined();
    expect(await early.read(key)).toEqual(known);
    early.forget();
  });

  it('makes no database where there is none', async () => {
    history.replaceState(null, '', '/inbox/tickets');
    keep('{}');
    askFirst();
    expect(await globalThis.inbox_stored_answer?.answer).toBeNull();
    expect(await names()).toEqual([]);
  });
});
