import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs packages of a Debian that is ours to change; elsewhere it does nothing. Whether it worked is seen by looking for
 * the programs again.
 * @param {readonly string[]} names
 */
export async function installPackages(names) {
  if (!isDebianRoot()) return;
  const noQuestions = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt('apt-get', ['update', '-qq'], noQuestions);
  await attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], noQuestions);
}

/**
 * Runs a program that may fail.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
export async function attempt(program, args, env) {
  await run(program, args, { env }).catch(() => undefined);
}

function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID(?:_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}
