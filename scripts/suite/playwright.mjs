import { join } from 'node:path';
import { requireChromium } from '../lib/chromium.mjs';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { ensureBrowsers } from './browsers.mjs';
import { tool } from './checks.mjs';
import { tallyPlaywright, withExitCode } from './tally.mjs';

/** Tag of the journeys that every change must pass; the others are followed by the deep suite. */
export const CORE = '@core';

/** @typedef {import('./steps.mjs').Place & { args: readonly string[] }} JourneyRun `args` of Playwright: which journeys */

/**
 * Runs journeys in Chromium.
 * @param {JourneyRun} options
 */
export async function runJourneys(options) {
  const env = { INBOX_CHROMIUM: await requireChromium(ROOT) };
  return runPlaywright(options, { name: 'playwright', config: 'e2e/playwright.config.ts', env });
}

/**
 * Runs the main journeys in Firefox and WebKit, as far as they are on the machine or can be installed.
 * @param {JourneyRun} options
 * @returns {Promise<import('./steps.mjs').StepRun>}
 */
export async function runOtherBrowsers(options) {
  const { browsers, missing } = await ensureBrowsers();
  const output = missing.join('\n');
  if (Object.keys(browsers).length === 0) return { passed: 0, failed: 0, skipped: 1, flaky: [], output };
  const config = 'e2e/browsers/playwright.config.ts';
  const tally = await runPlaywright(options, { name: 'browsers', config, env: { ...browsers } });
  return { ...tally, output };
}

/**
 * @param {JourneyRun} options
 * @param {{ name: string, config: string, env: Record<string, string> }} run the report's name, a path below the root folder,
 *   and what is added to the environment
 */
async function runPlaywright({ dir, limit, args }, { name, config, env }) {
  const file = join(dir, `${name}.json`);
  const { code } = await run(tool('playwright'), ['test', '-c', config, '--reporter=list,json', ...args], {
    cwd: ROOT,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    output: 'show',
    limit,
  });
  return withExitCode(code, tallyPlaywright(file));
}
