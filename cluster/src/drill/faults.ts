import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import { findService, killPostgres, killService, pidOf, primaryOf, startService, stopService } from '../cluster';
import type { Cluster } from '../examples';
import { addressOf, NODES, STORES, type Machine } from '../layout';
import { signalProcess } from '../processes';
import { answers } from '../service';
import { redisRole } from './redis-role';
import { fillDisk, hasSmallDisk } from './small-disks';

/** Milliseconds that something stays broken. */
const BROKEN_MS = 6_000;
const LOOK_MS = 200;
/** Milliseconds in which another must have taken over. */
const MOVED_MS = 120_000;

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

export interface Fault {
  /** By which it is asked for. */
  key: string;
  what: string;
  /** Why it cannot be had on this machine; null when it can. */
  unless?: (cluster: Cluster) => Promise<string | null> | string | null;
  /** Breaks something, and mends it. */
  run(cluster: Cluster): Promise<void>;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + MOVED_MS;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`After ${MOVED_MS / 1000} s it is not so that ${what}.`);
    await delay(LOOK_MS);
  }
}

/** Kills a service for some seconds. */
const killed = (id: string) => async (cluster: Cluster) => {
  await killService(cluster, findService(id));
  await delay(BROKEN_MS);
  await startService(cluster, findService(id));
};

async function currentPrimary(cluster: Cluster): Promise<Machine> {
  await until('there is a primary', async () => (await primaryOf(cluster)) !== null);
  return (await primaryOf(cluster)) ?? 'one';
}

const isPrimaryOf = async (cluster: Cluster, machine: Machine) => (await primaryOf(cluster)) === machine;
const otherStore = (machine: Machine): Machine => (machine === 'one' ? 'two' : 'one');
/** A standby that has all the primary has may take over, so that what comes next loses nothing either. */
const follows = (cluster: Cluster, machine: Machine) =>
  until(`${machine} follows`, () => answers(`http://${addressOf(cluster, machine, 8008)}/synchronous`));

/** Its program stays, and answers nobody, as when its cable is pulled. */
async function frozen(cluster: Cluster, ids: readonly string[], during: () => Promise<void>): Promise<void> {
  const pids = await Promise.all(ids.map((id) => pidOf(cluster, findService(id))));
  const signal = (which: NodeJS.Signals) => pids.forEach((pid) => pid !== null && signalProcess(pid, which));
  signal('SIGSTOP');
  try {
    await during();
  } finally {
    signal('SIGCONT');
  }
}

async function restarted(cluster: Cluster, id: string, env?: Record<string, string>): Promise<void> {
  await stopService(cluster, findService(id));
  await startService(cluster, findService(id), env);
}

/** All processes of the inbox one after the other; those of a cluster with another root are of another release then. */
async function rolled(cluster: Cluster): Promise<void> {
  for (const machine of NODES) {
    for (const name of ['web', 'live']) await restarted(cluster, `${machine}/${name}`);
  }
}

/** From the release in `older`, which the cluster was brought up with, to this one, and back. */
export const upgrades = (older: string): readonly Fault[] => [
  { key: 'upgrade', what: 'rolling upgrade to another release', run: (cluster) => rolled({ ...cluster, root: ROOT }) },
  { key: 'back', what: 'and the way back', run: (cluster) => rolled({ ...cluster, root: older }) },
];

/** @throws RangeError for what has no such key */
export function findFault(key: string): Fault {
  const found = FAULTS.find((fault) => fault.key === key);
  if (!found)
    throw new RangeError(`There is no fault '${key}'. There are ${FAULTS.map((fault) => fault.key).join(', ')}.`);
  return found;
}

/** In the order in which they are drilled. */
export const FAULTS: readonly Fault[] = [
  {
    key: 'rolling',
    what: 'rolling restart of all processes',
    run: rolled,
  },
  { key: 'node', what: 'kill -9 of a process with calls', run: killed('two/web') },
  { key: 'live', what: 'kill -9 of a process with sockets', run: killed('one/live') },
  {
    key: 'primary',
    what: 'kill -9 of the primary with its Patroni',
    async run(cluster) {
      const primary = await currentPrimary(cluster);
      await killService(cluster, findService(`${primary}/patroni`));
      await until('the standby has taken over', () => isPrimaryOf(cluster, otherStore(primary)));
      await startService(cluster, findService(`${primary}/patroni`));
      await follows(cluster, primary);
    },
  },
  {
    key: 'postgres',
    what: 'kill -9 of the primary alone',
    async run(cluster) {
      const primary = await currentPrimary(cluster);
      await killPostgres(cluster, primary);
      await until('the standby has taken over', () => isPrimaryOf(cluster, otherStore(primary)));
      await follows(cluster, primary);
    },
  },
  {
    key: 'redis',
    what: 'kill -9 of Redis',
    async run(cluster) {
      const roles = await Promise.all(STORES.map((machine) => redisRole(cluster, machine)));
      const machine = STORES[roles.indexOf('master')] ?? 'one';
      await killService(cluster, findService(`${machine}/redis`));
      await until(
        'its replica has taken over',
        async () => (await redisRole(cluster, otherStore(machine))) === 'master',
      );
      await startService(cluster, findService(`${machine}/redis`));
      await until('it follows', async () => (await redisRole(cluster, machine)) === 'slave');
    },
  },
  {
    key: 'disk',
    what: 'a full disk under the primary',
    unless: async (cluster) => ((await hasSmallDisk(cluster, 'one')) ? null : 'only root may mount a small disk'),
    async run(cluster) {
      const primary = await currentPrimary(cluster);
      const makeRoom = await fillDisk(cluster, primary);
      // Without room for rows it goes on and refuses; without room for its log of changes it ends, and the standby takes over.
      await delay(3 * BROKEN_MS);
      await makeRoom();
      await follows(cluster, otherStore(await currentPrimary(cluster)));
    },
  },
  { key: 'pgbouncer', what: 'kill -9 of a PgBouncer', run: killed('one/pgbouncer') },
  { key: 'bucket', what: 'kill -9 of the bucket', run: killed('front/bucket') },
  {
    key: 'cut',
    what: 'a machine without a way to the others',
    run: (cluster) => frozen(cluster, ['three/ways', 'three/pgbouncer'], () => delay(4 * BROKEN_MS)),
  },
  {
    key: 'clock',
    what: 'a process whose clock is an hour ahead',
    unless: () => (existsSync(FAKETIME) ? null : 'faketime is not installed'),
    async run(cluster) {
      await restarted(cluster, 'three/web', { LD_PRELOAD: FAKETIME, FAKETIME: '+1h' });
      await delay(2 * BROKEN_MS);
      await restarted(cluster, 'three/web');
    },
  },
];
