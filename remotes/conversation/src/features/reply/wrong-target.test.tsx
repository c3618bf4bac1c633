/** @jest-environment jsdom */
import { never, play } from '../../testing/wrong-target';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { lookedAt } from '../../testing/reply-world';
import { slowFlows } from '../../testing/slow-flows';

beforeEach(() => {
  lookedAt();
});

// One way to leave every third flow; `wrong-target.deep.test.tsx` has all of them, each of their awaits, and any order of answers.
describe('the wrong target', () => {
  it.each(slowFlows.filter((_, nth) => nth % 3 === 0).map((flow) => [flow.name, flow] as const))(
    'gets nothing of %s, which the agent leaves in its second await and comes back to',
    async (_, flow) => {
      await expect(play(localStorage, flow, { ...never, leaveAt: 1, backAt: 3 })).resolves.toBeGreaterThan(0);
    },
  );

  it.each(slowFlows.filter((_, nth) => nth % 8 === 1).map((flow) => [flow.name, flow] as const))(
    'gets nothing of %s when the page dies in its first await and its answers come out of order',
    async (_, flow) => {
      await expect(
        play(localStorage, flow, { ...never, leaveAt: 0, how: 'reload', order: [2, 0, 1] }),
      ).resolves.toBeGreaterThan(0);
    },
  );
});
