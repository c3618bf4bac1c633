import { expect, it } from '@jest/globals';
import { idleReport } from './idle-report';

it('shows medians of the rounds beside their aims', () => {
  const rest = (cpuMs: number, timers = 0) => ({ cpuMs, scriptMs: cpuMs / 4, timers, animations: 0 });
  const report = idleReport({
    list: [rest(2), rest(4), rest(40)],
    conversation: [rest(12, 10), rest(24, 12)],
    empty: [rest(0.2)],
  });
  expect(report.split('\n').slice(2)).toEqual([
    expect.stringMatching(/^\| the list +\| +4\.0 ms \| +1\.0 ms \| +0 \| +0 \| +≤ 5 ms ✓ \|$/),
    expect.stringMatching(/^\| a conversation +\| +18 ms \| +4\.5 ms \| +11 \| +0 \| +≤ 15 ms ✗ \|$/),
    expect.stringMatching(/^\| an empty page +\| +0\.2 ms \|/),
  ]);
});
