import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type * as FastCheck from 'fast-check';

const ROOT = join(__dirname, '../..');
const before = process.env['INBOX_TEST_SEED'];

beforeEach(() => void jest.resetModules());
afterEach(() => {
  if (before === undefined) delete process.env['INBOX_TEST_SEED'];
  else process.env['INBOX_TEST_SEED'] = before;
});

/** fast-check as a test file gets it in a run with this seed. */
async function loadedWith(seed: string | undefined): Promise<typeof FastCheck> {
  if (seed === undefined) delete process.env['INBOX_TEST_SEED'];
  else process.env['INBOX_TEST_SEED'] = seed;
  return import('fast-check');
}

async function inputsWith(seed: string | undefined): Promise<number[]> {
  const fc = await loadedWith(seed);
  const tried: number[] = [];
  fc.assert(fc.property(fc.integer(), (input) => void tried.push(input)));
  return tried;
}

it('each run tries the same inputs, and with another seed others', async () => {
  const first = await inputsWith('1');
  jest.resetModules();
  expect(await inputsWith('1')).toEqual(first);
  jest.resetModules();
  expect(await inputsWith('2')).not.toEqual(first);
});

it('a run without a seed tries a quarter of the inputs of seed 1', async () => {
  const all = await inputsWith('1');
  jest.resetModules();
  const some = await inputsWith(undefined);
  expect([all.length, some.length]).toEqual([100, 25]);
  expect(some).toEqual(all.slice(0, 25));
});

it('a failure names the seed and the path to the input', async () => {
  const fc = await loadedWith('77');
  const failing = fc.property(fc.nat(), (input) => input < 5);
  expect(() => fc.assert(failing)).toThrow(/\{ seed: 77, path: "[\d:]+", endOnFailure: true \}\nCounterexample: \[5\]/);
});

it.each(['', 'x', '1.5'])('%p is no seed', async (seed) => {
  await expect(loadedWith(seed)).rejects.toThrow('INBOX_TEST_SEED is no whole number');
});

it('properties name no seed of their own', () => {
  const own = ['shared', 'remotes', 'host', 'embed', 'backend', 'federation', 'simulate', 'cluster', 'scripts']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /numRuns: [^}]*seed:|seed: [^}]*numRuns:/.test(readFileSync(file, 'utf8')));
  expect(own).toEqual([]);
});
