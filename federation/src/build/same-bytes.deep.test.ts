import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, link, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
const PANEL = 'remotes/quick-replies';
/** What a panel is built from. */
const SOURCES = ['federation', 'shared', PANEL, 'host/package.json', 'host/node_modules', 'package.json'];

let scratch: string;
beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  // In the checkout: what is installed is linked file by file, which works on one file system only.
  scratch = await mkdtemp(join(ROOT, '.cache/same-bytes-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Another checkout of the same commit, with the same packages installed in it. */
async function checkOutAt(dir: string): Promise<void> {
  for (const source of SOURCES) {
    await cp(join(ROOT, source), join(dir, source), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\/(dist|\.cache)$/.test(path),
    });
  }
  await linkTree(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target);
  }
}

/** The hash of every file of a build by name, which the version is part of. */
async function filesOfBuild(checkout: string, output: string): Promise<Record<string, string>> {
  const args = ['node_modules/@rspack/cli/bin/rspack.js', 'build', '--output-path', output];
  await promisify(execFile)(process.execPath, args, { cwd: join(checkout, PANEL) });
  const files = (await readdir(output)).filter((name) => !/\.map$|^mf-stats/.test(name)).sort();
  const hashes = files.map(async (name) => {
    const bytes = await readFile(join(output, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

it('a panel has the same version, and the same bytes, in whatever folder it is built', async () => {
  const elsewhere = join(scratch, 'some/other place');
  await checkOutAt(elsewhere);
  const here = await filesOfBuild(ROOT, join(scratch, 'built-here'));
  const there = await filesOfBuild(elsewhere, join(scratch, 'built-there'));
  expect(Object.keys(here)).toEqual(expect.arrayContaining(['panel.json', 'mf-manifest.json']));
  expect(there).toEqual(here);
});
