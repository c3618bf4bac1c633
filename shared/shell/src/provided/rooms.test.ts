import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zod from 'zod/mini';
import * as room from './zod';

const ROOT = join(__dirname, '../../../..');

/** What a panel's build holds: its own code, and what it brings along of shared packages. */
const PACKAGES = ['domain', 'panel', 'ui'].map((name) => join(ROOT, 'shared', name, 'src'));
const PANELS = readdirSync(join(ROOT, 'remotes')).map((name) => join(ROOT, 'remotes', name, 'src'));

const sourcesBelow = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
    .map((name) => readFileSync(join(dir, name), 'utf8'));

it('the page’s zod has every part that panels use', () => {
  const used = [...PACKAGES, ...PANELS]
    .flatMap(sourcesBelow)
    .filter((text) => text.includes("'zod/mini'"))
    .flatMap((text) => [...text.matchAll(/\bz\.(\w+)/g)].map(([, name = '']) => name))
    // Types leave no trace in a build.
    .filter((name) => name in zod && !name.startsWith('Zod'));
  expect(used).toContain('object');
  expect([...new Set(used)].filter((name) => !(name in room))).toEqual([]);
});

it('the page’s zod is no other than zod', () => {
  expect(room.object).toBe(zod.object);
});
