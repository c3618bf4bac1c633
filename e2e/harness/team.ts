import { execFile as execFileCallback } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from './commands';
import { ROOT } from './product';

const execFile = promisify(execFileCallback);

/** Results and histories; and what is installed at the root, which is linked instead of copied. */
const NOT_COPIED = new Set(['.git', '.data', '.cache', 'dist', 'test-results', 'playwright-report']);

/** A panel's team at work: a working copy of their own, in which they change their panel and publish it. */
export interface Team {
  /** Replaces a text in a source file; fails when the file does not have it. */
  edit(file: string, before: string, after: string): Promise<void>;
  /** Builds the shell; the rest is as this checkout has built it. */
  buildHost(): Promise<void>;
  /** Runs a command of the README there. */
  run(command: string): Promise<string>;
  /** Where the copy is. */
  dir: string;
  leave(): Promise<void>;
}

const remotes = async () => (await readdir(join(ROOT, 'remotes'))).map((name) => join('remotes', name));

/** @param dataDir the data folder of the inbox that they publish to */
export async function joinTeam(dataDir: string): Promise<Team> {
  const dir = await mkdtemp(join(tmpdir(), 'inbox-team-'));
  await cp(ROOT, dir, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const path = relative(ROOT, source);
      if (path === 'node_modules' || NOT_COPIED.has(basename(path))) return false;
      // The journeys' manifest alone: without it the dependencies would seem to have changed.
      return !path.startsWith(`e2e${sep}`) || path === join('e2e', 'package.json');
    },
  });
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'dir');

  return {
    async edit(file, before, after) {
      const path = join(dir, file);
      const source = await readFile(path, 'utf8');
      if (!source.includes(before)) throw new Error(`${file} does not say ${before}`);
      // In one step, as editors do: a server that watches would see an empty file first, and build it.
      const edited = join(dir, '.edited');
      await writeFile(edited, source.replaceAll(before, after));
      await rename(edited, path);
    },
    async buildHost() {
      for (const built of ['host', 'backend', 'simulate', ...(await remotes())]) {
        await cp(join(ROOT, built, 'dist'), join(dir, built, 'dist'), { recursive: true });
      }
      const env = { ...process.env, NODE_ENV: 'production' };
      await execFile(process.execPath, ['node_modules/@rspack/cli/bin/rspack.js', 'build'], {
        cwd: join(dir, 'host'),
        env,
      });
    },
    run: (command) => runCommand(command, { cwd: dir, env: { INBOX_DATA_DIR: dataDir } }),
    dir,
    leave: () => rm(dir, { recursive: true, force: true }),
  };
}
