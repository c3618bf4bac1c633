import { git } from '../lib/git.mjs';
import { Trouble } from '../lib/trouble.mjs';

/**
 * What has changed since the branch left the one that it is pushed to, with what is not committed yet. A branch that is
 * pushed nowhere has changed only what is not committed.
 * @returns {Promise<{ base: string, files: readonly string[] }>} a commit, and the files that are there and differ from it
 * @throws {Trouble} outside of a git checkout
 */
export async function readChange() {
  const base = (await git('merge-base', 'HEAD', '@{upstream}')) ?? (await git('rev-parse', 'HEAD'));
  if (base === undefined) throw new Trouble('Only a git checkout tells what has changed: run npm test.');
  const [changed = '', untracked = ''] = await Promise.all([
    git('diff', '--name-only', '--diff-filter=d', base.trim()),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return { base: base.trim(), files: `${changed}\n${untracked}`.split('\n').filter(Boolean) };
}
