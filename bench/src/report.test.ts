import { describe, expect, it } from '@jest/globals';
import { callsReport, editorReport, webReport } from './report';
import type { Sample } from './web/measure-pages';
import type { Goal, PageName, Start } from './web/pages';

const COUNTS = { requests: 8, preflights: 0, calls: 3, paths: [] };

function sample(
  page: PageName,
  goal: Goal,
  shownMs: number,
  codeBytes = 100_000,
  cpuMs = 100,
  start: Start = 'cold',
): Sample {
  const figures = { shownMs, cpuMs, scriptMs: 50, layoutShift: 0, codeBytes, answerBytes: 3_200, ...COUNTS };
  // What the slow load took is time, what the plain one took is CPU; the other figure of each must not be shown.
  return {
    load: { page, goal, start, path: '/' },
    slow: { ...figures, cpuMs: 4_444, scriptMs: 4_444 },
    plain: { ...figures, shownMs: 9_999 },
  };
}

/** The cells of the row that has this in its first cell. */
const rowOf = (report: string, name: string) =>
  report
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, first]) => first === name)
    ?.slice(1, -1);

describe('the report', () => {
  const report = webReport([
    ...[900, 1_300, 1_200].map((time) => sample('federated', 'list', time, 187_000, 211)),
    ...[1_000, 1_000, 1_000].map((time) => sample('bundle', 'list', time, 170_000)),
    ...[300, 390, 410].map((time) => sample('static', 'list', time, 8_000)),
    sample('federated', 'list', 312, 0, 80, 'warm'),
    sample('federated', 'list', 429, 0, 80, 'offline'),
    sample('federated', 'conversation', 1_700),
    sample('bundle', 'conversation', 1_500),
    sample('federated', 'panels', 1_700, 330_000, 545),
    sample('bundle', 'panels', 1_500, 300_000, 500),
  ]);

  it('shows medians and spreads of each page, and nothing where nothing is measured', () => {
    expect(rowOf(report, 'time until then')).toEqual([
      'time until then',
      '1200 ms (900–1300)',
      '1000 ms (1000–1000)',
      '390 ms (300–410)',
    ]);
    expect(rowOf(report, 'code until a conversation shows')).toEqual([
      'code until a conversation shows',
      '100.0 KB',
      '100.0 KB',
      '–',
    ]);
    expect(rowOf(report, 'their answers')).toEqual(['their answers', '3.2 KB', '3.2 KB', '3.2 KB']);
    expect(report).not.toMatch(/9999|4444/);
  });

  it.each([
    ['code', ['187.0 KB', '≤ 170.0 KB ✗']],
    ['requests', ['8', '≤ 14 ✓']],
    ['code beside one bundle', ['1.10×', '≤ 1.20× ✓']],
    ['time beside one bundle', ['1.20×', '≤ 1.15× ✗']],
    ['time beside a static page', ['3.08×', '≤ 2.00× ✗']],
    ['once more beside a static page', ['0.80×', '≤ 1.00× ✓']],
    ['without a network beside a static page', ['1.10×', '≤ 0.80× ✗']],
    ['main-thread CPU', ['211 ms', '≤ 130 ms ✗']],
    ['CPU beside one bundle', ['2.11×', '≤ 1.10× ✗']],
    ['time of a conversation beside one bundle', ['1.13×', '≤ 1.05× ✗']],
    ['CPU of a conversation beside one bundle', ['1.00×', '≤ 1.08× ✓']],
    ['code of all panels beside one bundle', ['1.10×', '≤ 1.20× ✓']],
    ['CPU of all panels beside one bundle', ['1.09×', '≤ 1.10× ✓']],
  ])('says of %s whether the aim was reached', (name, shown) => {
    expect(rowOf(report, name)).toEqual([name, ...shown]);
  });

  it('shows the calls by the number of tickets, and how they grow', () => {
    const calls = callsReport([
      { name: 'list', tickets: 10_000, p50: 2.04, p99: 31 },
      { name: 'list', tickets: 100_000, p50: 3.06, p99: 32 },
    ]);
    expect(rowOf(calls, 'p50 / p99')).toEqual(['p50 / p99', '10,000', '100,000', 'growth']);
    expect(rowOf(calls, 'list')).toEqual(['list', '2.0 ms / 31 ms', '3.1 ms / 32 ms', '1.50×']);
  });
});

it('shows what the rich-text editor takes in each panel', () => {
  const report = editorReport([
    { panel: 'conversation', bytes: 72_900 },
    { panel: 'ticket-list', bytes: 80_100 },
  ]);
  expect(rowOf(report, 'conversation')).toEqual(['conversation', '72.9 KB', '≤ 80.0 KB ✓']);
  expect(rowOf(report, 'ticket-list')).toEqual(['ticket-list', '80.1 KB', '≤ 80.0 KB ✗']);
});
