import { describe, expect, it } from '@jest/globals';
import { judge, type Facts } from './outcome';

const text = (conversation: number, n: number) => `reply ${conversation} ${String(n).padStart(6, '0')} x`;
const merchant = 1 as Facts['pages'][number]['merchant'];

const whole: Facts = {
  load: { failed: 2, pauseMs: 900, slowestMs: 1_200, replies: [text(7, 0), text(7, 1)], messages: ['a', 'b'] },
  arrived: [text(7, 0), text(8, 4), text(7, 1)],
  unknown: new Set(),
  stored: ['a', 'b'],
  pages: [{ merchant, heard: [4, 5, 9], anew: 0 }],
  events: new Map([[1, [4, 5, 9]]]),
};

describe('what a fault has cost', () => {
  it('is nothing when all is there once, in order', () => {
    const nothing = { lost: 0, twice: 0, outOfOrder: 0, unknown: 0, missed: 0 };
    expect(judge(whole)).toEqual({ ...nothing, failed: 2, pauseMs: 900, slowestMs: 1_200, taken: 4 });
  });

  it.each<[string, Partial<Facts>, object]>([
    ['a reply that nobody has', { arrived: [text(7, 0)] }, { lost: 1 }],
    ['a message that is not stored', { stored: ['a'] }, { lost: 1 }],
    ['a reply that came twice', { arrived: [...whole.arrived, text(8, 4)] }, { twice: 1 }],
    ['a message that is stored twice', { stored: ['a', 'a', 'b'] }, { twice: 1 }],
    ['replies in the wrong order', { arrived: [text(7, 1), text(7, 0)] }, { outOfOrder: 1 }],
    ['an event that a page was not told', { pages: [{ merchant, heard: [4, 9], anew: 0 }] }, { missed: 1 }],
    ['events in the wrong order', { pages: [{ merchant, heard: [4, 9, 5], anew: 0 }] }, { missed: 1 }],
    ['a page that had to load anew', { pages: [{ merchant, heard: [4, 5, 9], anew: 1 }] }, { missed: 1 }],
  ])('counts %s', (_, changed, found) => {
    expect(judge({ ...whole, ...changed })).toMatchObject(found);
  });

  it('does not take for lost what is shown as unknown', () => {
    const outcome = judge({ ...whole, arrived: [text(7, 0)], unknown: new Set([text(7, 1)]) });
    expect(outcome).toMatchObject({ lost: 0, unknown: 1 });
  });
});
