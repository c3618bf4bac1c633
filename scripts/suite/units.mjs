import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { failedFiles, tallyJest, withExitCode } from './tally.mjs';

/** More files than this do not fail by chance: running them again would only delay the news. */
const MOST_AGAIN = 20;

/**
 * Runs jest. Each file that failed is run once more, whole and in a process of its own: a test that is tried again by itself
 * (jest.retryTimes) would go without the beforeAll of its file, and files that share a process can disturb each other.
 * @param {object} options
 * @param {string} options.dir of the reports, which must exist
 * @param {number} options.limit milliseconds after which a run is ended
 * @param {readonly string[]} [options.args] of jest: which tests it runs (all)
 * @returns {Promise<import('./tally.mjs').Tally & { output?: string }>} the output of the runs that decided, where they failed
 */
export async function runUnits({ dir, limit, args = [] }) {
  const report = join(dir, 'jest.json');
  const first = await runJest(report, args, limit);
  const failed = first.code === 0 ? [] : failedFiles(report);
  if (failed.length === 0 || failed.length > MOST_AGAIN) return result(first, tallyJest(report));

  /** @type {string[]} */
  const reports = [];
  /** @type {string[]} */
  const outputs = [];
  for (const [index, file] of failed.entries()) {
    const second = join(dir, `jest-again-${index + 1}.json`);
    const { code, output } = await runJest(second, ['--runInBand', '--runTestsByPath', file], limit);
    reports.push(second);
    if (code !== 0) outputs.push(output);
  }
  return result({ code: outputs.length > 0 ? 1 : 0, output: outputs.join('\n') }, tallyJest(report, ...reports));
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
