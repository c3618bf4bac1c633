import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { withoutServices } from './services.mjs';

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
 * Installs packages of a Debian that is ours to change, without starting their services; elsewhere it does nothing. Whether it
 * worked is seen by looking for the programs again.
 * @param {readonly string[]} names
 */
export async function installPackages(names) {
  if (!isDebianRoot()) return;
  const noQuestions = { DEBIAN_FRONTEND: 'noninteractive' };
  await attempt('apt-get', ['update', '-qq'], noQuestions);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  await withoutServices(() => attempt('apt-get', install, noQuestions));
}

/**
 * Takes one program out of a package of Debian, without installing the package. Whether it worked is seen by looking for it.
 * @param {string} name of the package
 * @param {string} path of the program in it, without a slash before
 * @param {string} dir where `path` is then
 */
export async function unpackProgram(name, path, dir) {
  if (!isDebianRoot()) return;
  await attempt('apt-get', ['update', '-qq'], {});
  const { code } = await run('apt-get', ['download', '-qq', name], { cwd: dir });
  const archive = readdirSync(dir).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (code !== 0 || archive === undefined) return;
  const tar = join(dir, `${name}.tar`);
  await attempt('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" > "$2"', 'sh', join(dir, archive), tar], {});
  await attempt('tar', ['-x', '-f', tar, '-C', dir, `./${path}`], {});
  for (const file of [tar, join(dir, archive)]) rmSync(file, { force: true });
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
