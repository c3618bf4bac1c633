import { describe, expect, it } from '@jest/globals';
import { UnfinishedError, workThrough } from './work-through';

const left = (count: number) => `${count} are left`;

describe('work through a list', () => {
  it.each<[string, readonly boolean[], string | null, number]>([
    ['that goes well is done', [true, true, true], null, 3],
    ['goes on after a failure', [true, false, true, false, true], '2 are left: 2 failed', 5],
    [
      'stops after three failures in a row, and counts the rest',
      [true, false, false, false, true, true],
      '5 are left: 2 failed',
      4,
    ],
    ['of nothing is done', [], null, 0],
  ])('%s', async (_what, results, message, tries) => {
    const tried: number[] = [];
    const work = async (item: number) => {
      tried.push(item);
      if (results[item - 1] !== true) throw new Error(`${item} failed`);
    };
    const done = workThrough(
      results.map((_, index) => index + 1),
      work,
      left,
      3,
    );
    if (message === null) await done;
    else await expect(done).rejects.toThrow(new UnfinishedError([], message));
    expect(tried).toHaveLength(tries);
  });
});
