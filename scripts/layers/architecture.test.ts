import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { FOLDERS } from './table.mjs';

const page = readFileSync(join(ROOT, 'docs/developers/architecture.md'), 'utf8');

/** What the page names by its path, or by the end of its path where a file near it is named before. */
const named = [...page.matchAll(/`([\w./@-]+(?:\.(?:tsx?|mjs|json)|\/))`/g)].map(([, name = '']) => name);

const SOURCES = ['shared', 'remotes', 'host', 'backend', 'federation', 'simulate', 'e2e', 'embed', 'cluster'].flatMap(
  sourcesIn,
);

/** Every file and folder below, but for what is installed or built. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    return entry.isDirectory() ? [path, ...sourcesIn(path)] : [path];
  });
}

describe('docs/developers/architecture.md', () => {
  it('names files, and only such that exist', () => {
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      (name) =>
        !existsSync(join(ROOT, name)) && !SOURCES.some((path) => `${path}/`.endsWith(`/${name.replace(/\/$/, '')}/`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(FOLDERS))('has each folder of %s in one row, and none that is gone', (folder, rows) => {
    const all = rows.flat();
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
    const isThere = (name: string): boolean => {
      const place = new RegExp(`^${`${folder}/${name}`.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]+')}$`);
      return SOURCES.some((path) => place.test(path));
    };
    expect(all.filter((name) => !isThere(name))).toEqual([]);
  });

  it('shows the layers as the table has them', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/layers.mjs', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
