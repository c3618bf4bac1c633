import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { runCommand } from './commands';
import { ROOT } from './product';

/** Results and histories; and what is installed at the root, which is linked instead of copied. */
const NOT_COPIED = new Set(['.git', '.data', '.cache', 'dist', 'test-results', 'playwright-report']);

/** A panel's team at work: a working copy of their own, in which they change their panel and publish it. */
export interface Team {
  /** Replaces a text in a source file; fails when the file does not have it. */
  edit(file: string, before: string, after: string): Promise<void>;
  /** Runs a command of the README there. */
  run(command: string): Promise<string>;
  /** Where the copy is. */
  dir: string;
  leave(): Promise<void>;
}

/** @param dataDir the data folder of the inbox that they publish to */
export async function joinTeam(dataDir: string): Promise<Team> {
  const dir = await mkdtemp(join(tmpdir(), 'inbox-team-'));
  await cp(ROOT, dir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const path = relative(ROOT, source);
      return path !== 'node_modules' && !NOT_COPIED.has(basename(path)) && !path.startsWith(`e2e${sep}`);
    },
  });
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'dir');

  return {
    async edit(file, before, after) {
      const path = join(dir, file);
      const source = await readFile(path, 'utf8');
      if (!source.includes(before)) throw new Error(`${file} does not say ${before}`);
      await writeFile(path, source.replaceAll(before, after));
    },
    run: (command) => runCommand(command, { cwd: dir, env: { INBOX_DATA_DIR: dataDir } }),
    dir,
    leave: () => rm(dir, { recursive: true, force: true }),
  };
}
