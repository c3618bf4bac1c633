import { describe, expect, it } from '@jest/globals';
import { compareContent, END_OF_LIST, type ContentItem, type LiveFacts } from '@inbox/domain';
import fc from 'fast-check';
import { aMessage, aTicket } from '@inbox/panel/testing';
import {
  hasOlder,
  openThread,
  visibleItems,
  withFacts,
  withNewestPage,
  withOlderPage,
  type ThreadPage,
} from './thread-state';

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 4, n)).toISOString();
const at = (id: number, rev = 1, conversation_id = 148207): ContentItem =>
  aMessage({ id, rev, conversation_id, created_at: minute(id), message: `m${id} r${rev}` });
const facts = (...items: ContentItem[]): LiveFacts => ({ tickets: [], items });

/** The newest `size` items as the server would answer them, or those before the marker. */
function pageOf(thread: readonly ContentItem[], size: number, before = Infinity): ThreadPage {
  const older = [...thread].sort(compareContent).filter((item) => item.id < before);
  const content = older.slice(-size);
  const first = content[0];
  const more = older.length > size && first !== undefined;
  return { ticket: aTicket(), siblings: [], content, oldest_timestamp: more ? String(first.id) : END_OF_LIST };
}

describe('the state of a thread', () => {
  it('shows the newest page, oldest first', () => {
    const thread = openThread(pageOf([at(3), at(1), at(2)], 2));
    expect(visibleItems(thread).map((item) => item.id)).toEqual([2, 3]);
    expect(hasOlder(thread)).toBe(true);
  });

  it('puts older pages before it until there are none', () => {
    const all = [at(1), at(2), at(3)];
    const thread = withOlderPage(openThread(pageOf(all, 2)), pageOf(all, 2, 2), '2');
    expect(visibleItems(thread)).toEqual(all);
    expect(hasOlder(thread)).toBe(false);
  });

  it('ignores facts of another conversation and of another ticket', () => {
    const thread = openThread(pageOf([at(1)], 25));
    expect(withFacts(thread, facts(at(2, 1, 5)))).toBe(thread);
    expect(withFacts(thread, { tickets: [aTicket({ id: 5, rev: 9 })], items: [] })).toBe(thread);
  });

  it('drops what it has of a ticket that was erased, but for what agents did', () => {
    const log: ContentItem = {
      ...aMessage({ id: 3, created_at: minute(3) }),
      content_type: 'log',
      event: 'closed',
      comment: 'Closed',
    };
    const other = aMessage({ id: 4, ticket_id: 7, created_at: minute(4) });
    const thread = openThread(pageOf([at(1), at(2), log, other], 25));
    const { ticket } = thread;
    const erased = withFacts(thread, {
      tickets: [{ ...ticket, rev: ticket.rev + 1, erased_at: minute(5) }],
      items: [],
    });
    expect(visibleItems(erased)).toEqual([log, other]);
  });

  it('keeps the newer state of the ticket whatever comes last', () => {
    const thread = withFacts(openThread(pageOf([], 25)), {
      tickets: [aTicket({ rev: 4, status: 'closed' })],
      items: [],
    });
    expect(withFacts(thread, { tickets: [aTicket({ rev: 3 })], items: [] }).ticket.status).toBe('closed');
  });

  it('holds a fact about an item above the loaded pages until its page comes', () => {
    const all = [at(1), at(2), at(3), at(4)];
    const told = withFacts(openThread(pageOf(all, 2)), facts(at(1, 7)));
    expect(visibleItems(told).map((item) => item.id)).toEqual([3, 4]);
    const whole = withOlderPage(told, pageOf(all, 2, 3), '3');
    expect(visibleItems(whole)[0]).toMatchObject({ id: 1, rev: 7 });
  });

  it('knows the tickets of the conversation, also those that it begins later', () => {
    const [first] = [{ id: aTicket().id, created_at: minute(0), first_item_id: at(1).id }];
    const page = { ...pageOf([at(1)], 25), siblings: first ? [first] : [] };
    const next = aTicket({ id: 50_000, conversation_id: 148207 });
    const other = aTicket({ id: 50_001, conversation_id: 5 });
    const item = aMessage({ id: 9, ticket_id: 50_000, conversation_id: 148207 });
    const told = withFacts(openThread(page), { tickets: [next, other], items: [item] });
    expect([...told.tickets.values()].map((one) => [one.id, one.first_item_id])).toEqual([
      [48207, 1],
      [50_000, 9],
    ]);
  });

  it('keeps the order when a fact moves an item in time', () => {
    const thread = openThread(pageOf([at(1), at(2), at(3)], 25));
    const moved = { ...at(1, 2), created_at: minute(9) };
    expect(visibleItems(withFacts(thread, facts(moved))).map((item) => item.id)).toEqual([2, 3, 1]);
  });

  it.each([5, 100])('orders %d items by the time of the channel, then by sequence', (count) => {
    const order = fc.shuffledSubarray(
      Array.from({ length: count }, (_, n) => ({ ...at(n + 1), created_at: minute(Math.floor(n / 3)) })),
      { minLength: count },
    );
    fc.assert(
      fc.property(order, (items) => {
        const shown = visibleItems(withFacts(openThread(pageOf([], 25)), facts(...items)));
        expect(shown).toEqual([...items].sort(compareContent));
      }),
      { numRuns: 30 },
    );
  });

  it('leaves no hole when a reload finds more missed messages than a page holds', () => {
    const before = openThread(pageOf([at(1), at(2)], 2));
    const after = withNewestPage(
      before,
      pageOf(
        [1, 2, 3, 4, 5, 6].map((id) => at(id)),
        2,
      ),
    );
    expect(visibleItems(after).map((item) => item.id)).toEqual([5, 6]);
    expect(hasOlder(after)).toBe(true);
  });

  it('ends where a fresh load would, in whatever order facts come, twice or late', () => {
    const history = fc.array(fc.record({ id: fc.integer({ min: 1, max: 12 }), rev: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        history,
        fc.nat(30),
        fc.integer({ min: 1, max: 6 }),
        fc.infiniteStream(fc.nat(1000)),
        (changes, loadedAt, size, order) => {
          const events = changes.map(({ id, rev }) => at(id, rev));
          const stateAfter = (count: number) => {
            const best = new Map<number, ContentItem>();
            for (const item of events.slice(0, count))
              if (item.rev >= (best.get(item.id)?.rev ?? 0)) best.set(item.id, item);
            return [...best.values()];
          };
          const loaded = Math.min(loadedAt, events.length);
          let thread = openThread(pageOf(stateAfter(loaded), size));
          const shuffled = [...events.slice(loaded), ...events].map((item) => ({ item, key: order.next().value }));
          shuffled.sort((a, b) => a.key - b.key);
          for (const { item } of shuffled) thread = withFacts(thread, facts(item));
          while (hasOlder(thread)) {
            const marker = thread.older;
            thread = withOlderPage(thread, pageOf(stateAfter(loaded), size, Number(marker)), marker);
          }
          expect(visibleItems(thread)).toEqual(visibleItems(openThread(pageOf(stateAfter(events.length), 100))));
        },
      ),
    );
  });
});
