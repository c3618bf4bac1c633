import { join } from 'node:path';
import { objectStore } from '../../backend/src/testing/object-store';
import { makePlace, placeOf, writeExample, writePlace } from './examples';
import { addressOf, NODES, portOf, STORES, type Layout, type Node } from './layout';
import { answers, listens, type Service } from './service';

/** The server of the bucket on this machine: what it is started with, and how the inbox asks it. */
export const bucketOf = (layout: Layout) =>
  objectStore(portOf(layout, 'front', 9000), placeOf(layout, 'front', 'objects'));

const etcd = (machine: Node): Service => ({
  name: 'etcd',
  machine,
  endsBy: 'SIGTERM',
  async program(cluster) {
    const places = { '/var/lib/etcd': await makePlace(cluster, machine, 'etcd') };
    const file = await writeExample(cluster, { example: 'etcd/etcd.conf.yml', machine, places });
    return { command: 'etcd', args: ['--config-file', file], env: { ETCD_LOGGER: 'zap' } };
  },
  isReady: (cluster) => answers(`http://${addressOf(cluster, machine, 2379)}/health`),
});

const patroni = (machine: Node): Service => ({
  name: 'patroni',
  machine,
  endsBy: 'SIGTERM',
  async program(cluster) {
    const { user, postgresBin } = cluster;
    const places = {
      '/var/lib/postgresql/15/inbox': join(await makePlace(cluster, machine, 'postgresql', user), 'inbox'),
      '/var/lib/postgresql/inbox.pgpass': placeOf(cluster, machine, 'postgresql', 'inbox.pgpass'),
      '/usr/lib/postgresql/15/bin': postgresBin,
      '/var/run/postgresql': await makePlace(cluster, machine, 'run', user),
      '10.0.0.0/24': '127.0.0.1/32',
    };
    const file = await writeExample(cluster, { example: 'patroni/patroni.yml', machine, places, owner: user });
    return { command: 'patroni', args: [file], user };
  },
  isReady: (cluster) => answers(`http://${addressOf(cluster, machine, 8008)}/health`),
});

/** What leads to the primary of now, its standby and Redis. */
const ways = (machine: Node): Service => ({
  name: 'ways',
  machine,
  endsBy: 'SIGTERM',
  async program(cluster) {
    const file = await writeExample(cluster, { example: 'haproxy/engines.cfg', machine, places: {} });
    return { command: 'haproxy', args: ['-db', '-f', file] };
  },
  isReady: (cluster) => listens(portOf(cluster, machine, 5000)),
});

const pgbouncer = (machine: Node): Service => ({
  name: 'pgbouncer',
  machine,
  endsBy: 'SIGINT',
  async program(cluster) {
    const { user, secrets } = cluster;
    const users = `"inbox" "${secrets['INBOX-PASSWORD']}"\n`;
    const places = { '/etc/pgbouncer/userlist.txt': await writePlace(cluster, machine, 'userlist.txt', users, user) };
    const file = await writeExample(cluster, { example: 'pgbouncer/pgbouncer.ini', machine, places, owner: user });
    return { command: 'pgbouncer', args: [file], user };
  },
  isReady: (cluster) => listens(portOf(cluster, machine, 6432)),
});

const redis = (machine: Node): Service => ({
  name: 'redis',
  machine,
  endsBy: 'SIGTERM',
  async program(cluster) {
    const places = { '/var/lib/redis': await makePlace(cluster, machine, 'redis') };
    const added = machine === 'one' ? '' : 'replicaof 10.0.0.1 6379\n';
    const file = await writeExample(cluster, { example: 'redis/redis.conf', machine, places, added });
    return { command: 'redis-server', args: [file] };
  },
  isReady: (cluster) => listens(portOf(cluster, machine, 6379)),
});

const sentinel = (machine: Node): Service => ({
  name: 'sentinel',
  machine,
  endsBy: 'SIGTERM',
  async program(cluster) {
    const places = { '/var/lib/redis': await makePlace(cluster, machine, 'redis') };
    const file = await writeExample(cluster, { example: 'redis/sentinel.conf', machine, places });
    return { command: 'redis-server', args: [file, '--sentinel'] };
  },
  // The way to Redis is open once a balancer has found which of the two leads.
  isReady: async (cluster) =>
    (await listens(portOf(cluster, machine, 26379))) && listens(portOf(cluster, machine, 6380), 'PING\r\n'),
});

/** In place of an S3-compatible store, as none is among the system's packages. */
const bucket: Service = {
  name: 'bucket',
  machine: 'front',
  endsBy: 'SIGTERM',
  async program(cluster) {
    await makePlace(cluster, 'front', 'objects');
    return { command: process.execPath, args: bucketOf(cluster).args };
  },
  isReady: (cluster) => listens(portOf(cluster, 'front', 9000)),
};

/** What must be there before a database can be made, and what the inbox needs besides; each row needs the rows before. */
export const DATABASES: readonly (readonly Service[])[] = [NODES.map(etcd), STORES.map(patroni), NODES.map(ways)];
export const ENGINES: readonly (readonly Service[])[] = [
  [...NODES.map(pgbouncer), ...STORES.map(redis), bucket],
  NODES.map(sentinel),
];
