import { Trouble } from '../lib/trouble.mjs';

/**
 * One of several parts of the deep suite.
 * @typedef {object} Shard
 * @property {number} number from 1 on
 * @property {number} parts
 */

/**
 * Reads '2/3', the second of three parts.
 * @param {string | undefined} words
 * @returns {Shard | null} null for the whole suite
 * @throws {Trouble}
 */
export function readShard(words) {
  if (words === undefined) return null;
  const [, number = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(words) ?? []).map(Number);
  if (number < 1 || number > parts) throw new Trouble(`--shard takes a part of so many, as 2/3, not '${words}'.`);
  return { number, parts };
}

/**
 * Whether a step that cannot be divided belongs to a part: each part has the next one.
 * @param {number} index of the step among those that cannot be divided
 * @param {Shard | null} shard
 */
export const isInPart = (index, shard) => shard === null || index % shard.parts === shard.number - 1;

/**
 * Has jest run its share of the test files alone, each of which is in one share. Of more parts than files some have none.
 * @param {Shard | null} shard
 */
export const jestShare = (shard) =>
  shard === null ? [] : [`--shard=${shard.number}/${shard.parts}`, '--passWithNoTests'];

/**
 * The same for Playwright.
 * @param {Shard | null} shard
 */
export const playwrightShare = (shard) =>
  shard === null ? [] : [`--shard=${shard.number}/${shard.parts}`, '--pass-with-no-tests'];
