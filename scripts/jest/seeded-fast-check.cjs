/**
 * fast-check with the seed of the run: the same inputs in each run of `npm test`, so that a change alone decides whether it
 * passes. The deep suite sets INBOX_TEST_SEED anew each time. No property names a seed of its own: a failure says which one
 * it had, and `INBOX_TEST_SEED=… npx jest FILE` has it again.
 */

// By its path, as its name leads here, and a path alone would lead to its ES modules.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const given = process.env['INBOX_TEST_SEED'] ?? '1';
const seed = Number(given);
if (given.trim() === '' || !Number.isSafeInteger(seed))
  throw new Error(`INBOX_TEST_SEED is no whole number: '${given}'`);

fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed });
module.exports = fastCheck;
