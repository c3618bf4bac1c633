import { describe, expect, it } from '@jest/globals';
import { loadReport } from './load-report';

const figures = { name: 'a reply', aSecond: 123.4, p50: 4.26, p99: 31.2 };

describe('the report on load', () => {
  const report = loadReport({
    work: [
      { ...figures, atOnce: 1, serverMs: 2, databaseMs: 1 },
      { ...figures, atOnce: 64, serverMs: 2.5, databaseMs: 1.1 },
    ],
    messageBytes: 3_210,
    events: [{ pages: 10_000, aSecond: 998.6, p50: 12, p99: 180, serverMs: 0.412 }],
    directory: {
      direct: { aSecond: 235.4, p50: 66, p99: 126 },
      led: { aSecond: 220.2, p50: 70, p99: 131 },
      callMs: 0.51,
      sockets: [{ sockets: 2_000, bytes: 12_300, restMs: 1, p50: 20, p99: 30, tellMs: 0.0123, opened: 1, back: 2 }],
    },
    sockets: [
      { sockets: 8_000, bytes: 9_120, restMs: 12, p50: 20, p99: 160, tellMs: 0.0123, opened: 12.34, back: 7.8 },
    ],
  });

  it('shows what each costs at each level', () => {
    expect(report).toMatch(/\| a reply, 64 +\| +123 \| +4\.3 ms \/ 31 ms \| +2\.5 ms \| +1\.1 ms \|/);
  });

  it('shows how the cost of one grows', () => {
    expect(report).toMatch(/\| a reply +\| +1\.20× \|/);
  });

  it('shows what a message takes', () => {
    expect(report).toContain('A message takes 3.2 KB of the database.');
  });

  it('shows what open pages cost', () => {
    expect(report).toMatch(
      /\| 8,000 +\| +9\.1 KB \| +12 ms \| +20 ms \/ 160 ms \| +0\.012 ms \| +12\.3 s \| +7\.8 s \|/,
    );
  });

  it('shows how fast events of many merchants are heard', () => {
    expect(report).toMatch(/\| 10,000 +\| +999 \| +12 ms \/ 180 ms \| +0\.41 ms \|/);
  });

  it('shows what a directory adds', () => {
    expect(report).toMatch(/\| led by a directory +\| +220 \| +70 ms \/ 131 ms \| +0\.5 ms \|/);
    expect(report).toMatch(/\| 2,000 +\| +12\.3 KB \| +0\.012 ms \|/);
  });
});
