import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { failedFiles, tallyJest, withExitCode } from './tally.mjs';

/** More files than this do not fail by chance: running them again would only delay the news. */
const MOST_AGAIN = 20;

/** Test files of the deep suite: drills of processes, large tables, and what is measured against a whole machine. */
const DEEP = String.raw`\.deep\.test\.tsx?$`;

/**
 * @typedef {object} JestOptions
 * @property {string} name of the report
 * @property {readonly string[]} args of jest: which tests it runs
 * @property {boolean} again whether files that failed are run once more
 * @property {Record<string, string>} [env] added to the environment
 */

/** Has jest leave the files of the deep suite out. The folders are those that jest.config.mjs leaves out. */
export const WITHOUT_DEEP = ['/node_modules/', '/dist/', DEEP].map((path) => `--testPathIgnorePatterns=${path}`);

/** Has jest run the files of the deep suite alone. */
export const DEEP_ALONE = [`--testPathPatterns=${DEEP}`];

/**
 * Runs jest. Each file that failed is run once more, whole and in a process of its own: a test that is tried again by itself
 * (jest.retryTimes) would go without the beforeAll of its file, and files that share a process can disturb each other.
 * @param {import('./steps.mjs').Place & JestOptions} options
 * @returns {Promise<import('./steps.mjs').StepRun>} with the output of the runs that decided, where they failed
 */
export async function runJest({ dir, name, args, again, limit, env }) {
  const report = join(dir, `${name}.json`);
  const first = await jest(report, args, { limit, env });
  const failed = first.code === 0 || !again ? [] : failedFiles(report);
  if (failed.length === 0 || failed.length > MOST_AGAIN) return result(first, tallyJest(report));

  /** @type {string[]} */
  const reports = [];
  /** @type {string[]} */
  const outputs = [];
  for (const [index, file] of failed.entries()) {
    const second = join(dir, `${name}-again-${index + 1}.json`);
    const { code, output } = await jest(second, ['--runInBand', '--runTestsByPath', file], { limit, env });
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
 * @param {{ limit: number, env?: Record<string, string> }} options
 */
function jest(report, args, options) {
  // Its workers get Node's options too. Pages come and go by the thousand: with Node's own 16 MB for what is new, collecting
  // it takes nearly twice as much of the processor. Three workers have no core to spare for helping one of them collect.
  const node = ['--max-semi-space-size=128', '--single-threaded-gc', join(ROOT, 'node_modules/jest/bin/jest.js')];
  const output = ['--json', `--outputFile=${report}`, '--silent'];
  return run(process.execPath, [...node, ...output, ...args], { cwd: ROOT, ...options });
}
