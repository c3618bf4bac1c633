import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NO_FILTERS, type ListFilters, type MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { addConversation, addMerchant } from '../../testing/rows';
import { countFound } from '../search/found-count';
import { LOOKED_AT, listTickets } from './ticket-list';

let test: TestDatabase;
let shop: MerchantId;

/** Tickets with a word that was common once: so many, and the oldest of them of a high priority. */
const [COMMON, HIGH] = [12_000, 7];

beforeAll(async () => {
  test = await createTestDatabase();
  shop = await addMerchant(test.db);
  const line = await addConversation(test.db, shop, 'email', { full_name: 'Meera Iyer' });
  const add = (count: number, subject: string, hours: number, high: number) =>
    sql`
    insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, subject, status, priority, received_at)
    select ${shop}, c.id, c.account_id, c.customer_id, c.source, 'Meera Iyer', ${subject}, 'closed',
      case when n <= ${high}::int then 1 else 0 end, now() - ${hours} * interval '1 hour' + n * interval '1 millisecond'
    from conversations c, generate_series(1, ${count}::int) n where c.id = ${line.conversationId}`.execute(test.db);
  await add(COMMON, 'Diwali', 48, HIGH);
  await add(LOOKED_AT + 1, 'Pongal', 1, LOOKED_AT + 1);
});
afterAll(() => test.drop());

const found = async (filters: ListFilters, since: Parameters<typeof listTickets>[2]['since'] = null) =>
  listTickets(test.db, shop, { filters, pageSize: 50, since, now: new Date() });

it('a word that only old tickets have is found in all of them, under any filter', async () => {
  const filters = { ...NO_FILTERS, search: 'diwali' };
  expect((await found(filters)).tickets).toHaveLength(50);
  expect(await countFound(test.db, shop, filters)).toEqual({ shown: 1_000, everybody: 1_000, more: true });
  // The oldest have the lowest numbers of twelve thousand.
  const high = { ...filters, priority_filter: 1 as const };
  expect((await found(high)).tickets.map(({ subject }) => subject)).toEqual(
    Array.from({ length: HIGH }, () => 'Diwali'),
  );
  expect(await countFound(test.db, shop, high)).toEqual({ shown: HIGH, everybody: HIGH, more: false });
});

it('a word of all tickets is counted no further than is said', async () => {
  const filters = { ...NO_FILTERS, search: 'meera' };
  expect(await countFound(test.db, shop, filters)).toEqual({ shown: 1_000, everybody: 1_000, more: true });
});
