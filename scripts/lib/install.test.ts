import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('leaves the packages of another checkout alone, which node_modules is a link to', async () => {
  const packages = join(home, 'other/node_modules');
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(packages, '.inbox-install'), 'of the other checkout');
  const root = join(home, 'copy');
  mkdirSync(root);
  symlinkSync(packages, join(root, 'node_modules'), 'dir');
  writeFileSync(join(root, 'package.json'), '{"packageManager":"pnpm@10.34.9"}');
  writeFileSync(join(root, 'pnpm-workspace.yaml'), 'packages: []\n');
  writeFileSync(join(root, 'pnpm-lock.yaml'), '');
  await expect(ensureInstalled(root)).rejects.toThrow('node_modules is a link to those of another checkout');
  expect(readdirSync(packages)).toEqual(['.inbox-install']);
});
