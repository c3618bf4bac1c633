import { describe, expect, it } from '@jest/globals';
import { aMessage } from '@inbox/panel/testing';
import type { ContentItem } from '@inbox/domain';
import { outboxSchema } from '@inbox/domain/conversation';

import fc from 'fast-check';
import { messageEntries, withDividers } from './thread-entries';
import { createThreadRows } from './thread-rows';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const hour = (n: number) => new Date(Date.UTC(2026, 10, 1, n)).toISOString();

const outboxOf = (ids: readonly number[]) =>
  outboxSchema.parse(
    ids.map((n) => ({
      temp_id: uuid(n),
      ticket_id: 1,
      conversation_id: 101,
      conversation_source: 'whatsapp',
      message: `send ${n}`,
      created_at: hour(900),
      after_rev: 0,
      refused: null,
    })),
  );

/** The same object for the same state, as the thread has them. */
const states = new Map<string, ContentItem>();
function item(id: number, rev: number): ContentItem {
  const key = `${id} ${rev}`;
  const made =
    states.get(key) ?? aMessage({ id, rev, temp_id: id % 3 === 0 ? uuid(id) : null, created_at: hour(id * 5) });
  states.set(key, made);
  return made;
}

const step = fc.record({
  items: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), rev: fc.integer({ min: 1, max: 2 }) }), {
    selector: ({ id }) => id,
  }),
  sends: fc.uniqueArray(fc.integer({ min: 1, max: 10 }).map((n) => n * 3)),
  unread: fc.boolean(),
});

describe('the rows of a thread as it changes', () => {
  it('are those that would be made from its items at once', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const rowsOf = createThreadRows();
        for (const { items, sends, unread } of steps) {
          const ordered = items.map(({ id, rev }) => item(id, rev)).sort((a, b) => a.id - b.id);
          const first = unread ? (ordered.at(-2) ?? null) : null;
          const outbox = outboxOf(sends);
          expect(rowsOf(ordered, outbox, first)).toEqual(withDividers(messageEntries(ordered, outbox), first));
        }
      }),
    );
  });

  it('stay the same objects above what is new', () => {
    const rowsOf = createThreadRows();
    const before = rowsOf([item(1, 1), item(2, 1)], [], null);
    const after = rowsOf([item(1, 1), item(2, 1), item(4, 1)], [], null);
    before.forEach((row, at) => expect(after[at]).toBe(row));
    expect(after).toHaveLength(before.length + 1);
  });
});
