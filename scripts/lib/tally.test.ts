import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inWords, sum, tallyJest, tallyOne, tallyPlaywright, withExitCode } from './tally.mjs';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-tally-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = join(dir, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('the count of results', () => {
  it('counts a test file that could not be loaded as a failure', () => {
    const file = report({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      numRuntimeErrorTestSuites: 1,
    });
    expect(tallyJest(file)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('counts a journey that passed on a second try only as a failure', () => {
    const file = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] });
    expect(tallyPlaywright(file)).toEqual({ passed: 3, failed: 3, skipped: 0 });
  });

  it('says so when a runner left no report', () => {
    expect(() => tallyJest(join(dir, 'none.json'))).toThrow('without a report');
  });

  it.each([
    [0, 0, 0],
    [1, 0, 1],
    [1, 2, 2],
  ])('with exit code %i and %i failed tests has %i failures', (code, failed, expected) => {
    expect(withExitCode(code, { passed: 5, failed, skipped: 0 }).failed).toBe(expected);
  });

  it('ends in one plain line', () => {
    const total = sum([tallyOne(true), tallyOne(false), { passed: 40, failed: 0, skipped: 0 }]);
    expect(inWords(total)).toBe('41 passed, 1 failed');
    expect(inWords({ ...total, skipped: 3 })).toBe('41 passed, 1 failed, 3 skipped');
  });
});
