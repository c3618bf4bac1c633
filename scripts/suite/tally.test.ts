import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { writeResult } from './result.mjs';
import { failedFiles, inWords, nameFlake, sum, tallyJest, tallyOne, tallyPlaywright, withExitCode } from './tally.mjs';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'inbox-tally-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function report(content: unknown, name = 'report.json'): string {
  const file = join(dir, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** A test file as jest reports it: with the status of each test, or with none because it could not be loaded. */
function jestFile(name: string, ...statuses: string[]) {
  const assertionResults = statuses.map((status, index) => ({
    fullName: `test ${index}`,
    status,
    failureMessages: status === 'failed' ? ['\u001b[31mexpected 1\u001b[39m'] : [],
  }));
  const failed = statuses.length === 0 || statuses.includes('failed');
  return {
    name: join(ROOT, name),
    status: failed ? 'failed' : 'passed',
    message: 'Cannot find module',
    assertionResults,
  };
}

describe('the count of jest', () => {
  it('has tests by what became of them, and a file that could not be loaded as a failure', () => {
    const file = report({ testResults: [jestFile('a', 'passed', 'failed', 'pending', 'todo'), jestFile('b')] });
    expect(tallyJest(file)).toMatchObject({ passed: 1, failed: 2, skipped: 2 });
    expect(failedFiles(file)).toEqual([join(ROOT, 'a'), join(ROOT, 'b')]);
  });

  it('counts what passes in a second run as passed, and names it', () => {
    const first = report({
      testResults: [jestFile('a', 'passed'), jestFile('b', 'failed', 'passed'), jestFile('c'), jestFile('d', 'failed')],
    });
    const again = {
      testResults: [jestFile('b', 'passed', 'passed'), jestFile('c', 'passed'), jestFile('d', 'failed')],
    };
    expect(tallyJest(first, report(again, 'again.json'))).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      flaky: [
        { file: 'b', title: 'test 0', error: 'expected 1' },
        { file: 'c', title: '', error: 'Cannot find module' },
      ],
    });
  });
});

describe('a second run of a file', () => {
  it('in which another test fails is a failure', () => {
    const first = report({ testResults: [jestFile('a', 'failed', 'passed')] });
    const again = report({ testResults: [jestFile('a', 'passed', 'failed')] }, 'again.json');
    expect(tallyJest(first, again)).toEqual({ passed: 1, failed: 1, skipped: 0, flaky: [] });
  });

  it('that ran no test of it leaves it failed', () => {
    const first = report({ testResults: [jestFile('a', 'failed')] });
    expect(tallyJest(first, report({ testResults: [] }, 'again.json'))).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('the count of Playwright', () => {
  const config = { rootDir: join(ROOT, 'e2e/journeys') };

  it('has a journey that passed when it was run again as passed, and names it', () => {
    const spec = (title: string, status: string) => ({
      file: 'reply.spec.ts',
      title,
      tests: [{ projectName: 'webkit', status, results: [{ errors: [{ message: 'not seen' }] }] }],
    });
    const group = { title: 'a reply', specs: [spec('arrives once', 'flaky'), spec('is undone', 'unexpected')] };
    const file = report({
      config,
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [],
      suites: [{ title: 'reply.spec.ts', specs: [], suites: [group] }],
    });
    expect(tallyPlaywright(file)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      flaky: [{ file: 'e2e/journeys/reply.spec.ts', title: 'a reply arrives once (webkit)', error: 'not seen' }],
    });
  });

  it('has an error outside of any journey as a failure', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
    expect(tallyPlaywright(report({ config, stats, errors: [{}], suites: [] }))).toMatchObject({
      passed: 3,
      failed: 1,
    });
  });
});

describe('the count of results', () => {
  it('says so when a runner left no report', () => {
    expect(() => tallyJest(join(dir, 'none.json'))).toThrow('without a report');
  });

  it.each([
    [0, 0, 0],
    [1, 0, 1],
    [1, 2, 2],
  ])('with exit code %i and %i failed tests has %i failures', (code, failed, expected) => {
    expect(withExitCode(code, { passed: 5, failed, skipped: 0, flaky: [] }).failed).toBe(expected);
  });

  it('ends in one plain line', () => {
    const total = sum([tallyOne(true), tallyOne(false), { passed: 40, failed: 0, skipped: 0, flaky: [] }]);
    expect(inWords(total)).toBe('41 passed, 1 failed');
    expect(inWords({ ...total, skipped: 3 })).toBe('41 passed, 1 failed, 3 skipped');
  });
});

describe('the result of a run', () => {
  it('has the commit, the steps with their seconds, the counts and what was flaky', () => {
    const flake = { file: 'a.test.ts', title: 'a mail is sent once', error: 'expected 1' };
    const tally = { passed: 7, failed: 0, skipped: 1, flaky: [flake] };
    writeResult(dir, { commit: 'abc', clean: true }, [
      { name: 'format', seconds: 2, tally: tallyOne(true) },
      { name: 'unit', seconds: 300.5, tally },
    ]);
    const read = (name: string): unknown => JSON.parse(readFileSync(join(dir, name), 'utf8'));
    expect(read('result.json')).toEqual({
      commit: 'abc',
      clean: true,
      steps: [
        { name: 'format', seconds: 2, passed: 1, failed: 0, skipped: 0, flaky: [] },
        { name: 'unit', seconds: 300.5, passed: 7, failed: 0, skipped: 1, flaky: [nameFlake(flake)] },
      ],
      passed: 8,
      failed: 0,
      skipped: 1,
      flaky: ['a.test.ts › a mail is sent once'],
    });
    expect(read('flakes.json')).toEqual([flake]);
  });
});
