import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@inbox/api/wire';
import { NO_FILTERS } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { dataOf, startTestInbox, type TestInbox } from '../../testing/inbox';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';

let inbox: TestInbox;
let token: string;
let read: number;

beforeAll(async () => {
  const readsOf = (db: Queryable) => ({
    recent: <T>(work: (from: Queryable) => Promise<T>) => {
      read += 1;
      return work(db);
    },
    caughtUp: <T>(work: (from: Queryable) => Promise<T>) => work(db),
  });
  inbox = await startTestInbox({ readsOf });
  const shop = await addMerchant(inbox.db);
  const line = await addConversation(inbox.db, shop, 'email', { full_name: 'Meera Iyer' });
  await addTicket(inbox.db, line, { full_name: 'Meera Iyer' });
  token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
});
afterAll(() => inbox.close());

it.each([
  [null, 0],
  ['meera', 1],
])('the list with the search %p may be a little behind: %i times', async (search, times) => {
  read = 0;
  const filters = { ...NO_FILTERS, search };
  const body = { filters, page_size: 10, fetch_since: null };
  const { tickets, seq } = dataOf(calls.ticketList, await inbox.call(token, 'ticketList', { body }));
  expect([tickets.length, typeof seq, read]).toEqual([1, 'number', times]);
  dataOf(calls.foundCount, await inbox.call(token, 'foundCount', { body: { filters } }));
  expect(read).toBe(times * 2);
});
