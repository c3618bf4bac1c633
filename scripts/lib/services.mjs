import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Debian asks it before a package starts a service: with 101 it starts none. */
const POLICY = '/usr/sbin/policy-rc.d';
const NO_SERVICE = '#!/bin/sh\n# Of npm test: the packages that it installs start no service.\nexit 101\n';

/**
 * Does something while no package that is installed may start a service. What the machine says of services itself stands
 * again afterwards, also where this process is ended meanwhile.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file] that Debian asks
 * @returns {Promise<T>}
 */
export async function withoutServices(work, file = POLICY) {
  const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  // One of ours is left of a run that was killed.
  const before = found === NO_SERVICE ? undefined : found;
  const restore = () => {
    if (before === undefined) rmSync(file, { force: true });
    else writeFileSync(file, before, { mode: 0o755 });
  };
  rmSync(file, { force: true });
  writeFileSync(file, NO_SERVICE, { mode: 0o755 });
  process.once('exit', restore);
  try {
    return await work();
  } finally {
    process.off('exit', restore);
    restore();
  }
}
