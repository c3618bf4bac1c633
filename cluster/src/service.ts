import { connect } from 'node:net';
import type { Cluster } from './examples';
import type { Machine } from './layout';
import type { Program } from './processes';

export type ServiceName =
  | 'etcd'
  | 'patroni'
  | 'ways'
  | 'pgbouncer'
  | 'redis'
  | 'sentinel'
  | 'bucket'
  | 'web'
  | 'live'
  | 'balancer';

/** One program on one machine of the cluster. */
export interface Service {
  name: ServiceName;
  machine: Machine;
  /** Written anew at each start, as the example may have changed. */
  program(cluster: Cluster): Promise<Omit<Program, 'pidFile' | 'logFile'>>;
  isReady(cluster: Cluster): Promise<boolean>;
  /** With which it ends in order. */
  endsBy: 'SIGTERM' | 'SIGINT';
}

export const idOf = ({ machine, name }: Pick<Service, 'machine' | 'name'>): string => `${machine}/${name}`;

/** Milliseconds that something may take to say that it is there. */
const ANSWER_MS = 2_000;

/** Whether something listens there, and answers if it is asked `hello`: a balancer takes calls for nobody as well. */
export function listens(port: number, hello?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: ANSWER_MS });
    const say = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => (hello === undefined ? say(true)() : socket.write(hello)));
    socket.once('data', say(true)).once('close', say(false)).once('error', say(false)).once('timeout', say(false));
  });
}

/** Whether this address answers with 200. */
export async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
