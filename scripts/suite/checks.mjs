import { join } from 'node:path';
import { buildChanged } from '../lib/build.mjs';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { tallyOne } from './tally.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').StepRun} StepRun */

/** The programs write to us, not to the terminal: they cannot know whether it shows colours, and some take CI for a yes. */
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined };

/** @param {string} name of a program that an installed package brings */
export const tool = (name) => join(ROOT, 'node_modules/.bin', name);

/** @type {Step} */
export const LAYERS = {
  name: 'layers',
  what: 'layers and cycles (dependency-cruiser)',
  quiet: true,
  run: () => check(['depcruise', '.']),
};

/** @type {Step} */
export const TYPES = {
  name: 'types',
  what: 'types (tsc)',
  quiet: true,
  run: () => check(['tsc', '-p', 'tsconfig.json'], ['tsc', '-p', 'tsconfig.domain.json']),
};

/** @type {Step} */
export const BUILD = {
  name: 'build',
  what: 'build of every package that changed',
  run: async () => {
    await buildChanged(ROOT);
    return tallyOne(true);
  },
};

/**
 * @param {readonly string[]} [files] below the root folder (all)
 * @returns {Step}
 */
export const format = (files = ['.']) => ({
  name: 'format',
  what: 'format (oxfmt)',
  quiet: true,
  run: () => check(['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files]),
});

/**
 * @param {readonly string[]} [files] below the root folder (all)
 * @returns {Step}
 */
export const lint = (files = []) => ({
  name: 'lint',
  what: 'lint (oxlint)',
  quiet: true,
  run: () => check(['oxlint', '--no-error-on-unmatched-pattern', ...files]),
});

/**
 * Runs programs that check the sources, at the same time.
 * @param {...[program: string, ...args: string[]]} commands
 * @returns {Promise<StepRun>}
 */
async function check(...commands) {
  const runs = await Promise.all(
    commands.map(([program, ...args]) => run(tool(program), args, { cwd: ROOT, env: COLOURS })),
  );
  const failed = runs.filter(({ code }) => code !== 0);
  return { ...tallyOne(failed.length === 0), output: failed.map(({ output }) => output.trim()).join('\n') };
}
