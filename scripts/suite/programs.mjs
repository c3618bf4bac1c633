import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages, isExecutable } from '../lib/packages.mjs';
import { tallyOne } from './tally.mjs';

/** System programs that drills run against, with Debian's packages of them. */
const PROGRAMS = {
  clamd: ['clamav-daemon'],
  dovecot: ['dovecot-imapd'],
  etcd: ['etcd-server'],
  haproxy: ['haproxy'],
  openssl: ['openssl'],
  patroni: ['patroni'],
  pgbouncer: ['pgbouncer'],
  postfix: ['postfix'],
  postgres: ['postgresql'],
  python3: ['python3'],
  'redis-server': ['redis-server'],
};

/** Debian keeps servers out of the users' PATH, and PostgreSQL's in a folder of its version. */
const SERVERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];
const POSTGRES = '/usr/lib/postgresql';

/**
 * Installs the system programs that drills run against, where that is possible. What is missing is one skipped test, and
 * named: the drills that need it are skipped too.
 * @returns {Promise<import('./steps.mjs').StepRun>}
 */
export async function ensurePrograms() {
  const absent = missing();
  if (absent.length > 0) {
    console.log(`Installing ${absent.join(', ')}…`);
    await installPackages(absent.flatMap((name) => PROGRAMS[name]));
  }
  const still = missing();
  const output = still.map(
    (name) => `Not tested with ${name}: it is not installed (Debian's ${PROGRAMS[name].join(' and ')}).`,
  );
  return { ...tallyOne(true), skipped: still.length, output: output.join('\n') };
}

function missing() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...SERVERS,
    ...versions.map((version) => join(POSTGRES, version, 'bin')),
  ];
  const names = /** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS));
  return names.filter((name) => !folders.some((folder) => isExecutable(join(folder, name))));
}
