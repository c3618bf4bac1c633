import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from './lib/paths.mjs';

const STORE = join(ROOT, 'node_modules/.pnpm');
const HOOKS = ['preinstall', 'install', 'postinstall'];

/** Every library that is installed here; those for other platforms are not. */
function installed(): string[] {
  return readdirSync(STORE).flatMap((folder) => {
    const dir = join(STORE, folder, 'node_modules');
    if (!existsSync(dir)) return [];
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) =>
        name.startsWith('@')
          ? readdirSync(join(dir, name), { withFileTypes: true })
              .filter((entry) => entry.isDirectory())
              .map((entry) => join(dir, name, entry.name))
          : [join(dir, name)],
      )
      .filter((each) => existsSync(join(each, 'package.json')));
  });
}

it('runs no script of a library when it installs, and knows each that wants one', () => {
  const workspace = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  expect(workspace).toMatch(/^ignoreScripts: true$/m);
  const block = /^allowBuilds:\n((?: .*\n)+)/m.exec(workspace)?.[1] ?? '';
  const refused = [...block.matchAll(/^ {2}'?([^'\s#]+?)'?: (.*)$/gm)];
  expect(refused.filter(([, , allowed]) => allowed !== 'false')).toEqual([]);

  const libraries = installed();
  expect(libraries.length).toBeGreaterThan(500);
  const wanting = libraries.filter((dir) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { scripts?: object };
    return HOOKS.some((hook) => hook in scripts) || existsSync(join(dir, 'binding.gyp'));
  });
  const names = new Set(wanting.map((dir) => dir.slice(dir.lastIndexOf('node_modules/') + 'node_modules/'.length)));
  expect([...names].filter((name) => !refused.some(([, known]) => known === name))).toEqual([]);
});

it('has no address of a download in the lock', () => {
  expect(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/https?:\/\/|tarball:|git@|codeload/);
});
