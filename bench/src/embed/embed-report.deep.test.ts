import { expect, it } from '@jest/globals';
import { embedReport } from './embed-report';
import type { EmbeddedPanel, EmbedRound } from './measure-embed';

function round(panels: EmbeddedPanel[], codeBytes: number, more: Partial<EmbedRound['slow']> = {}): EmbedRound {
  const figures = {
    codeBytes,
    requests: 10,
    preflights: 2,
    calls: 2,
    answerBytes: 0,
    paths: [],
    shownMs: 900,
    cpuMs: 80,
  };
  const slow = { ...figures, scriptMs: 1, layoutShift: 0, ...more };
  return { panels, slow, quiet: { ...slow, codeBytes: codeBytes + 2_000 } };
}

it('shows code and requests without the page’s own, a second panel by what it adds, and time beside the empty page', () => {
  const alone = (['quick-replies', 'customer-panel', 'conversation', 'ticket-list'] as const).map((name, at) =>
    round([name], 101_000 + at * 20_000, { layoutShift: at === 1 ? 0.25 : 0 }),
  );
  const pairs = [
    round(['customer-panel', 'quick-replies'], 130_000),
    round(['quick-replies', 'customer-panel'], 150_000),
    round(['customer-panel', 'conversation'], 160_000),
    round(['customer-panel', 'ticket-list'], 170_000),
  ];
  const report = embedReport([round([], 1_000, { shownMs: 300 }), ...alone, ...pairs]);
  const cells = (start: string) =>
    report
      .split('\n')
      .find((line) => line.startsWith(`| ${start}`))
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.trim());
  expect(cells('code until its content')).toEqual([
    '100.0 KB, ≤ 110 ✓',
    '120.0 KB, ≤ 110 ✗',
    '140.0 KB, ≤ 170 ✓',
    '160.0 KB',
  ]);
  expect(cells('code until it is quiet')?.[0]).toBe('102.0 KB');
  expect(cells('more, as the second panel')).toEqual([
    '9.0 KB, ≤ 30 ✓',
    '49.0 KB, ≤ 30 ✗',
    '39.0 KB, ≤ 30 ✗',
    '49.0 KB, ≤ 30 ✗',
  ]);
  expect(cells('requests until its content')?.[0]).toBe('7, ≤ 6 ✗');
  expect(cells('that to the page without it')?.[0]).toBe('3.00×');
  expect(cells('layout shift')?.slice(0, 2)).toEqual(['0.000 ✓', '0.250 ✗']);
});
