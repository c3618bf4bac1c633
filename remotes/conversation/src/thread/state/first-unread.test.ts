import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@inbox/domain';
import { aLog, aMessage, aTicket } from '@inbox/panel/testing';
import { firstUnread, unreadAtOpen } from './first-unread';

const at = (id: number) => new Date(Date.UTC(2026, 10, 20, 4, id)).toISOString();
const customer = (id: number): ContentItem => aMessage({ id, created_at: at(id) });
const own = (id: number): ContentItem => aMessage({ id, created_at: at(id), actor: 'merchant' });
const log = (id: number): ContentItem => aLog({ id, created_at: at(id) });
const unread = (unread_count: number) => aTicket({ conversation_read: false, unread_count });

describe('the first unread message', () => {
  it.each<[string, number, ContentItem[], number | null]>([
    ['is the only one', 1, [customer(1)], 1],
    [
      'is counted from the newest, over what others wrote',
      2,
      [customer(1), customer(2), own(3), log(4), customer(5)],
      2,
    ],
    ['is one at least, as it was marked unread', 0, [customer(1), own(2)], 1],
    ['is further up than what is loaded', 3, [customer(1), customer(2)], null],
  ])('%s', (_what, count, items, id) => {
    expect(firstUnread(unreadAtOpen(unread(count), items), items)?.id ?? null).toBe(id);
  });

  it('is the one that arrived last, though it was sent before what was read', () => {
    const late: ContentItem = aMessage({ id: 9, created_at: at(4) });
    const items = [customer(3), late, customer(5), own(6)];
    expect(firstUnread(unreadAtOpen(unread(1), items), items)?.id).toBe(9);
  });

  it('is none in a ticket that was read', () => {
    expect(unreadAtOpen(aTicket({ conversation_read: true }), [customer(1)])).toBeNull();
  });

  it('stays where it was when more comes, above and below', () => {
    const items = [customer(5), customer(6)];
    const open = unreadAtOpen(unread(2), items);
    expect(firstUnread(open, [customer(3), customer(4), ...items, customer(7), customer(8)])?.id).toBe(5);
  });
});
