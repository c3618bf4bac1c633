import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ASSUMPTIONS } from './assumptions';
import { measuredCosts, type Costs } from './costs';
import { boundsOfCell, loadOf, merchantSizes, planFor } from './plan';

const costs: Costs = {
  messageIn: { backend: 4, database: 3 },
  reply: { backend: 4, database: 3 },
  list: { backend: 3, database: 2 },
  opened: { backend: 2, database: 1 },
  told: 0.05,
  rest: 0.01,
  pageBytes: 20_000,
  pagesAProcess: 8_000,
  messageBytes: 3_000,
  directory: { call: 0.4, told: 0.01 },
  directoryPageBytes: 10_000,
};
const given = { ...ASSUMPTIONS, onShift: 1, pages: 1, burst: 1 };

describe('the load of a merchant', () => {
  it('is what its agents do in an hour, each for what it costs', () => {
    const some = { ...given, messagesIn: 3_600, replies: 0, listPages: 0, opened: 0 };
    expect(loadOf(1, costs, some)).toEqual({
      backend: (4 + 0.05 + 0.01) / 1_000,
      database: 3 / 1_000,
      pages: 1,
      told: 1,
    });
  });

  it('grows with the square of its agents in what its pages are told alone', () => {
    const [one, ten] = [loadOf(100, costs, given), loadOf(1_000, costs, given)];
    expect(ten.database).toBeCloseTo(one.database * 10);
    expect(ten.backend).toBeGreaterThan(one.backend * 10);
  });
});

describe('a plan', () => {
  const agents = fc.integer({ min: 1, max: 200_000 });

  it('has room for every agent, in cells that are no fuller than they may be', () => {
    fc.assert(
      fc.property(agents, (count) => {
        const { cells, merchants } = planFor(count, costs, ASSUMPTIONS);
        expect(cells.reduce((sum, cell) => sum + cell.agents, 0)).toBe(count);
        expect(cells.reduce((sum, cell) => sum + cell.merchants, 0)).toBe(merchants);
        const largest = Math.max(...cells.map((cell) => cell.largest));
        const bounds = boundsOfCell(1, costs, ASSUMPTIONS).filter(({ what }) => what.startsWith('the database'));
        const room = Math.min(...bounds.map((bound) => bound.agents));
        for (const cell of cells) expect(cell.agents).toBeLessThanOrEqual(room + largest);
      }),
      { numRuns: 30 },
    );
  });

  it('gets dearer with its agents, and never by more than they are', () => {
    const plans = [1_000, 30_000, 1_000_000].map((count) => planFor(count, costs, ASSUMPTIONS));
    const each = plans.map(({ money, agents: count }) => money / count);
    expect(each[1]).toBeLessThan(each[0] ?? 0);
    expect(each[2]).toBeLessThan((each[1] ?? 0) * 1.2);
  });

  it('has a directory, and one to spare, where there are several cells', () => {
    expect(planFor(1_000, costs, ASSUMPTIONS).directoryMachines).toBe(0);
    expect(planFor(200_000, costs, ASSUMPTIONS).directoryMachines).toBeGreaterThanOrEqual(2);
  });

  it('has merchants of all sizes', () => {
    const sizes = merchantSizes(30_000, ASSUMPTIONS);
    expect(sizes[0]).toBeGreaterThan(1_000);
    expect(Math.max(...sizes)).toBe(sizes[0]);
    expect(sizes.filter((size) => size <= 3).length).toBeGreaterThan(sizes.length / 3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(30_000);
  });

  it('says what one cell reaches first', () => {
    const [first, ...more] = boundsOfCell(100, costs, ASSUMPTIONS);
    for (const bound of more) expect(bound.agents).toBeGreaterThanOrEqual(first?.agents ?? Infinity);
  });

  it('is made of what was measured', () => {
    expect(planFor(1_000, measuredCosts(), ASSUMPTIONS).cells).toHaveLength(1);
  });
});
