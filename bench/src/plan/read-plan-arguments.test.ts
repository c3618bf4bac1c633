import { describe, expect, it } from '@jest/globals';
import { ArgumentError } from '../arguments';
import { readPlanArguments } from './read-plan-arguments';

describe('what is planned for', () => {
  it('is told in numbers, and what is assumed by name', () => {
    expect(readPlanArguments('1000,30000', ['onShift=0.5', 'pages=2'])).toEqual({
      agents: [1_000, 30_000],
      changed: { onShift: 0.5, pages: 2 },
    });
  });

  it.each<[string, string[], string]>([
    ['many', [], '--agents'],
    ['0', [], '--agents'],
    ['1000', ['shift=1'], "not 'shift'"],
    ['1000', ['onShift=none'], 'onShift= takes a number above 0'],
    ['1000', ['power=1'], 'power= takes a number above 1'],
    ['1000', ['onShift'], 'onShift= takes a number above 0'],
  ])('%s with %j is refused in words', (agents, assumed, message) => {
    const read = () => readPlanArguments(agents, assumed);
    expect(read).toThrow(ArgumentError);
    expect(read).toThrow(message);
  });
});
