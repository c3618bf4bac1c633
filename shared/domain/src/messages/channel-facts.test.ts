import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withEdit, withReaction, type TextVersion, type TimedReaction } from './channel-facts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();
const original: TextVersion = { message: 'Order 10', at: at(0) };
const edits = fc.array(
  fc.record({ message: fc.string({ maxLength: 3 }), at: fc.integer({ min: 0, max: 50 }).map(at) }),
  {
    maxLength: 18,
  },
);

const after = (all: readonly TextVersion[]) =>
  all.reduce((versions, edit) => withEdit(versions as [TextVersion, ...TextVersion[]], edit), [original]);

describe('the texts of an edited message', () => {
  it('begin with the original, and end with the newest', () => {
    const versions = after([
      { message: 'Order 101!', at: at(9) },
      { message: 'Order 101', at: at(5) },
    ]);
    expect(versions.map(({ message }) => message)).toEqual(['Order 10', 'Order 101', 'Order 101!']);
  });

  it('are the same in whatever order, and however often, the edits become known', () => {
    fc.assert(
      fc.property(
        edits.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(after([...shuffled, ...all])).toEqual(after(all));
        },
      ),
    );
  });

  it('stay few', () => {
    const many = Array.from({ length: 50 }, (_, second) => ({ message: `${second}`, at: at(second) }));
    const versions = after(many);
    expect(versions).toHaveLength(20);
    expect([versions[0], versions.at(-1)?.message]).toEqual([original, '49']);
  });
});

const reaction = (who: string, emoji: string, second: number): TimedReaction => {
  return { actor: 'customer', who, name: null, emoji, at: at(second) };
};

describe('reactions', () => {
  it.each<[string, TimedReaction[], string[]]>([
    ['one', [reaction('a', '👍', 1)], ['👍']],
    ['changed', [reaction('a', '👍', 1), reaction('a', '❤', 2)], ['❤']],
    ['removed', [reaction('a', '👍', 1), reaction('a', '', 2)], ['']],
    ['removed, told first', [reaction('a', '', 2), reaction('a', '👍', 1)], ['']],
    ['changed within a second, in the order of arrival', [reaction('a', '👍', 1), reaction('a', '❤', 1)], ['❤']],
    ['of two people', [reaction('a', '👍', 1), reaction('b', '👍', 1)], ['👍', '👍']],
    ['of both sides', [reaction('a', '👍', 1), { ...reaction('a', '🙏', 1), actor: 'merchant' }], ['👍', '🙏']],
  ])('%s', (_what, told, emoji) => {
    expect(told.reduce<readonly TimedReaction[]>(withReaction, []).map((one) => one.emoji)).toEqual(emoji);
  });

  it('end in the same state in whatever order they become known', () => {
    const told = fc.uniqueArray(
      fc.record({ who: fc.constantFrom('a', 'b'), emoji: fc.constantFrom('👍', '❤', ''), second: fc.nat(50) }),
      { selector: ({ second }) => second, maxLength: 12 },
    );
    const state = (all: readonly TimedReaction[]) =>
      all.reduce<readonly TimedReaction[]>(withReaction, []).toSorted((x, y) => x.who.localeCompare(y.who));
    fc.assert(
      fc.property(
        told.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const timed = (some: typeof all) => some.map(({ who, emoji, second }) => reaction(who, emoji, second));
          expect(state(timed(shuffled))).toEqual(state(timed(all)));
        },
      ),
    );
  });
});
