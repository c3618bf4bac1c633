import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import jestConfig from '../../jest.config.mjs';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { BUILD, tool } from './checks.mjs';
import { DEEP_ALONE, runJest } from './jest.mjs';
import { CORE, runJourneys, runOtherBrowsers } from './playwright.mjs';
import { ensurePrograms } from './programs.mjs';
import { checkAlerts } from './promtool.mjs';
import { isInPart, jestShare, playwrightShare } from './shard.mjs';
import { tallyOne } from './tally.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** Milliseconds for a drill that never ends. Beside other drills one takes several times as long as alone. */
const DRILL_MS = 600_000;

/** For how long each parser is given random inputs. */
const FUZZ_SECONDS = 3;

/**
 * The steps of `npm run test:deep`: drills of processes, fresh random inputs, all other journeys and browsers, and whether
 * what measures still runs. Nothing is run again: a test that fails by chance has a cause.
 * @param {import('./steps.mjs').Place} place
 * @param {import('./shard.mjs').Shard | null} shard the part of its tests that is run; null for all
 * @returns {readonly (readonly Step[])[]}
 */
export function deep(place, shard) {
  const seed = randomInt(2 ** 31);
  const env = { INBOX_TEST_SEED: String(seed) };
  /** @type {(index: number, step: Step) => readonly Step[]} */
  const whole = (index, step) => (isInPart(index, shard) ? [step] : []);
  return [
    [{ name: 'programs', what: 'system programs that drills run against', run: ensurePrograms }],
    [BUILD],
    // Drills wait for processes a fifth of their time, which the steps beside them use.
    [
      {
        name: 'drills',
        what: `drills (jest, INBOX_TEST_SEED=${seed})`,
        quiet: true,
        run: () => {
          const args = [...DEEP_ALONE, `--testTimeout=${DRILL_MS}`, ...jestShare(shard)];
          return runJest({ ...place, name: 'drills', args, again: false, env });
        },
      },
      {
        name: 'properties',
        what: `properties with fresh inputs (jest, INBOX_TEST_SEED=${seed})`,
        quiet: true,
        run: () => {
          const args = ['--runTestsByPath', ...propertyFiles(), ...jestShare(shard)];
          return runJest({ ...place, name: 'properties', args, again: false, env });
        },
      },
      ...whole(0, {
        name: 'fuzz',
        what: `parsers with random inputs (seed ${seed})`,
        quiet: true,
        run: () => fuzz(seed),
      }),
    ],
    [
      ...whole(1, { name: 'alerts', what: 'alert rules (promtool)', quiet: true, run: () => checkAlerts(ROOT) }),
      ...whole(2, { name: 'bench', what: 'each part of the bench, once', quiet: true, run: bench }),
      {
        name: 'browsers',
        what: 'main journeys in Firefox and WebKit',
        run: () => runOtherBrowsers({ ...place, args: ['--retries=0', ...playwrightShare(shard)] }),
      },
    ],
    [
      {
        name: 'journeys',
        what: 'journeys beside the core (playwright)',
        run: () => runJourneys({ ...place, args: ['--grep-invert', CORE, '--retries=0', ...playwrightShare(shard)] }),
      },
    ],
  ];
}

/** Test files with properties, which fast-check tries on random inputs. Drills are left out: they have a step of their own. */
function propertyFiles() {
  const folders = (jestConfig.roots ?? []).map((folder) => folder.replace('<rootDir>', ROOT));
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /\.test\.tsx?$/.test(name) && !/\.deep\.test\.tsx?$/.test(name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.includes('node_modules') && readFileSync(file, 'utf8').includes("from 'fast-check'"))
    .map((file) => relative(ROOT, file));
}

/** @param {number} seed */
async function fuzz(seed) {
  const args = ['fuzz/src/cli.ts', '--seconds', String(FUZZ_SECONDS), '--seed', String(seed)];
  const { code, output } = await run(tool('tsx'), args, { cwd: ROOT });
  return { ...tallyOne(code === 0), ...(code !== 0 && { output }) };
}

/** A part that cannot measure is named with why; each has a bound of its own. */
async function bench() {
  const { code, output } = await run(tool('tsx'), ['bench/src/cli.ts', '--quick'], { cwd: ROOT });
  return { ...tallyOne(code === 0), ...(code !== 0 && { output }) };
}
