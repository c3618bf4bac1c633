import { connect } from 'node:net';
import type { Cluster } from '../examples';
import { portOf, type Machine } from '../layout';

const WITHIN_MS = 2_000;

/** What the Redis of a machine says it is now; null when it says nothing. */
export function redisRole(cluster: Cluster, machine: Machine): Promise<'master' | 'slave' | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: portOf(cluster, machine, 6379), timeout: WITHIN_MS });
    let said = '';
    const end = () => {
      socket.destroy();
      const role = /role:(master|slave)/.exec(said)?.[1];
      resolve(role === 'master' || role === 'slave' ? role : null);
    };
    socket.once('connect', () => socket.write(`AUTH ${cluster.secrets['REDIS-PASSWORD']}\r\nINFO replication\r\n`));
    socket.on('data', (data) => {
      said += data.toString();
      if (said.includes('role:')) end();
    });
    socket.once('error', end).once('timeout', end);
  });
}
