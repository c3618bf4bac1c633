import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { run } from './run.mjs';
import { explainInstall, Trouble } from './trouble.mjs';
import { readWorkspace } from './workspace.mjs';

/**
 * Installs the dependencies, unless the last good install was of exactly these manifests. Needs no package manager on
 * the machine: npx, which comes with Node, fetches the one that package.json pins.
 * @param {string} root
 * @throws {Trouble}
 */
export async function ensureInstalled(root) {
  const manifests = readWorkspace(root).map(({ dir }) => `${dir}/package.json`);
  const state = fingerprint(root, ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', ...manifests]);
  // Packages hold programs for one platform: a folder carried to another machine is installed anew.
  const expected = `${state} ${process.platform} ${process.arch}`;
  const stamp = join(root, 'node_modules/.inbox-install');
  if (isStamped(stamp, expected)) return;
  // The package manager would follow the link, and lay out the other checkout's packages for this one.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Trouble(
      'The dependencies have changed, and node_modules is a link to those of another checkout: remove the link, then try again.',
    );
  }

  console.log('Installing…');
  rmSync(stamp, { force: true });
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npx looks for `node` on the PATH: it must find the one that was checked.
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const { code, output } = await run(
    npx(),
    ['-y', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'],
    { cwd: root, env: { PATH: path, npm_config_update_notifier: 'false', ...patience() } },
  ).catch((error) => ({ code: 1, output: String(error) }));
  if (code !== 0) throw new Trouble(explainInstall(output) ?? `Installing failed: ${reason(output)}`);
  writeStamp(stamp, expected);
}

/** The npx beside the Node that runs us, or else the one on the PATH. */
function npx() {
  const beside = join(dirname(process.execPath), 'npx');
  return existsSync(beside) ? beside : 'npx';
}

/** Without a network npm would try for minutes before it says so. What the user has set stands. */
function patience() {
  return {
    npm_config_fetch_retries: process.env['npm_config_fetch_retries'] ?? '2',
    npm_config_fetch_retry_mintimeout: process.env['npm_config_fetch_retry_mintimeout'] ?? '1000',
    npm_config_fetch_retry_maxtimeout: process.env['npm_config_fetch_retry_maxtimeout'] ?? '4000',
  };
}

/**
 * The line that names the error in a package manager's output.
 * @param {string} output
 */
function reason(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.find((line) => /ERR_PNPM|npm error|Error:/.test(line)) ?? lines.at(-1) ?? 'no reason given';
}
