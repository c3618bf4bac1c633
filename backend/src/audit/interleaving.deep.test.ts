import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { change, type WorkContext } from '../platform/db/unit-of-work';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';
import { verifyAudit } from './verify-audit';

let test: TestDatabase;
let context: WorkContext;

beforeAll(async () => {
  test = await createTestDatabase();
  const live = { committed: () => undefined, signal: () => undefined };
  context = { db: test.db, live, outboxWoken: () => undefined, now: () => new Date() };
});
afterAll(() => test.drop());

interface Shop {
  id: MerchantId;
  agent: AgentId;
  tickets: [TicketId, TicketId];
}

async function addShop(): Promise<Shop> {
  const id = await addMerchant(test.db);
  const ticket = async () => addTicket(test.db, await addConversation(test.db, id));
  return { id, agent: await addAgent(test.db, id), tickets: [await ticket(), await ticket()] };
}

async function countRecords(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_records`.execute(test.db);
  return Number(rows[0]?.count);
}

it('is one chain, with a record for each change that was committed, however transactions interleave', async () => {
  const shops = [await addShop(), await addShop()] as const;
  const step = fc.record({
    shop: fc.constantFrom(...shops),
    isSecond: fc.boolean(),
    isUndone: fc.boolean(),
    // Seldom: the database takes a second to notice a deadlock.
    isBoth: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
  });
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const before = await countRecords();
      let committed = 0;
      await Promise.all(
        steps.map(async ({ shop: { id, agent, tickets }, isSecond, isUndone, isBoth }) => {
          const inOrder = isSecond ? tickets.toReversed() : tickets;
          const ids = isBoth ? inOrder : inOrder.slice(0, 1);
          const work = change(context, { merchantId: id, by: agent }, async ({ tx, publish }) => {
            for (const ticket of ids) {
              const tags = [`t${(turn += 1)}`];
              await tx.updateTable('tickets').set({ tags }).where('id', '=', ticket).execute();
            }
            publish('tickets.tickets', {});
            if (isUndone) throw new Error('Not after all');
          });
          if (isUndone) return expect(work).rejects.toThrow('Not after all');
          await work;
          committed += ids.length;
        }),
      );
      expect(await countRecords()).toBe(before + committed);
      expect((await verifyAudit(test.db)).map(({ problem }) => problem)).toEqual([null, null]);
    }),
    { numRuns: 20 },
  );
});
