import { describe, expect, it } from '@jest/globals';
import {
  agentIdSchema,
  CONVERSATION_SOURCES,
  DEFAULT_TICKET_STATUS,
  NO_FILTERS,
  SORTS,
  TICKET_STATUSES,
  type ListFilters,
} from '@inbox/domain';
import fc from 'fast-check';
import { decodeFilters, encodeFilters, filterQuery } from './filter-address';

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const writing = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((text) => text.length <= 200);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc
  .tuple(orNull(day), orNull(day))
  .map(([a, b]) => (a !== null && b !== null && b < a ? [b, a] : [a, b]) satisfies (string | null)[]);

const anyFilters: fc.Arbitrary<ListFilters> = fc
  .record({
    days,
    initiated_by: orNull(oneOf(['customer', 'merchant'] as const)),
    priority_filter: orNull(oneOf([0, 1, 2, 3] as const)),
    unread: orNull(fc.boolean()),
    ticket_status: orNull(oneOf(TICKET_STATUSES)),
    tag_filter: fc.uniqueArray(writing, { maxLength: 4 }),
    agent_ids: fc.uniqueArray(
      fc.integer({ min: 1 }).map((id) => agentIdSchema.parse(id)),
      { maxLength: 4 },
    ),
    sort_by: orNull(oneOf(SORTS)),
    search: orNull(writing),
    conversation_source: orNull(oneOf(CONVERSATION_SOURCES)),
  })
  .map(({ days: [start = null, end = null], ...filters }) => ({
    ...filters,
    date_filter_start: start,
    date_filter_end: end,
  }));

describe('filters in the address', () => {
  it('come back as they went in', () => {
    fc.assert(fc.property(anyFilters, (filters) => expect(decodeFilters(encodeFilters(filters))).toEqual(filters)));
  });

  it('are read whatever else stands there, without a throw', () => {
    fc.assert(
      fc.property(fc.dictionary(oneOf(['status', 'agents', 'from', 'tag', 'x']), fc.string()), (query) => {
        const once = filterQuery(`?${new URLSearchParams(query).toString()}`);
        expect(filterQuery(once)).toBe(once);
      }),
    );
  });

  it('can be read by a person', () => {
    const filters: ListFilters = {
      ...NO_FILTERS,
      ticket_status: 'open',
      priority_filter: 1,
      unread: true,
      agent_ids: [1, 4].map((id) => agentIdSchema.parse(id)),
      tag_filter: ['second order'],
      date_filter_start: '2026-11-01',
    };
    expect(encodeFilters(filters)).toBe(
      'status=open&agents=1%2C4&from=2026-11-01&priority=high&read=unread&tag=second+order',
    );
  });

  it.each(['', '?panel=conversation@http://localhost:3003', '?priority=urgent', '?from=yesterday', '?agents=-1,x'])(
    'are none in %p',
    (search) => {
      expect(decodeFilters(search)).toBeNull();
      expect(filterQuery(search)).toBe('');
    },
  );

  it('are those that fit, where others do not', () => {
    expect(decodeFilters('?status=lost&priority=high&sort=size&agents=4,4,zero')).toEqual({
      ...NO_FILTERS,
      ticket_status: DEFAULT_TICKET_STATUS,
      priority_filter: 1,
      agent_ids: [4],
    });
  });

  it('know All from a status that is left out', () => {
    expect(decodeFilters('?status=all')).toEqual(NO_FILTERS);
    expect(decodeFilters('?channel=email')?.ticket_status).toBe(DEFAULT_TICKET_STATUS);
  });

  it('drop an end that lies before the beginning', () => {
    const filters = decodeFilters('?status=open&from=2026-11-10&to=2026-11-09');
    expect(filters).toMatchObject({ date_filter_start: '2026-11-10', date_filter_end: null });
  });
});
