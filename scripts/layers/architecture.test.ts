import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** What the page names by its path, or by the end of its path where a file near it is named before. */
const named = [...page.matchAll(/`([\w./@-]+(?:\.(?:tsx?|mjs|json)|\/))`/g)].map(([, name = '']) => name);

const SOURCES = ['shared', 'remotes', 'host', 'backend', 'federation', 'simulate', 'e2e', 'embed'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((path) => !/node_modules|dist\//.test(path))
    .map((path) => `${top}/${path}`),
);

describe('docs/architecture.md', () => {
  it('names files, and only such that exist', () => {
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      (name) =>
        !existsSync(join(ROOT, name)) && !SOURCES.some((path) => `${path}/`.endsWith(`/${name.replace(/\/$/, '')}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('shows the layers as the table has them', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/layers.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
