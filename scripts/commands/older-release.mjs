import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endChildrenWithUs, run } from '../lib/run.mjs';
import { runCommand, Trouble } from '../lib/trouble.mjs';

const HELP = `pnpm older-release COMMIT [TESTS …]

Runs the backend's tests of an older release on the database as this one's migrations leave it, in a checkout of its own:
what an older process can do beside a newer one. TESTS are what jest takes; all of the backend's without.`;

const MIGRATIONS = 'backend/src/platform/db/migrations';
/** Folder of the migrations in older releases. */
const FORMER_MIGRATIONS = 'backend/src/db/migrations';

/**
 * What holds a list of all tables, and so of those that the older release does not know; and the test of the migrations
 * themselves, which is run with the release that they belong to.
 */
const OF_ALL_TABLES = [
  'http/isolation\\.test',
  'app/erase-drill\\.deep\\.test',
  'db/older-release\\.test',
  'db/store\\.test',
];

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  });
  const [commit, ...tests] = positionals;
  if (values.help || commit === undefined) return console.log(HELP);
  endChildrenWithUs();
  const dir = mkdtempSync(join(tmpdir(), 'inbox-older-'));
  // Programs that are ending may still write there.
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  // Also where this process is told to end, which ends it in the middle.
  process.once('exit', remove);
  try {
    await git(ROOT, 'clone', '--quiet', '--no-checkout', ROOT, dir);
    await git(dir, 'checkout', '--quiet', commit);
    await ensureInstalled(dir);
    const theirs = join(dir, existsSync(join(dir, MIGRATIONS)) ? MIGRATIONS : FORMER_MIGRATIONS);
    rmSync(theirs, { recursive: true });
    cpSync(join(ROOT, MIGRATIONS), theirs, { recursive: true });
    const ignored = ['/node_modules/', '/dist/', ...OF_ALL_TABLES].flatMap((each) => [
      `--testPathIgnorePatterns=${each}`,
    ]);
    const jest = ['jest', ...(tests.length > 0 ? tests : ['backend']), ...ignored];
    const { code } = await run('npx', jest, {
      cwd: dir,
      env: { NODE_OPTIONS: '--experimental-vm-modules' },
      output: 'show',
    });
    if (code !== 0) throw new Trouble(`The release ${commit} cannot do all that it could on this release's database.`);
    console.log(`The release ${commit} does on this release's database what it did.`);
  } finally {
    remove();
  }
});

/**
 * @param {string} cwd
 * @param {...string} args
 */
async function git(cwd, ...args) {
  const { code, output } = await run('git', args, { cwd });
  if (code !== 0) throw new Trouble(output.trim());
}
