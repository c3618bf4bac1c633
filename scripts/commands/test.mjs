import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ensureBrowsers } from '../lib/browsers.mjs';
import { buildChanged } from '../lib/build.mjs';
import { requireChromium } from '../lib/chromium.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { endWithNpm } from '../lib/parent.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endChildrenWithUs, run } from '../lib/run.mjs';
import { runCommand, Trouble } from '../lib/trouble.mjs';
import { checkAlerts } from '../suite/promtool.mjs';
import { readSources, writeResult } from '../suite/result.mjs';
import { inWords, nameFlake, sum, tallyOne, tallyPlaywright, withExitCode } from '../suite/tally.mjs';
import { runUnits } from '../suite/units.mjs';

/** @typedef {import('../suite/tally.mjs').Tally & { output?: string }} Result the output is shown below the step's name */

/**
 * @typedef {object} Step
 * @property {string} name as in `npm test -- NAME`
 * @property {string} what
 * @property {'sources' | 'build' | 'units' | 'journeys'} phase
 * @property {boolean} [quiet] has output only when it fails
 * @property {() => Promise<Result>} run
 */

const results = join(ROOT, '.cache/test');
/** Tests that hang must end too, with a failure: milliseconds. A step has the time of a machine with other work to do. */
const LIMIT = 60 * 60_000;

/**
 * Runs programs of ours that check the sources, at the same time.
 * @param {...[program: string, ...args: string[]]} commands
 * @returns {Promise<Result>}
 */
async function check(...commands) {
  const runs = await Promise.all(
    commands.map(([program, ...args]) => run(tool(program), args, { cwd: ROOT, env: COLOURS })),
  );
  const failed = runs.filter(({ code }) => code !== 0);
  return { ...tallyOne(failed.length === 0), output: failed.map(({ output }) => output.trim()).join('\n') };
}

/** The programs write to us, not to the terminal: they cannot know whether it shows colours, and some take CI for a yes. */
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined };

/** @param {string} name */
const tool = (name) => join(ROOT, 'node_modules/.bin', name);

/** @type {Step[]} */
const STEPS = [
  {
    name: 'format',
    what: 'format (prettier)',
    phase: 'sources',
    quiet: true,
    run: () => check(['prettier', '--check', '--log-level=warn', '--cache', '--cache-location=.cache/prettier', '.']),
  },
  { name: 'lint', what: 'lint (oxlint)', phase: 'sources', quiet: true, run: () => check(['oxlint']) },
  {
    name: 'layers',
    what: 'layers and cycles (dependency-cruiser)',
    phase: 'sources',
    quiet: true,
    run: () => check(['depcruise', '.']),
  },
  {
    name: 'types',
    what: 'types (tsc)',
    phase: 'sources',
    quiet: true,
    run: () => check(['tsc', '-p', 'tsconfig.json'], ['tsc', '-p', 'tsconfig.domain.json']),
  },
  { name: 'alerts', what: 'alert rules (promtool)', phase: 'sources', quiet: true, run: () => checkAlerts(ROOT) },
  {
    name: 'build',
    what: 'build of every package that changed',
    phase: 'build',
    run: async () => {
      await buildChanged(ROOT);
      return tallyOne(true);
    },
  },
  {
    name: 'unit',
    what: 'unit and contract tests (jest)',
    phase: 'units',
    quiet: true,
    run: () => runUnits({ dir: results, limit: LIMIT }),
  },
  {
    name: 'e2e',
    what: 'journeys in a browser (playwright)',
    phase: 'journeys',
    run: async () => {
      const file = join(results, 'playwright.json');
      const { code } = await run(
        tool('playwright'),
        ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
        {
          cwd: ROOT,
          env: { INBOX_CHROMIUM: await requireChromium(ROOT), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          output: 'show',
          limit: LIMIT,
        },
      );
      return withExitCode(code, tallyPlaywright(file));
    },
  },
  {
    name: 'browsers',
    what: 'main journeys in Firefox and WebKit',
    phase: 'journeys',
    run: async () => {
      const { browsers, missing } = await ensureBrowsers();
      const output = missing.join('\n');
      if (Object.keys(browsers).length === 0) return { passed: 0, failed: 0, skipped: 1, flaky: [], output };
      const file = join(results, 'browsers.json');
      const { code } = await run(
        tool('playwright'),
        ['test', '-c', 'e2e/browsers/playwright.config.ts', '--reporter=list,json'],
        { cwd: ROOT, env: { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: file }, output: 'show', limit: LIMIT },
      );
      return { ...withExitCode(code, tallyPlaywright(file)), output };
    },
  },
];

await runCommand(async () => {
  endWithNpm();
  endChildrenWithUs();
  const steps = chosen(process.argv.slice(2));
  const sources = await readSources();
  await ensureInstalled(ROOT);
  // Results of an earlier run must never be counted for this one.
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  console.log(`Running:\n${steps.map(({ what }) => `  ${what}`).join('\n')}\n`);

  const of = (/** @type {Step['phase']} */ wanted) => steps.filter(({ phase }) => phase === wanted);
  const done = await Promise.all(of('sources').map(carryOut));
  // Each by itself keeps both cores of a small machine busy; at once they take as long, and wait for each other.
  for (const phase of /** @type {const} */ (['build', 'units', 'journeys'])) done.push(...(await inTurn(of(phase))));
  writeResult(results, sources, done);
  console.log(['', ...done.map(({ line }) => line), ''].join('\n'));
  const total = sum(done.map(({ tally }) => tally));
  if (total.flaky.length > 0) console.log('Failed at first, passed when run again:');
  for (const flake of total.flaky) console.log(`  ${nameFlake(flake)}`);
  console.log(inWords(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * The steps that were asked for, or all.
 * @param {readonly string[]} names
 */
function chosen(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Trouble(`No step ${unknown.join(', ')}: there are ${STEPS.map(({ name }) => name).join(', ')}.`);
  }
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name));
}

/** @param {readonly Step[]} steps */
async function inTurn(steps) {
  const done = [];
  for (const step of steps) done.push(await carryOut(step));
  return done;
}

/**
 * A step that cannot run counts as one failure, and the next ones still run: one run shows all that is wrong.
 * @param {Step} step
 */
async function carryOut({ name, what, quiet, run: begin }) {
  if (!quiet) console.log(`— ${what}`);
  const start = performance.now();
  const { output, ...tally } = await begin().catch(
    /** @returns {Result} */ (error) => ({
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
