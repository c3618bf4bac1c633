import { inspect } from 'node:util';
import { Trouble } from '../lib/trouble.mjs';
import { inWords, tallyOne } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally & { output?: string }} StepRun the output is shown below the step's name */

/**
 * @typedef {object} Place
 * @property {string} dir of reports, which must exist
 * @property {number} limit milliseconds after which a program that runs tests is ended
 */

/**
 * @typedef {object} Step
 * @property {string} name as in `npm test -- NAME`
 * @property {string} what
 * @property {boolean} [quiet] has output only when it fails
 * @property {() => Promise<StepRun>} run
 */

/**
 * Runs each group of steps after the one before, and the steps of a group at the same time. A step that cannot run counts
 * as one failure, and the next ones still run: one run shows all that is wrong.
 * @param {readonly (readonly Step[])[]} groups
 */
export async function runSteps(groups) {
  const done = [];
  for (const group of groups) done.push(...(await Promise.all(group.map(runStep))));
  return done;
}

/** @param {Step} step */
async function runStep({ name, what, quiet, run }) {
  if (!quiet) console.log(`— ${what}`);
  const start = performance.now();
  const { output, ...tally } = await run().catch(
    /** @returns {StepRun} */ (error) => ({
      ...tallyOne(false),
      output: error instanceof Trouble ? error.message : inspect(error),
    }),
  );
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const flaky = tally.flaky.length > 0 ? `, ${tally.flaky.length} of them flaky` : '';
  const line = `${tally.failed > 0 ? '✗' : '✓'} ${what}: ${inWords(tally)}${flaky} (${seconds.toFixed(1)} s)`;
  console.log([...(output ? [output] : []), `${line}\n`].join('\n'));
  return { name, seconds, tally, line };
}
