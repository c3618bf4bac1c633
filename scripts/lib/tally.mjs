import { existsSync, readFileSync } from 'node:fs';
import { Trouble } from './trouble.mjs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * A check that is one thing: a formatter, a linter, a compiler, a build.
 * @param {boolean} good
 * @returns {Tally}
 */
export function tallyOne(good) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
}

/**
 * What jest wrote with --json. A file that could not even be loaded has no tests to count: it counts as one failure.
 * @param {string} file
 * @returns {Tally}
 */
export function tallyJest(file) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = readJson(file);
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * What Playwright's json reporter wrote. A journey that passes only on a second try counts as failed, and so does an
 * error outside of any journey.
 * @param {string} file
 * @returns {Tally}
 */
export function tallyPlaywright(file) {
  const { stats, errors } = readJson(file);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * A runner may fail without a failed test: it crashed at the end, was ended by force, or found nothing to run.
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
  return tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * 'N passed, N failed', with ', N skipped' only where some were.
 * @param {Tally} tally
 */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {string} file
 * @returns {any} the runner's own report
 */
function readJson(file) {
  if (!existsSync(file)) throw new Trouble('It ended without a report of its results.');
  return JSON.parse(readFileSync(file, 'utf8'));
}
