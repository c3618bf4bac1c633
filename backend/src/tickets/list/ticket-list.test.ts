import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  compareListPlaces,
  CONVERSATION_SOURCES,
  countKey,
  listPlace,
  matches,
  NO_FILTERS,
  SORTS,
  STATUS_TABS,
  TICKET_STATUSES,
  WHATSAPP_SESSION_MS,
  type AgentId,
  type KnownSource,
  type ListFilters,
  type MerchantId,
  type Priority,
  type Sort,
  type Ticket,
  type TicketId,
  type TicketStatus,
} from '@inbox/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { readCursor } from '../../platform/db/cursor';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { countTickets } from './ticket-counter';
import { listTickets } from './ticket-list';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOW_MANY = 400;
/** More agents than are looked for one by one. */
const STRANGERS = Array.from({ length: 30 }, (_, n) => n + 2);
const TAGS = ['refund', 'delivery', 'exchange'];

let test: TestDatabase;
let shop: MerchantId;
let agents: AgentId[];
let everything: Ticket[];

/** Repeatable: the same tickets in every run. */
function dice(seed: number) {
  let state = seed;
  return <T>(choices: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return choices[(state >>> 8) % choices.length] as T;
  };
}

beforeAll(async () => {
  test = await createTestDatabase();
  const { db } = test;
  shop = await addMerchant(db);
  agents = [await addAgent(db, shop), await addAgent(db, shop)];
  const lines = new Map<KnownSource, TestConversation>();
  const pick = dice(7);
  for (const source of CONVERSATION_SOURCES) lines.set(source, await addConversation(db, shop, source));
  // Many tickets of one conversation that run are no concern of the list.
  await sql`drop index tickets_one_running`.execute(db);
  for (let n = 0; n < HOW_MANY; n += 1) {
    const status = pick<TicketStatus>(TICKET_STATUSES);
    const line = lines.get(pick(CONVERSATION_SOURCES))!;
    const ago = (ms: number) => new Date(NOW.getTime() - ms);
    await addTicket(db, line, {
      status,
      owner_id: status === 'unassigned' || status === 'assigned_to_bot' ? null : pick([...agents, null]),
      priority: pick<Priority>([0, 1, 2, 3]),
      tags: pick([[], ['refund'], ['delivery', 'exchange']]),
      conversation_read: pick([true, false]),
      initiated_by: pick(['customer', 'merchant'] as const),
      // Few different times, so that many tickets tie.
      received_at: ago(pick([0, 1, 2, 3, 4]) * 3_600_000),
      replied_at: pick([null, ago(5_000_000), ago(9_000_000)]),
      session_expiry_at: line.source === 'whatsapp' ? ago(pick([0.5, 0.9, 1, 1.1, 3]) * WHATSAPP_SESSION_MS) : null,
    });
  }
  everything = await allPages(NO_FILTERS, 100);
});

afterAll(() => test.drop());

async function allPages(filters: ListFilters, pageSize: number): Promise<Ticket[]> {
  const found: Ticket[] = [];
  let cursor: string | null = null;
  do {
    const since = cursor === null ? null : readCursor(cursor);
    // The clock goes on between two pages.
    const now = new Date(NOW.getTime() + found.length);
    const page = await listTickets(test.db, shop, { filters, pageSize, since: since ?? null, now });
    expect(page.tickets.length).toBeLessThanOrEqual(pageSize);
    found.push(...page.tickets);
    cursor = page.oldest_timestamp;
  } while (cursor !== 'na');
  return found;
}

const ids = (tickets: readonly Ticket[]) => tickets.map(({ id }) => id);
const sorted = (tickets: readonly Ticket[]) => ids(tickets).sort((a, b) => a - b);
const orNull = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null });

const someOfUs: fc.Arbitrary<readonly number[]> = fc.subarray([0, 1, 2]);
const filtersOfTheClient = fc
  .record({
    ticket_status: orNull(TICKET_STATUSES),
    conversation_source: orNull(CONVERSATION_SOURCES),
    priority_filter: orNull<Priority>([0, 1, 2, 3]),
    unread: orNull([true, false]),
    tag_filter: fc.subarray(TAGS),
    whose: fc.oneof(someOfUs, fc.constant<readonly number[]>([0, ...STRANGERS])),
    sort_by: orNull(SORTS),
  })
  .map(({ whose, ...filters }): ListFilters => {
    const agent_ids = whose.map((n) => agents[n] ?? ((999_990 + n) as AgentId));
    return { ...NO_FILTERS, ...filters, agent_ids };
  });

describe('the list', () => {
  it('shows exactly what the shared rule says, under any filters', async () => {
    await fc.assert(
      fc.asyncProperty(filtersOfTheClient, async (filters) => {
        const expected = everything.filter((ticket) => matches(filters, ticket) === 'yes');
        expect(sorted(await allPages(filters, 100))).toEqual(sorted(expected));
      }),
      { numRuns: 40 },
    );
  });

  it('shows each ticket once and in one order, whatever the size of its pages', async () => {
    const inOnePage = new Map<Sort, TicketId[]>();
    for (const sort_by of SORTS) inOnePage.set(sort_by, ids(await allPages({ ...NO_FILTERS, sort_by }, HOW_MANY)));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SORTS), fc.integer({ min: 7, max: 60 }), async (sort_by, pageSize) => {
        const found = ids(await allPages({ ...NO_FILTERS, sort_by }, pageSize));
        expect(new Set(found).size).toBe(HOW_MANY);
        expect(found).toEqual(inOnePage.get(sort_by));
      }),
      { numRuns: 12 },
    );
  });

  it('stands in the order of the shared rule, under any filters', async () => {
    await fc.assert(
      fc.asyncProperty(filtersOfTheClient, fc.integer({ min: 5, max: 100 }), async (filters, pageSize) => {
        const found = await allPages(filters, pageSize);
        const place = (ticket: Ticket) => listPlace(filters.sort_by, ticket, NOW.getTime());
        expect(ids(found)).toEqual(ids(found.toSorted((a, b) => compareListPlaces(place(a), place(b)))));
      }),
      { numRuns: 40 },
    );
  });

  it('loses none and doubles none when tickets come in while it is paged', async () => {
    const first = await listTickets(test.db, shop, { filters: NO_FILTERS, pageSize: 30, since: null, now: NOW });
    const line = await addConversation(test.db, shop);
    await addTicket(test.db, line, { received_at: NOW });
    const since = readCursor(first.oldest_timestamp) ?? null;
    const second = await listTickets(test.db, shop, { filters: NO_FILTERS, pageSize: 30, since, now: NOW });
    expect(ids([...first.tickets, ...second.tickets])).toEqual(ids(everything).slice(0, 60));
    await test.db.deleteFrom('tickets').where('conversation_id', '=', line.conversationId).execute();
  });

  it('is newest first when nothing else is asked for', () => {
    const times = everything.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('puts the sessions that end soonest first, or those that ended last', async () => {
    const state = ({ session_expiry_at }: Ticket) => {
      if (session_expiry_at === null) return 'none';
      return Date.parse(session_expiry_at) + WHATSAPP_SESSION_MS > NOW.getTime() ? 'running' : 'over';
    };
    const startsOf = (tickets: readonly Ticket[], kind: string) =>
      tickets.filter((ticket) => state(ticket) === kind).map(({ session_expiry_at }) => session_expiry_at!);

    const soon = await allPages({ ...NO_FILTERS, sort_by: 'expiring_soon' }, 50);
    const running = startsOf(everything, 'running');
    expect(soon.slice(0, running.length).map(state)).toEqual(running.map(() => 'running'));
    expect(startsOf(soon, 'running')).toEqual(running.toSorted());

    const expired = await allPages({ ...NO_FILTERS, sort_by: 'expired' }, 50);
    const over = startsOf(everything, 'over');
    expect(expired.slice(0, over.length).map(state)).toEqual(over.map(() => 'over'));
    expect(startsOf(expired, 'over')).toEqual(over.toSorted().reverse());
  });
});

describe('the counts', () => {
  it('are what each tab lists, under any filters', async () => {
    await fc.assert(
      fc.asyncProperty(filtersOfTheClient, async (filters) => {
        const counts = await countTickets(test.db, shop, filters);
        for (const ticket_status of [...STATUS_TABS, 'assigned_to_bot' as const]) {
          for (const conversation_source of [null, 'whatsapp' as const, filters.conversation_source]) {
            const tab = { ...filters, ticket_status, conversation_source };
            const expected = everything.filter((ticket) => matches(tab, ticket) === 'yes').length;
            expect([ticket_status, counts[countKey(ticket_status, conversation_source)]]).toEqual([
              ticket_status,
              expected,
            ]);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('what only the server knows', () => {
  const find = (change: Partial<ListFilters>) => allPages({ ...NO_FILTERS, ...change }, 100);

  it('who began', async () => {
    const [customer, merchant] = [await find({ initiated_by: 'customer' }), await find({ initiated_by: 'merchant' })];
    expect(sorted([...customer, ...merchant])).toEqual(sorted(everything));
    expect(customer.length * merchant.length).toBeGreaterThan(0);
  });

  it('days, by the Indian calendar and with both ends', async () => {
    const shopOfDays = await addMerchant(test.db);
    const line = await addConversation(test.db, shopOfDays, 'email');
    const at = async (time: string) => addTicket(test.db, line, { status: 'closed', received_at: new Date(time) });
    await at('2026-11-09T18:29:59.999Z');
    const inside = [await at('2026-11-09T18:30:00Z'), await at('2026-11-11T18:29:59.999Z')];
    await at('2026-11-11T18:30:00Z');
    const filters = { ...NO_FILTERS, date_filter_start: '2026-11-10', date_filter_end: '2026-11-11' };
    const page = await listTickets(test.db, shopOfDays, { filters, pageSize: 10, since: null, now: NOW });
    expect(sorted(page.tickets)).toEqual(inside);
  });
});
