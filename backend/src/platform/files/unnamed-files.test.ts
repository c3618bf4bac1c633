import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unnamedFiles } from './unnamed-files';
import type { StoredFile } from './uploads';

const [OLD, BEFORE, YOUNG] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];
const file = (key: string, storedAt = OLD): StoredFile => ({ key, size: 1, storedAt });

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function unnamed(stored: readonly StoredFile[], named: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of unnamedFiles(each(stored), each(named), BEFORE)) found.push(key);
  return found;
}

describe('files that no row names', () => {
  it('are those that are stored and not named, unless they are young', async () => {
    const keys = fc.uniqueArray(fc.string({ unit: fc.constantFrom('0', '7', 'a', 'f'), minLength: 2, maxLength: 2 }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(keys, keys, keys, async (old, young, named) => {
        const stored = [
          ...old.map((key) => file(key)),
          ...young.filter((key) => !old.includes(key)).map((key) => file(key, YOUNG)),
        ];
        stored.sort((a, b) => (a.key < b.key ? -1 : 1));
        const expected = [...old].sort().filter((key) => !named.includes(key));
        expect(await unnamed(stored, [...named].sort())).toEqual(expected);
      }),
    );
  });

  it.each([
    ['stored ones', ['b', 'a'], ['b']],
    ['named ones', ['a', 'c'], ['b', 'a', 'c']],
    ['one twice', ['a', 'a'], []],
  ])('are not guessed where the order is wrong: %s', async (_, stored, named) => {
    await expect(
      unnamed(
        stored.map((key) => file(key)),
        named,
      ),
    ).rejects.toThrow('not listed in the order');
  });
});
