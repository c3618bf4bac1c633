import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs';
import { run } from './run.mjs';
import { explainBuild, Trouble } from './trouble.mjs';
import { readWorkspace, withDependencies } from './workspace.mjs';

/** What every build depends on beside its sources: the versions of all libraries, and the compiler's options. */
const COMMON = ['pnpm-lock.yaml', 'tsconfig.base.json'];
/** A build takes about one core; a small machine has two. */
const AT_ONCE = 2;

/**
 * @typedef {object} Target
 * @property {string} name as the user knows it: the last part of the package's folder
 * @property {string} dir
 * @property {string} state fingerprint of everything that it is built from
 * @property {string} stamp
 */

/**
 * The packages that are built: those with a `build` of their own, known by its configuration.
 * @param {string} root
 * @param {readonly string[]} [names] these alone
 * @returns {Target[]}
 */
export function buildTargets(root, names) {
  const packages = readWorkspace(root);
  const shortName = (/** @type {string} */ dir) => dir.split('/').at(-1) ?? dir;
  return packages
    .filter(({ dir }) => (!names || names.includes(shortName(dir))) && builder(join(root, dir)))
    .map(({ name, dir }) => ({
      name: shortName(dir),
      dir: join(root, dir),
      state: fingerprint(root, [...COMMON, ...withDependencies(name, packages).map((each) => each.dir)]),
      stamp: join(root, dir, 'dist/.stamp'),
    }));
}

/**
 * Builds what changed since its last good build.
 * @param {string} root
 * @param {readonly string[]} [names] these alone
 * @throws {Trouble}
 */
export async function buildChanged(root, names) {
  const stale = buildTargets(root, names).filter(({ stamp, state }) => !isStamped(stamp, state));
  if (stale.length === 0) return;
  console.log(`Building ${stale.map(({ name }) => name).join(', ')}…`);
  const waiting = [...stale];
  /** @type {Set<string>} */
  const failures = new Set();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const failure = await buildOne(next);
      if (failure !== undefined) failures.add(failure);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.size > 0) throw new Trouble([...failures].join('\n'));
}

/**
 * @param {Target} target
 * @returns {Promise<string | undefined>} what went wrong
 */
async function buildOne({ name, dir, state, stamp }) {
  rmSync(stamp, { force: true });
  const args = builder(dir) ?? [];
  const { code, output } = await run(process.execPath, args, { cwd: dir, env: { NODE_ENV: 'production' } });
  if (code !== 0) return explainBuild(output) ?? `${output.trim()}\nBuilding ${name} failed.`;
  writeStamp(stamp, state);
  return undefined;
}

/**
 * The arguments for Node that build the package in this folder. The tools' own files are named, since going through
 * a package manager would cost a second each time. Not under tsx: rspack prints functions of its own into a panel's
 * entry, and tsx would have put calls of a helper into them that no browser has.
 * @param {string} dir
 */
function builder(dir) {
  if (existsSync(join(dir, 'rspack.config.ts'))) return ['node_modules/@rspack/cli/bin/rspack.js', 'build'];
  if (existsSync(join(dir, 'build.mjs'))) return ['build.mjs'];
  return undefined;
}
