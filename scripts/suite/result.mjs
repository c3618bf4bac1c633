import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../lib/git.mjs';
import { nameFlake, sum } from './tally.mjs';

/**
 * @typedef {object} StepResult
 * @property {string} name
 * @property {number} seconds
 * @property {import('./tally.mjs').Tally} tally
 */

/**
 * The sources that a run is of.
 * @returns {Promise<{ commit: string | null, clean: boolean }>} without git, or outside a checkout: no commit, not clean
 */
export async function readSources() {
  const [head, status] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain')]);
  return { commit: head?.trim() ?? null, clean: status === '' };
}

/**
 * Writes result.json, which says what was run on which commit, and flakes.json, which has each flaky test with the error of
 * its first run.
 * @param {string} dir which must exist
 * @param {{ commit: string | null, clean: boolean }} sources
 * @param {readonly StepResult[]} steps in the order in which they are to stand
 */
export function writeResult(dir, sources, steps) {
  const { flaky, ...counts } = sum(steps.map(({ tally }) => tally));
  const result = {
    ...sources,
    steps: steps.map(({ name, seconds, tally }) => ({ name, seconds, ...tally, flaky: tally.flaky.map(nameFlake) })),
    ...counts,
    flaky: flaky.map(nameFlake),
  };
  writeJson(join(dir, 'result.json'), result);
  writeJson(join(dir, 'flakes.json'), flaky);
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
