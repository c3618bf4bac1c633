import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aMessage } from '@inbox/panel/testing';
import type { Outgoing } from '@inbox/domain';
import { outboxSchema } from '@inbox/domain/conversation';

import { messageEntries, withDividers } from './thread-entries';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function outgoing(n: number, after_rev = 0): Outgoing {
  const [entry] = outboxSchema.parse([
    {
      temp_id: uuid(n),
      ticket_id: 48207,
      conversation_id: 148207,
      conversation_source: 'whatsapp',
      message: `send ${n}`,
      created_at: '2026-11-20T05:00:00.000Z',
      after_rev,
      refused: null,
    },
  ]);
  if (!entry) throw new Error('the schema dropped the entry');
  return entry;
}

describe('the rows of a thread', () => {
  it('shows a send once, before and after the server tells of it', () => {
    const before = messageEntries([], [outgoing(1)]);
    const both = messageEntries([aMessage({ id: 9, temp_id: uuid(1) })], [outgoing(1)]);
    expect(before.map((entry) => entry.kind)).toEqual(['pending']);
    expect(both.map((entry) => entry.kind)).toEqual(['item']);
    expect(both[0]?.key).toBe(before[0]?.key);
  });

  it('says that a failed message is being sent again until a later state of it comes', () => {
    const failed = aMessage({ id: 9, rev: 3, temp_id: uuid(1), send_status: 'not_sent' });
    const requeued = aMessage({ id: 9, rev: 4, temp_id: uuid(1), send_status: 'sending' });
    expect(messageEntries([failed], [outgoing(1, 3)])[0]).toMatchObject({ again: { after_rev: 3 } });
    expect(messageEntries([requeued], [outgoing(1, 3)])[0]).toMatchObject({ again: null });
  });

  it('never shows one message twice nor loses one', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(ids, ids, (told, sent) => {
        const items = told.map((n) => aMessage({ id: n, temp_id: uuid(n) }));
        const keys = messageEntries(
          items,
          sent.map((n) => outgoing(n)),
        ).map((entry) => entry.key);
        expect([...keys].sort()).toEqual([...new Set([...told, ...sent].map(uuid))].sort());
      }),
    );
  });

  it('begins each day with a divider', () => {
    const days = ['2026-11-18T08:00:00.000Z', '2026-11-18T09:00:00.000Z', '2026-11-20T08:00:00.000Z'];
    const items = days.map((created_at, index) => aMessage({ id: index + 1, created_at }));
    expect(withDividers(messageEntries(items, []), null).map((row) => row.kind)).toEqual([
      'day',
      'item',
      'item',
      'day',
      'item',
    ]);
  });

  it('begins what was unread with a divider, below that of its day', () => {
    const items = [1, 2].map((id) => aMessage({ id }));
    const rows = withDividers(messageEntries(items, []), items[1] ?? null);
    expect(rows.map((row) => row.kind)).toEqual(['day', 'item', 'unread', 'item']);
  });

  it('keeps the entry of an item that has not changed, so that its row rests', () => {
    const item = aMessage();
    expect(messageEntries([item], [])[0]).toBe(messageEntries([item], [])[0]);
  });
});
