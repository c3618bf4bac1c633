import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  NO_FILTERS,
  TICKET_STATUSES,
  type AgentId,
  type MerchantId,
  type Priority,
  type TicketId,
} from '@inbox/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { countOwned, countTickets } from './ticket-counter';
import { NOBODY } from '../search/ticket-filters';
import { foldCounters, popularTags } from './counter-rows';

let test: TestDatabase;
let shop: MerchantId;
let asha: AgentId;
let line: TestConversation;

beforeAll(async () => {
  test = await createTestDatabase();
  await sql`drop index tickets_one_running`.execute(test.db);
});

afterAll(() => test.drop());

beforeEach(async () => {
  shop = await addMerchant(test.db);
  asha = await addAgent(test.db, shop);
  line = await addConversation(test.db, shop);
});

const counted = async (change: Partial<typeof NO_FILTERS> = {}) =>
  (await countTickets(test.db, shop, { ...NO_FILTERS, ...change }))['all'];

const there = async () => {
  const { count } = await test.db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', '=', shop)
    .executeTakeFirstOrThrow();
  return count;
};

it('are right whatever is added, changed and taken out, and folded in between', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), tags: fc.subarray(['COD', 'VIP']) }),
    fc.record({ do: fc.constant('change' as const), status: fc.constantFrom(...TICKET_STATUSES), high: fc.boolean() }),
    fc.record({ do: fc.constant('retag' as const), tags: fc.subarray(['COD', 'VIP', 'New']) }),
    fc.record({ do: fc.constant('own' as const) }),
    fc.record({ do: fc.constant('remove' as const) }),
    fc.record({ do: fc.constant('fold' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await test.db.deleteFrom('tickets').where('merchant_id', '=', shop).execute();
      const known: TicketId[] = [];
      // Every other ticket is changed, all in one statement.
      const half = () => known.filter((_, index) => index % 2 === 0);
      for (const now of steps) {
        const some = test.db.updateTable('tickets').where((eb) => eb('id', '=', eb.fn.any(eb.val(half()))));
        if (now.do === 'add') known.push(await addTicket(test.db, line, { tags: now.tags }));
        if (now.do === 'change') {
          const priority: Priority = now.high ? 1 : 0;
          await some.set({ status: now.status, priority, owner_id: null }).execute();
        }
        if (now.do === 'retag') await some.set({ tags: now.tags }).execute();
        if (now.do === 'own') await some.set({ status: 'open', owner_id: asha }).execute();
        if (now.do === 'remove')
          await test.db
            .deleteFrom('tickets')
            .where('id', '=', known.pop() ?? (0 as TicketId))
            .execute();
        if (now.do === 'fold') await foldCounters(test.db, shop, 0);
      }
      // Days are counted out, ticket by ticket; tallies must say the same.
      const always = { date_filter_start: '2000-01-01' };
      for (const filters of [{}, { agent_ids: [asha] }, { priority_filter: 1 as const }, { tag_filter: ['COD'] }]) {
        const asked = { ...NO_FILTERS, ...filters };
        expect(await countTickets(test.db, shop, asked)).toEqual(
          await countTickets(test.db, shop, { ...asked, ...always }),
        );
      }
    }),
    { numRuns: 25 },
  );
});

it('let many changes of many tickets, and foldings, go on at once, and stay right', async () => {
  const ids: TicketId[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(await addTicket(test.db, line, { tags: ['COD'] }));
  const group = (n: number) => ids.filter((id) => id % 8 === n);
  const work = Array.from({ length: 48 }, (_, n) =>
    n % 6 === 5
      ? foldCounters(test.db, shop, 0)
      : test.db.transaction().execute(async (tx) => {
          // As all work locks tickets: an update alone takes them in the order in which the disk has them.
          const mine = tx
            .selectFrom('tickets')
            .select('id')
            .where('id', 'in', group(n % 8));
          await mine.orderBy('id').forUpdate().execute();
          // One kind and then the other, or the other way round: their tallies are the same for all.
          for (const status of n % 2 === 0 ? (['open', 'closed'] as const) : (['closed', 'open'] as const)) {
            await tx
              .updateTable('tickets')
              .set({ status })
              .where('id', 'in', group(n % 8))
              .execute();
          }
        }),
  );
  await Promise.all(work);
  expect([await counted(), await counted({ tag_filter: ['COD'] })]).toEqual([await there(), 40]);
  await foldCounters(test.db, shop, 0);
  expect(await counted()).toBe(40);
});

it('say what each agent owns, and what nobody does', async () => {
  await addTicket(test.db, line, { status: 'open', owner_id: asha });
  await addTicket(test.db, line, {});
  await addTicket(test.db, line, {});
  const counts = await countOwned(test.db, shop, [asha, NOBODY]);
  expect([counts.get(asha)?.['whatsapp:open'], counts.get(asha)?.['all'], counts.get(NOBODY)?.['unassigned']]).toEqual([
    1, 1, 2,
  ]);
});

it('become few rows again when they have become many', async () => {
  const ticket = await addTicket(test.db, line, {});
  for (const status of ['open', 'closed', 'open'] as const) {
    await test.db.updateTable('tickets').set({ status }).where('id', '=', ticket).execute();
  }
  const rows = async () =>
    (await test.db.selectFrom('ticket_tallies').select(['status', 'n']).where('merchant_id', '=', shop).execute())
      .length;
  expect(await rows()).toBe(7);
  await foldCounters(test.db, shop, 100);
  expect(await rows()).toBe(7);
  await foldCounters(test.db, shop, 6);
  expect(await rows()).toBe(1);
});

it('name the tags of the merchant, the most used first, and none that no ticket has any more', async () => {
  for (const tags of [['COD'], ['COD', 'VIP'], ['Gone']]) await addTicket(test.db, line, { tags });
  await test.db
    .updateTable('tickets')
    .set({ tags: [] })
    .where('tags', '@>', sql<string[]>`array['Gone']`)
    .execute();
  const elsewhere = await addConversation(test.db, await addMerchant(test.db));
  await addTicket(test.db, elsewhere, { tags: ['Theirs'] });
  expect(await popularTags(test.db, shop)).toEqual(['COD', 'VIP']);
});
