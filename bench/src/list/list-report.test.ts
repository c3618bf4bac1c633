import { describe, expect, it } from '@jest/globals';
import { listReport } from './list-report';
import type { EventFigures, RowFigures } from './measure-list';

const task = (cpu: number) => ({ wall: 400, cpu });
const rows: RowFigures = {
  rows: 10_000,
  domNodes: 436,
  heapBytesPerTicket: 2_100,
  scrolling: { frames: [16, 16, 400, 16], tasks: [task(5), task(31)] },
  slow: { frames: Array.from({ length: 50 }, () => 16), tasks: [task(33), task(40), task(32)] },
};
const events = (count: number, cpuMs: number): EventFigures => ({
  rows: count,
  how: 'scrolling',
  cpuMs,
  tasks: [task(12)],
});

const report = listReport({ rows: [rows], events: [events(25, 0.2), events(10_000, 0.3)], heapGrowth: 1.04 });
const rowOf = (name: string) =>
  report
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === name)
    ?.slice(2, -1);

describe('the list’s report', () => {
  it.each([
    ['10,000 rows: DOM nodes', '436', '≤ 1500 ✓'],
    ['10,000 rows: heap a ticket', '2.1 KB', '≤ 2.0 KB ✗'],
    ['10,000 rows: longest task while scrolling', '31 ms', '≤ 32 ms ✓'],
    ['10,000 rows: frames with a longer one, 4 times slower', '4.0 %', '≤ 5.0 % ✓'],
    ['10,000 rows: frames that came after 32 ms', '25.0 %', ''],
    ['10,000 rows, scrolling: CPU of an event', '0.300 ms', '≤ 0.500 ms ✓'],
    ['10,000 rows, scrolling: longest task', '12 ms', '≤ 50 ms ✓'],
    ['an event in 10,000 rows beside 25, scrolling', '1.50×', '≤ 1.20× ✗'],
    ['heap after an hour of events, beside before', '1.04×', '≤ 1.05× ✓'],
  ])('says of %s what was measured and whether the aim is reached', (name, measured, aim) => {
    expect(rowOf(name)).toEqual([measured, aim]);
  });
});
