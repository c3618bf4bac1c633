/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Connection } from '@inbox/events';
import { createStore } from '@inbox/panel/store';
import { IDBFactory } from 'fake-indexeddb';
import { KEPT_CALLS } from '../first-call/early-request';
import { openAnswerDb } from './answer-db';
import { dropErased } from './drop-erased';

const agent = '5/7';
type Heard = (said: { type: 'customers.erased'; revision: number; ticket_ids: []; comment_ids: [] }) => void;

let said: unknown[];
let hear: Heard;
let end: () => void;
let connection: ReturnType<typeof createStore<Connection>>;

const bus = {
  send: jest.fn(async (_name: string, message: unknown) => void said.push(message)),
  onEvent(_topic: string, listener: Heard) {
    hear = listener;
    return () => undefined;
  },
};
const start = () => (end = dropErased({ agent, connection, bus: bus as never }));
const erase = (revision: number) => hear({ type: 'customers.erased', revision, ticket_ids: [], comment_ids: [] });

/** Removing waits for those who have it open to let go. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) {
    if (tries === 200) throw new Error('It does not come to it.');
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  said = [];
  connection = createStore<Connection>({ state: 'connecting' });
});
afterEach(() => end());

it('asks over each connection what was erased, from where this browser has followed', async () => {
  start();
  expect(said).toEqual([]);
  connection.set({ state: 'live' });
  expect(said).toEqual([{ type: 'page.erasures', data: { since: 0 } }]);
  erase(4);
  await until(() => localStorage.getItem(`inbox.erased.${agent}`) === '4');
  connection.set({ state: 'offline', since: 0, attempt: 1 });
  connection.set({ state: 'live' });
  expect(said[1]).toEqual({ type: 'page.erasures', data: { since: 4 } });
});

it('removes every stored answer, and the words of the last search, while the database is in use', async () => {
  localStorage.setItem(KEPT_CALLS, '{"search":"meera"}');
  const db = openAnswerDb(agent, () => true);
  db.write('list', () => ({ data: ['Meera'], at: Date.now(), seq: 1 }));
  await db.flush();
  start();
  erase(1);
  await until(async () => (await db.read('list')) === null);
  expect(localStorage.getItem(KEPT_CALLS)).toBeNull();
  // What is answered from then on is stored again.
  db.write('list', () => ({ data: ['Erased customer'], at: Date.now(), seq: 2 }));
  await db.flush();
  expect((await db.read('list'))?.data).toEqual(['Erased customer']);
});
