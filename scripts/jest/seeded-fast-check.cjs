/**
 * fast-check with the seed of the run: the same inputs in each run of `npm test`, so that a change alone decides whether it
 * passes. As they are the same each time, it tries a quarter of them. The deep suite tries all, with a new INBOX_TEST_SEED
 * each time. No property names a seed of its own: a failure says which one it had, and `INBOX_TEST_SEED=… npx jest FILE` has
 * it again.
 */

// By its path, as its name leads here, and a path alone would lead to its ES modules.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

/** Fewer inputs than this are all tried. */
const FEWEST = 10;
const ALL = 100;

const isDeep = process.env['INBOX_TEST_SEED'] !== undefined;
const given = process.env['INBOX_TEST_SEED'] ?? '1';
const seed = Number(given);
if (given.trim() === '' || !Number.isSafeInteger(seed))
  throw new Error(`INBOX_TEST_SEED is no whole number: '${given}'`);

fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed });

/**
 * @template Values
 * @param {import('fast-check').IRawProperty<Values>} property
 * @param {import('fast-check').Parameters<Values>} [options]
 */
function assert(property, options = {}) {
  const { numRuns = ALL } = options;
  const some = Math.min(numRuns, Math.max(FEWEST, Math.ceil(numRuns / 4)));
  return fastCheck.assert(property, { ...options, numRuns: isDeep ? numRuns : some });
}

module.exports = { ...fastCheck, default: { ...fastCheck.default, assert }, assert };
