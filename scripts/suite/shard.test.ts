import { describe, expect, it } from '@jest/globals';
import { isInPart, jestShare, playwrightShare, readShard } from './shard.mjs';

describe('a part of the deep suite', () => {
  it('is a number of so many', () => {
    expect(readShard('2/3')).toEqual({ number: 2, parts: 3 });
    expect(readShard(undefined)).toBeNull();
  });

  it.each(['', '3', '0/3', '4/3', '1/0', '-1/3', '1/3/5', 'one/two'])('is not %j', (words) => {
    expect(() => readShard(words)).toThrow(`--shard takes a part of so many, as 2/3, not '${words}'.`);
  });

  it.each([1, 2, 3, 4, 7])('of %s has each step that cannot be divided once', (parts) => {
    const steps = [0, 1, 2];
    const all = Array.from({ length: parts }, (_, part) =>
      steps.filter((index) => isInPart(index, { number: part + 1, parts })),
    );
    expect(all.flat().toSorted((one, other) => one - other)).toEqual(steps);
  });

  it('has nothing for its runners to divide where it is the whole', () => {
    expect([isInPart(2, null), jestShare(null), playwrightShare(null)]).toEqual([true, [], []]);
  });

  it('may be empty', () => {
    const shard = { number: 2, parts: 3 };
    expect(jestShare(shard)).toEqual(['--shard=2/3', '--passWithNoTests']);
    expect(playwrightShare(shard)).toEqual(['--shard=2/3', '--pass-with-no-tests']);
  });
});
