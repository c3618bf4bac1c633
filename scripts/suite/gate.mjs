import { BUILD, format, LAYERS, lint, TYPES } from './checks.mjs';
import { runJest, WITHOUT_DEEP } from './jest.mjs';
import { CORE, runJourneys } from './playwright.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').Place} Place */

/**
 * The steps of `npm test`: what every change must pass.
 * @param {Place} place
 * @returns {readonly (readonly Step[])[]}
 */
export const gate = (place) => [[format(), lint(), LAYERS, TYPES], [BUILD], [units(place)], [journeys(place)]];

/**
 * The steps of `npm test -- affected`: what a change can have broken.
 * @param {Place} place
 * @param {{ base: string, files: readonly string[] }} change the commit before it, and the files that differ from then
 * @returns {readonly (readonly Step[])[]}
 */
export function affected(place, { base, files }) {
  const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file));
  return [
    // Without files both programs would read all of them.
    [...(files.length > 0 ? [format(files)] : []), ...(sources.length > 0 ? [lint(sources)] : []), LAYERS, TYPES],
    [BUILD],
    [units(place, [`--changedSince=${base}`, '--passWithNoTests'])],
    [journeys(place, [`--only-changed=${base}`, '--pass-with-no-tests'])],
  ];
}

/**
 * @param {Place} place
 * @param {readonly string[]} [args] of jest: which of the tests (all)
 * @returns {Step}
 */
const units = (place, args = []) => ({
  name: 'unit',
  what: 'unit and contract tests (jest)',
  quiet: true,
  run: () => runJest({ ...place, name: 'jest', args: [...WITHOUT_DEEP, ...args], again: true }),
});

/**
 * @param {Place} place
 * @param {readonly string[]} [args] of Playwright: which of the journeys (all)
 * @returns {Step}
 */
const journeys = (place, args = []) => ({
  name: 'e2e',
  what: 'core journeys in a browser (playwright)',
  run: () => runJourneys({ ...place, args: ['--grep', CORE, ...args] }),
});
