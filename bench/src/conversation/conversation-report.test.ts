import { describe, expect, it } from '@jest/globals';
import { conversationReport } from './conversation-report';

const report = conversationReport({
  firstCpuMs: [70, 75, 200],
  againCpuMs: [20, 40, 60],
  calls: [1, 2, 1],
  prefetchedCalls: [0, 0, 1],
  pageCalls: [4, 5, 5],
  clickMs: [50, 60],
  shortMs: [100],
  longMs: [115],
  cpuPerKeyMs: 2,
  keyDelayMs: [3, 60],
  cpuPerEventMs: { short: 4, long: 5 },
  heapGrowth: 0.02,
});

/** The cells of the row that begins so. */
const rowOf = (name: string) =>
  report
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first?.startsWith(name))
    ?.slice(2, -1);

describe('the report on the conversation', () => {
  it.each([
    ['CPU of an opening, the first', ['75 ms', '≤ 80 ms', 'reached']],
    ['CPU of an opening, once more', ['40 ms', '≤ 30 ms', 'NOT reached']],
    ['calls for the thread', ['2', '≤ 2', 'reached']],
    ['calls for it when the pointer', ['1', '≤ 0', 'NOT reached']],
    ['a thread of 10,000', ['1.15×', '≤ 1.20×', 'reached']],
    ['delay of a key', ['60 ms', '≤ 50 ms', 'NOT reached']],
    ['CPU of a new message', ['1.25×', '≤ 1.50×', 'reached']],
    ['heap', ['1.02×', '≤ 1.05×', 'reached']],
  ])('says of "%s": %j', (name, cells) => {
    expect(rowOf(name)).toEqual(cells);
  });
});
