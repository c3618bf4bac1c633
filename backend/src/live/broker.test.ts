import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, LiveSignal, MerchantId } from '@inbox/domain';
import { startRedis } from '../testing/fake-redis';
import { connectBroker, type Broker } from './broker';

/** A node's hub: what it was told, and a way to wait for it. */
function node() {
  const told: number[] = [];
  const signals: [number, string, number | undefined][] = [];
  let heard: () => void = () => undefined;
  return {
    told,
    signals,
    signal(id: number, { type }: LiveSignal, onlyAgent?: number) {
      signals.push([id, type, onlyAgent]);
      heard();
    },
    committed(id: number) {
      told.push(id);
      heard();
    },
    async until(count: number): Promise<void> {
      while (told.length + signals.length < count) await new Promise<void>((resolve) => (heard = resolve));
    },
  };
}

let redis: Server;
let url: string;
const brokers: Broker[] = [];

beforeEach(async () => {
  redis = startRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  url = `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const broker of brokers.splice(0)) await broker.close();
  redis.close();
});

describe('between nodes', () => {
  it('a commit on one is told on all', async () => {
    const [one, two] = [node(), node()];
    for (const hub of [one, two]) brokers.push(await connectBroker(url, hub, () => undefined));
    brokers[0]!.committed(7 as MerchantId);
    await Promise.all([two.until(1), one.until(2)]);
    expect([two.told, new Set(one.told)]).toEqual([[7], new Set([7])]);
  });

  it('a signal on one is told on all, once, to the agent it is for', async () => {
    const [one, two] = [node(), node()];
    for (const hub of [one, two]) brokers.push(await connectBroker(url, hub, () => undefined));
    const signal = { type: 'tickets.progress', ref: 'a', done: 1, total: 2 } as const;
    brokers[0]!.signal(7 as MerchantId, signal, 4 as AgentId);
    brokers[1]!.signal(8 as MerchantId, signal);
    await Promise.all([one.until(2), two.until(2)]);
    const heard = (hub: typeof one) => hub.signals.toSorted(([a], [b]) => a - b);
    const both = [
      [7, 'tickets.progress', 4],
      [8, 'tickets.progress', undefined],
    ];
    expect([heard(one), heard(two)]).toEqual([both, both]);
  });

  it('work that is there on one wakes those that do it', async () => {
    for (const hub of [node(), node(), node()]) brokers.push(await connectBroker(url, hub, () => undefined));
    const done: string[] = [];
    const isDone = new Promise<void>((resolve) => {
      brokers[1]!.whenWoken('outbox', () => {
        done.push('outbox');
        resolve();
      });
    });
    brokers[1]!.whenWoken('exports', () => void done.push('exports'));
    brokers[0]!.woken('outbox');
    await isDone;
    expect(done).toEqual(['outbox']);
  });

  it('a commit is told here at once, also while Redis is away', async () => {
    const hub = node();
    const broker = await connectBroker(url, hub, () => undefined);
    brokers.push(broker);
    redis.close();
    broker.committed(3 as MerchantId);
    expect(hub.told[0]).toBe(3);
  });

  it('a broker that is not there is told in one line', async () => {
    redis.close();
    await expect(connectBroker('redis://127.0.0.1:1', node(), () => undefined)).rejects.toThrow(
      'The broker that INBOX_BROKER_URL names cannot be reached.',
    );
  });

  it.each(['SUBSCRIBE', 'CLIENT'])('a broker that closes at the first %s is told in one line', async (at) => {
    redis.on('connection', (socket: Socket) => {
      socket.on('data', (data) => data.toString().toUpperCase().includes(at) && socket.destroy());
    });
    await expect(connectBroker(url, node(), () => undefined)).rejects.toThrow(
      'The broker that INBOX_BROKER_URL names cannot be reached.',
    );
  });
});
