/** @jest-environment jsdom */
import { never, play } from '../testing/wrong-target';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lookedAt } from '../testing/reply-world';
import { slowFlows } from '../testing/slow-flows';

beforeEach(() => {
  lookedAt();
});

describe('the wrong target', () => {
  it.each(slowFlows.map((flow) => [flow.name, flow] as const))(
    'gets nothing of %s, whichever of its awaits the agent leaves in',
    async (_, flow) => {
      const awaits = await play(localStorage, flow, never);
      for (let leaveAt = 0; leaveAt <= awaits; leaveAt++) {
        await expect(play(localStorage, flow, { ...never, leaveAt })).resolves.toBeGreaterThanOrEqual(leaveAt);
      }
    },
  );

  it.each(slowFlows.map((flow) => [flow.name, flow] as const))(
    'gets nothing of %s, which the agent leaves in its second await and comes back to',
    async (_, flow) => {
      await expect(play(localStorage, flow, { ...never, leaveAt: 1, backAt: 3 })).resolves.toBeGreaterThan(0);
    },
  );

  it.each(slowFlows.map((flow) => [flow.name, flow] as const))(
    'gets nothing of %s when the page dies in its first await and its answers come out of order',
    async (_, flow) => {
      await expect(
        play(localStorage, flow, { ...never, leaveAt: 0, how: 'reload', order: [2, 0, 1] }),
      ).resolves.toBeGreaterThan(0);
    },
  );

  it('gets nothing in any order of answers, with coming back or a reload in between', async () => {
    const plan = fc.record({
      flow: fc.constantFrom(...slowFlows),
      leaveAt: fc.nat(9),
      how: fc.constantFrom('switch', 'reload'),
      backAfter: fc.option(fc.integer({ min: 1, max: 9 })),
      order: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ flow, leaveAt, how, backAfter, order }) => {
        await play(localStorage, flow, { leaveAt, how, backAt: backAfter && leaveAt + backAfter, order });
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
