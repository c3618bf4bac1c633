import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../lib/paths.mjs';
import { Trouble } from '../lib/trouble.mjs';

/**
 * A test that failed, and passed when it was run again.
 * @typedef {object} Flake
 * @property {string} file below the root folder
 * @property {string} title with those of the groups around it; empty for a file that could not be loaded
 * @property {string} error why it failed the first time
 */

/**
 * @typedef {object} Tally
 * @property {number} passed flaky tests among them
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly Flake[]} flaky
 */

/**
 * A test file, as jest reports it.
 * @typedef {object} JestFile
 * @property {string} name absolute path
 * @property {'passed' | 'failed' | 'focused' | 'skipped'} status 'focused' where some of its tests were skipped
 * @property {string} message why it failed
 * @property {readonly JestTest[]} assertionResults
 */

/**
 * @typedef {object} JestTest
 * @property {string} fullName
 * @property {'passed' | 'failed' | 'pending' | 'skipped' | 'todo' | 'disabled'} status
 * @property {readonly string[]} failureMessages
 */

/** @typedef {import('@playwright/test/reporter').JSONReport} PlaywrightReport */
/** @typedef {import('@playwright/test/reporter').JSONReportSuite} PlaywrightSuite */

/**
 * Counts a check that is one thing: a formatter, a linter, a compiler, a build.
 * @param {boolean} good
 * @returns {Tally}
 */
export function tallyOne(good) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, flaky: [] };
}

/**
 * Paths of the test files that failed in a report that jest wrote with --json.
 * @param {string} report path
 * @returns {readonly string[]}
 */
export function failedFiles(report) {
  return jestFiles(report)
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}

/**
 * Counts the tests of a report that jest wrote with --json. A file that could not be loaded has no tests to count: it
 * counts as one failure.
 * @param {string} report path
 * @param {...string} again paths of the reports on second runs of files that failed; they take the place of the first
 * @returns {Tally}
 */
export function tallyJest(report, ...again) {
  const seconds = new Map(again.flatMap(jestFiles).map((file) => [file.name, file]));
  return sum(
    jestFiles(report).map((file) => {
      const last = seconds.get(file.name) ?? file;
      return { ...countTests(last), flaky: last.status === 'failed' ? [] : failures(file) };
    }),
  );
}

/**
 * Counts the tests of a report that Playwright's json reporter wrote. An error outside of any test counts as one failure.
 * @param {string} report path
 * @returns {Tally}
 */
export function tallyPlaywright(report) {
  const { stats, errors, suites, config } = /** @type {PlaywrightReport} */ (readJson(report));
  const { expected, unexpected, flaky, skipped } = stats;
  const dir = relative(ROOT, config.rootDir);
  return {
    passed: expected + flaky,
    failed: unexpected + errors.length,
    skipped,
    flaky: suites.flatMap((suite) => flakySpecs(dir, suite, [])),
  };
}

/**
 * Counts one failure for a runner that failed without a failed test: it crashed at the end, was ended by force, or found
 * nothing to run.
 * @param {number} code
 * @param {Tally} tally
 * @returns {Tally}
 */
export function withExitCode(code, tally) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
    flaky: tallies.flatMap(({ flaky }) => flaky),
  };
}

/**
 * 'N passed, N failed', with ', N skipped' only where some were.
 * @param {Pick<Tally, 'passed' | 'failed' | 'skipped'>} tally
 */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {Flake} flake
 */
export function nameFlake({ file, title }) {
  return title ? `${file} › ${title}` : file;
}

/**
 * @param {string} report path
 */
const jestFiles = (report) => /** @type {{ testResults: readonly JestFile[] }} */ (readJson(report)).testResults;

/** @param {JestFile} file */
function countTests({ status, assertionResults }) {
  const of = (/** @type {JestTest['status'][]} */ ...wanted) =>
    assertionResults.filter((test) => wanted.includes(test.status)).length;
  const failed = of('failed');
  return {
    passed: of('passed'),
    failed: status === 'failed' ? Math.max(failed, 1) : failed,
    skipped: of('pending', 'skipped', 'todo', 'disabled'),
  };
}

/**
 * @param {JestFile} file
 * @returns {readonly Flake[]} its tests that failed, or the file itself where none did
 */
function failures({ name, status, message, assertionResults }) {
  if (status !== 'failed') return [];
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [{ file, title: '', error: plain(message) }];
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    title: fullName,
    error: plain(failureMessages.join('\n')),
  }));
}

/**
 * @param {string} dir of the test files, below the root folder
 * @param {PlaywrightSuite} suite
 * @param {readonly string[]} groups titles of the groups that the suite is of
 * @returns {readonly Flake[]}
 */
function flakySpecs(dir, { specs, suites = [] }, groups) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results: [first] }) => ({
        file: join(dir, file),
        title: [...groups, title, projectName && `(${projectName})`].filter(Boolean).join(' '),
        error: plain((first?.errors ?? []).map(({ message }) => message).join('\n')),
      })),
  );
  return [...own, ...suites.flatMap((inner) => flakySpecs(dir, inner, [...groups, inner.title]))];
}

/**
 * An error's text without the colours of a terminal, and not longer than a page.
 * @param {string} text
 */
const plain = (text) => stripVTControlCharacters(text).slice(0, 4_000);

/**
 * @param {string} file
 * @returns {unknown} the runner's own report
 */
function readJson(file) {
  if (!existsSync(file)) throw new Trouble('It ended without a report of its results.');
  return JSON.parse(readFileSync(file, 'utf8'));
}
