import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { addAgent, addConversation, addMerchant, addTicket } from '../testing/rows';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { Counters } from './counters';

interface Heard {
  type: string;
  counts: Record<string, number>;
}

class Page {
  readonly heard: Heard[] = [];

  constructor(readonly agentId: AgentId) {}

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Heard);
  }

  /** What it was told since the last time that this was asked, in short. */
  news(...keys: string[]): string[] {
    return this.heard.splice(0).map(({ type, counts }) => {
      const name = type.includes('unassigned') ? 'nobody' : 'own';
      return `${name} ${keys.map((key) => `${key} ${counts[key] ?? 'none'}`).join(', ')}`;
    });
  }
}

let test: TestDatabase;
let shop: MerchantId;
let asha: Page;
let dev: Page;
let pages: Set<Page>;
let counters: Counters<Page>;
const faults: unknown[] = [];
/** What waits for its second to pass. */
const due: (() => void)[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

beforeEach(async () => {
  shop = await addMerchant(test.db);
  asha = new Page(await addAgent(test.db, shop));
  dev = new Page(await addAgent(test.db, shop));
  pages = new Set([asha, dev]);
  counters = new Counters<Page>(
    test.db,
    () => pages,
    (error) => void faults.push(error),
    (run) => void due.push(run),
  );
});

afterEach(() => {
  if (faults.length > 0) throw new Error('A count failed.', { cause: faults.splice(0)[0] });
  if (due.splice(0).length > 0) throw new Error('A count was left waiting.');
});

const add = async (owner: AgentId | null) =>
  addTicket(test.db, await addConversation(test.db, shop, 'whatsapp'), {
    status: owner === null ? 'unassigned' : 'open',
    owner_id: owner,
  });

const secondPasses = (): void => due.shift()?.();

/** Until the count is told, or another one waits. */
async function counted(): Promise<void> {
  while (counters.busy && due.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

async function count(): Promise<void> {
  counters.touched(shop);
  secondPasses();
  await counted();
}

it('tells each agent the number of the own tickets, and all of them how many nobody owns', async () => {
  await add(asha.agentId);
  await add(asha.agentId);
  await add(null);
  await count();
  expect(asha.news('open', 'whatsapp:open', 'unassigned')).toEqual([
    'own open 2, whatsapp:open 2, unassigned 0',
    'nobody open 0, whatsapp:open 0, unassigned 1',
  ]);
  expect(dev.news('all')).toEqual(['own all 0', 'nobody all 1']);
});

it('tells nobody again what has not changed', async () => {
  await count();
  for (const page of pages) page.heard.splice(0);
  await add(asha.agentId);
  await count();
  expect([asha.news('open'), dev.news('open')]).toEqual([['own open 1'], []]);
});

it('tells a page that comes later what the others know already', async () => {
  await count();
  const late = new Page(asha.agentId);
  pages.add(late);
  await count();
  expect(late.news('all')).toEqual(['own all 0', 'nobody all 0']);
});

it('counts once however much happens, after the last of it', async () => {
  for (let n = 0; n < 1_000; n += 1) counters.touched(shop);
  expect(due).toHaveLength(1);
  await add(asha.agentId);
  secondPasses();
  await counted();
  expect(asha.news('open')).toEqual(['own open 1', 'nobody open 0']);
});

it('counts again what happened while it counted', async () => {
  counters.touched(shop);
  secondPasses();
  await add(asha.agentId);
  counters.touched(shop);
  await counted();
  secondPasses();
  await counted();
  expect(asha.heard.findLast(({ type }) => type.includes('agent'))?.counts['open']).toBe(1);
});

it('asks the database nothing while nobody is there', async () => {
  pages.clear();
  const queries = jest.spyOn(test.pool, 'connect');
  await count();
  expect(queries).not.toHaveBeenCalled();
});
