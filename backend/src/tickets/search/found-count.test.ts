import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { NO_FILTERS, type AgentId, type ListFilters, type MerchantId } from '@inbox/domain';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { countFound, MOST_COUNTED } from './found-count';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let test: TestDatabase;
let shop: MerchantId;
let asha: AgentId;

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test;
  shop = await addMerchant(db);
  asha = await addAgent(db, shop);
  const dev = await addAgent(db, shop);
  const named = async (name: string, owners: (AgentId | null)[]) => {
    for (const owner_id of owners) {
      const line = await addConversation(db, shop, 'email', { full_name: name });
      const status = owner_id === null ? 'unassigned' : 'assigned';
      await addTicket(db, line, { full_name: name, owner_id, status, priority: owner_id === dev ? 1 : 0 });
    }
  };
  await named('Suresh Nair', [asha, asha, dev, dev, dev, null]);
  await named('Meera Iyer', [asha, dev]);
  const other = await addMerchant(db);
  const elsewhere = await addConversation(db, other, 'email', { full_name: 'Suresh Nair' });
  await addTicket(db, elsewhere, { full_name: 'Suresh Nair' });
});

afterAll(() => test.drop());

describe('what a search finds is counted', () => {
  it.each<[string, Partial<ListFilters>, { shown: number; everybody: number }]>([
    ['of the agent with what nobody owns, and of everybody', { search: 'Suresh' }, { shown: 3, everybody: 6 }],
    ['under the other filters', { search: 'Suresh', priority_filter: 1 }, { shown: 0, everybody: 3 }],
    [
      'whatever status the search forces',
      { search: 'suresh', ticket_status: 'assigned_to_bot' },
      { shown: 3, everybody: 6 },
    ],
    ['as nothing when nobody has the name', { search: 'Nobody' }, { shown: 0, everybody: 0 }],
    ['as nothing without a search', { search: null }, { shown: 0, everybody: 0 }],
  ])('%s', async (_name, change, expected) => {
    const filters = { ...NO_FILTERS, agent_ids: [asha], ...change };
    expect(await countFound(test.db, shop, filters)).toEqual({ ...expected, more: false });
  });

  it('of everybody alone when no agent is chosen', async () => {
    const filters = { ...NO_FILTERS, search: 'Suresh' };
    expect(await countFound(test.db, shop, filters)).toEqual({ shown: 6, everybody: 6, more: false });
  });

  it('up to a limit, which it says', async () => {
    const many = await addMerchant(test.db);
    const line = await addConversation(test.db, many, 'email', { full_name: 'Asha' });
    const { merchantId, accountId, customerId, conversationId } = line;
    await sql`
      insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, status)
      select ${merchantId}, ${conversationId}, ${accountId}, ${customerId}, 'email', 'Many', 'closed'
      from generate_series(0, ${MOST_COUNTED}::int)`.execute(test.db);
    const found = await countFound(test.db, many, { ...NO_FILTERS, search: 'Many' });
    expect(found).toEqual({ shown: MOST_COUNTED, everybody: MOST_COUNTED, more: true });
  });
});
