import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const JOURNEYS = join(__dirname, '../e2e/journeys');

it('no two journeys have a customer of one name: those of one worker share an inbox, and find rows by it', () => {
  const names = readdirSync(JOURNEYS)
    .filter((file) => file.endsWith('.spec.ts'))
    .flatMap((file) =>
      [...readFileSync(join(JOURNEYS, file), 'utf8').matchAll(/\binbox\.customer\('([^']+)'\)/g)].map(
        ([, name = '']) => name,
      ),
    );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
