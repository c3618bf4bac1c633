import { describe, expect, it } from '@jest/globals';
import { aLog, aMessage } from '@inbox/panel/testing';
import { areTooMany, beginningOf, newestThatFill, placeOf } from './newest-rows';
import type { ThreadEntry } from '../state/thread-entries';

const message = (id: number): ThreadEntry => ({ kind: 'item', key: `${id}`, item: aMessage({ id }), again: null });
/** Of a window. */
const HEIGHT = 870;
const day: ThreadEntry = { kind: 'day', key: 'day 1', day: 'Today' };
const unread: ThreadEntry = { kind: 'unread', key: 'unread' };
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => message(from + at));

describe('the newest rows of a thread', () => {
  it.each<[string, ThreadEntry[], string | null]>([
    ['with no rows', [], null],
    ['with a few', [day, ...many(1, 4)], '1'],
    ['with more than fill a screen', [day, ...many(1, 101)], '88'],
    ['with a divider where they would begin', [...many(1, 50), day, unread, ...many(50, 62)], '50'],
  ])('begin, %s, with a message of the last screen', (_, rows, key) => {
    expect(beginningOf(rows, HEIGHT)).toBe(key);
  });

  it.each([
    [1440, 'bubbles', 24],
    [900, 'bubbles', 14],
    [900, 'lines', 32],
    [200, 'bubbles', 1],
  ])('fill the place of a thread in a window %i pixels high: %s', (height, what, count) => {
    expect(newestThatFill(many(1, 101), () => what === 'lines', height)).toHaveLength(count);
  });

  it('are more where logs stand among them, which are lower', () => {
    const logs = Array.from({ length: 10 }, (_, at): ThreadEntry => {
      return { kind: 'item', key: `log ${at}`, item: aLog({ id: 200 + at }), again: null };
    });
    expect(beginningOf([...many(1, 101), ...logs], HEIGHT)).toBe('92');
  });

  it('stay the same rows when older ones come above and newer ones below', () => {
    const opened = [day, ...many(100, 103)];
    const beginning = beginningOf(opened, HEIGHT);
    expect(placeOf(opened, beginning)).toBe(0);
    expect(placeOf([day, ...many(50, 105)], beginning)).toBe(51);
  });

  it('keep the dividers that stand above their first message', () => {
    expect(placeOf([message(1), day, unread, message(2), message(3)], '2')).toBe(1);
  });

  it('are nowhere when their first message is gone', () => {
    expect(placeOf(many(1, 5), '7')).toBe(-1);
    expect(placeOf([], null)).toBe(-1);
  });

  it('are too many from eighty-one on', () => {
    expect([areTooMany(many(1, 101), 20), areTooMany(many(1, 101), 19)]).toEqual([false, true]);
  });
});
