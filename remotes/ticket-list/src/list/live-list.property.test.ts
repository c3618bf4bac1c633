import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Api, TicketListAnswer } from '@inbox/api';
import {
  LIVE_EVENTS,
  NO_FILTERS,
  SORTS,
  TICKET_STATUSES,
  type ListFilters,
  type LiveEventType,
  type Ticket,
  type TicketCounts,
  type TicketId,
} from '@inbox/domain';
import fc from 'fast-check';
import { ModelServer, type Told } from '../testing/model-server';
import {
  AT_FIRST,
  EFFECTS,
  made,
  ME,
  NAMES,
  OTHER,
  pick,
  SOURCES,
  START,
  TICKETS,
  written,
} from '../testing/model-tickets';
import { defaultFilters } from '../filters/filter-rules';
import { COUNT_EVERY_MS, createCountsStore } from '../tabs/counts-store';
import { ASK_EVERY_MS, createListStore } from './store/list-store';

interface Asked {
  /** Answers as things stand now; what is handed over later is as old as that. */
  serve(): void;
  arrive(): void;
  /** A count that fails leaves the last one standing, so counts are not made to. */
  fail(): void;
}

/** The list and its counts before a server and a line on which anything may be late, come twice, or out of order. */
function world() {
  const server = new ModelServer(AT_FIRST);
  const asked: Asked[] = [];
  const line: Told[] = [];
  const answers: Ticket[][] = [];
  let countSignals: (() => void)[] = [];

  function ask<T>(read: () => T, { fails }: { fails: boolean }): Promise<T> {
    return new Promise((resolve, reject) => {
      let served: { answer: T } | null = null;
      const leave = () => asked.splice(asked.indexOf(entry), 1);
      const entry: Asked = {
        serve: () => (served ??= { answer: read() }),
        arrive() {
          leave();
          resolve((served ?? { answer: read() }).answer);
        },
        fail() {
          if (!fails) return;
          leave();
          reject(new Error('no answer'));
        },
      };
      asked.push(entry);
    });
  }
  const api: Pick<Api, 'ticketList' | 'ticketCounter'> = {
    ticketList: ({ body: { filters, page_size, fetch_since } }) =>
      ask<TicketListAnswer>(() => server.page(filters, page_size, fetch_since, Date.now()), { fails: true }),
    ticketCounter: ({ body: { filters } }) => ask<TicketCounts>(() => server.counts(filters), { fails: false }),
  };
  const first = defaultFilters(ME);
  const counts = createCountsStore({ api, me: ME, filters: first });
  const list = createListStore({ api, filters: first, onCountsStale: counts.ask });
  let wasLoading = true;
  // As the panel does it: counts are asked for when rows stand.
  list.subscribe(() => {
    const { phase, filters } = list.get();
    if (phase.kind === 'ready' && wasLoading) counts.count(filters);
    wasLoading = phase.kind !== 'ready';
  });
  list.load();

  function happen(type: LiveEventType, tickets: readonly Ticket[]): Told {
    const told = server.happen(type, tickets);
    const own = server.countsOf(({ owner_id }) => owner_id === ME);
    const unowned = server.countsOf(({ owner_id }) => owner_id === null);
    countSignals.push(() => {
      counts.apply('own', own);
      counts.apply('unowned', unowned);
    });
    line.push(told);
    return told;
  }

  return {
    server,
    list,
    counts,
    asked,
    line,
    answers,
    happen,
    /** Signals keep their order, as they come over one line. */
    tellCounts() {
      for (const tell of countSignals) tell();
      countSignals = [];
    },
  };
}
type World = ReturnType<typeof world>;
type Step = (world: World) => void;

const number = fc.nat({ max: 9_999 });
/** Some have much happen to them. */
const anId = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: TICKETS }));

const events: fc.Arbitrary<Step> = fc
  .record({
    type: fc.constantFrom(...LIVE_EVENTS),
    by: number,
    which: fc.array(anId, { minLength: 1, maxLength: 3 }),
  })
  .map(({ type, by, which }) => ({ server, happen }) => {
    const known = new Map(server.tickets.map((ticket) => [ticket.id, ticket]));
    const tickets = [...new Set(which)].map((id) => known.get(id as TicketId)!);
    happen(
      type,
      tickets.map((ticket) => ({ ...ticket, ...EFFECTS[type](ticket, by) })),
    );
  });

const newTickets: fc.Arbitrary<Step> = number.map((by) => ({ server, happen }) => {
  const fresh = made(server.tickets.length + 1, START);
  happen('conversations.new_message', [{ ...fresh, ...written(fresh), status: pick(TICKET_STATUSES, by) }]);
});

/** The agent does something: the answer to the call and the live channel tell of it, in whatever order. */
const ownActions: fc.Arbitrary<Step> = fc
  .record({ id: anId, by: number })
  .map(({ id, by }) => ({ server, happen, answers }) => {
    const ticket = server.tickets.find((one) => one.id === id)!;
    const { facts } = happen('tickets.status_updated', [
      { ...ticket, owner_id: ME, status: pick(TICKET_STATUSES, by) },
    ]);
    answers.push(facts.map((fact) => fact.ticket));
  });

/** Something arrives: any event, perhaps not for the last time; the answer to an own call. */
const deliveries: fc.Arbitrary<Step> = fc
  .record({ by: number, again: fc.boolean(), many: fc.integer({ min: 1, max: 4 }) })
  .map(({ by, again, many }) => ({ list, line, answers, tellCounts }) => {
    for (let count = 0; count < many && line.length > 0; count += 1) {
      const index = (by * (count + 1)) % line.length;
      list.apply(line[index]!.facts);
      if (!again) line.splice(index, 1);
    }
    if (by % 3 === 0) tellCounts();
    if (by % 2 === 0) for (const tickets of answers.splice(0, 1)) tellAnswer(list, tickets);
  });

const tellAnswer = (list: World['list'], tickets: readonly Ticket[]) =>
  list.apply(tickets.map((ticket) => ({ ticket, seq: null })));

const requests: fc.Arbitrary<Step> = fc
  .record({ by: number, what: fc.constantFrom('serve', 'arrive', 'arrive', 'arrive', 'fail') })
  .map(({ by, what }) => ({ asked }) => {
    if (asked.length > 0) pick(asked, by)[what]();
  });

const dates = fc.option(fc.constantFrom('2026-11-18', '2026-11-20'), { nil: null });
const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 1 });
const filters: fc.Arbitrary<ListFilters> = fc.oneof(
  fc.constant(defaultFilters(ME)),
  fc.record({
    date_filter_start: fc.constant(null),
    date_filter_end: fc.oneof(fc.constant(null), fc.constant(null), dates),
    initiated_by: fc.oneof(fc.constant(null), fc.constant('merchant' as const)),
    priority_filter: fc.oneof(fc.constant(null), fc.constantFrom(0 as const, 1 as const)),
    unread: option(fc.boolean()),
    ticket_status: option(fc.constantFrom(...TICKET_STATUSES)),
    tag_filter: fc.subarray(['refund', 'delivery'], { maxLength: 1 }),
    agent_ids: fc.subarray([ME, OTHER], { maxLength: 1 }),
    sort_by: option(fc.constantFrom(...SORTS)),
    search: fc.oneof(fc.constant(null), fc.constant(null), fc.constantFrom(...NAMES)),
    conversation_source: option(fc.constantFrom(...SOURCES)),
  }),
  fc.record({ sort_by: fc.constantFrom(...SORTS) }).map((sort) => ({ ...NO_FILTERS, ...sort })),
);

const works: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>(({ list }) => list.loadMore()) },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(({ list, counts }) => {
      counts.ask();
      list.reload().catch(() => undefined);
    }),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (held): Step =>
        ({ list }) =>
          list.hold(held),
    ),
  },
  {
    weight: 1,
    arbitrary: filters.map(
      (next): Step =>
        ({ list }) =>
          list.setFilters(next),
    ),
  },
);

const steps = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 6, arbitrary: events },
      { weight: 1, arbitrary: newTickets },
      { weight: 1, arbitrary: ownActions },
      { weight: 6, arbitrary: deliveries },
      { weight: 6, arbitrary: requests },
      { weight: 2, arbitrary: works },
    ),
    pause: fc.constantFrom(0, 0, 60, 300, ASK_EVERY_MS),
  }),
  { minLength: 1, maxLength: 80, size: 'max' },
);

/** Everything that is under way arrives, and whoever asks is answered, until nobody asks any more. */
async function settle({ list, line, answers, asked, tellCounts }: World): Promise<void> {
  list.hold(false);
  for (const { facts } of line.splice(0)) list.apply(facts);
  for (const tickets of answers.splice(0)) tellAnswer(list, tickets);
  tellCounts();
  do {
    for (const request of [...asked]) request.arrive();
    await jest.advanceTimersByTimeAsync(ASK_EVERY_MS + COUNT_EVERY_MS);
    if (list.get().phase.kind === 'failed') list.load();
  } while (asked.length > 0);
}

beforeEach(() => void jest.useFakeTimers({ now: START }));
afterEach(() => void jest.useRealTimers());

describe('whatever comes late, twice or out of order, from whomever', () => {
  it('the list ends as a fresh load of it, and so do its counts', async () => {
    await fc.assert(
      fc.asyncProperty(filters, steps, async (wanted, story) => {
        jest.setSystemTime(START);
        const all = world();
        const { list, counts, server } = all;
        try {
          list.setFilters(wanted);
          for (const { step, pause } of story) {
            step(all);
            await jest.advanceTimersByTimeAsync(pause);
          }
          await settle(all);

          const view = list.get();
          const truth = server.listed(view.filters, Date.now());
          expect(view.rows).toEqual(truth.slice(0, view.rows.length));
          expect(counts.current.get()).toEqual(server.counts({ ...view.filters, ...NO_TABS }));
          while (!list.get().atEnd) {
            list.loadMore();
            await settle(all);
          }
          expect(list.get()).toMatchObject({ rows: truth, updates: 0 });
        } finally {
          list.dispose();
          counts.dispose();
          jest.clearAllTimers();
        }
      }),
      { numRuns: 100 },
    );
  });
});

const NO_TABS = { ticket_status: null, conversation_source: null, search: null, sort_by: null };
