import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { failedFiles, tallyJest, withExitCode } from './tally.mjs';

/** More files than this do not fail by chance: running them again would only delay the news. */
const MOST_AGAIN = 20;

/**
 * Runs jest. The files that failed are run once more, one after the other and whole: a test that is tried again by itself
 * (jest.retryTimes) would go without the beforeAll of its file.
 * @param {object} options
 * @param {string} options.dir of the reports, which must exist
 * @param {number} options.limit milliseconds after which a run is ended
 * @param {readonly string[]} [options.args] of jest: which tests it runs (all)
 * @returns {Promise<import('./tally.mjs').Tally & { output?: string }>} the output of the last run, where it failed
 */
export async function runUnits({ dir, limit, args = [] }) {
  const report = join(dir, 'jest.json');
  const first = await runJest(report, args, limit);
  const failed = first.code === 0 ? [] : failedFiles(report);
  if (failed.length === 0 || failed.length > MOST_AGAIN) return result(first, tallyJest(report));

  const second = join(dir, 'jest-again.json');
  const again = await runJest(second, ['--runInBand', '--runTestsByPath', ...failed], limit);
  return result(again, tallyJest(report, second));
}

/**
 * @param {{ code: number, output: string }} run
 * @param {import('./tally.mjs').Tally} tally
 */
function result({ code, output }, tally) {
  return { ...withExitCode(code, tally), ...(code !== 0 && { output }) };
}

/**
 * @param {string} report path of the report that it writes
 * @param {readonly string[]} args
 * @param {number} limit milliseconds
 */
function runJest(report, args, limit) {
  // Its workers get Node's options too. Pages come and go by the thousand: with Node's own 16 MB for what is new, collecting
  // it takes nearly twice as much of the processor. Three workers have no core to spare for helping one of them collect.
  const node = ['--max-semi-space-size=128', '--single-threaded-gc', join(ROOT, 'node_modules/jest/bin/jest.js')];
  return run(process.execPath, [...node, '--json', `--outputFile=${report}`, '--silent', ...args], {
    cwd: ROOT,
    limit,
  });
}
