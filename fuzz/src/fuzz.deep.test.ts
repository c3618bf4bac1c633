import { describe, expect, it } from '@jest/globals';
import { fuzz } from './fuzz';

describe('a run', () => {
  it('tries inputs on a target', async () => {
    const { tried, findings } = await fuzz('phone', { seconds: 1, seed: 1 });
    expect(tried).toBeGreaterThan(0);
    expect(findings).toEqual([]);
  });

  it('of a target that there is not says so', async () => {
    await expect(fuzz('none', { seconds: 1, seed: 1 })).rejects.toThrow("There is no target 'none'.");
  });
});
