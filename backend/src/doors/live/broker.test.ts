import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { connectBroker, type Broker } from './broker';

/** As much of Redis as two nodes need of it: publish and subscribe, in its own protocol. */
function startRedis(): Server {
  const subscribers = new Set<Socket>();
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => subscribers.delete(socket));
    socket.on('data', (data) => {
      for (const [command = '', channel = '', text = ''] of commandsOf(data.toString())) {
        const answers: Record<string, () => string> = {
          SUBSCRIBE: () => `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`,
          PUBLISH: () => `:${subscribers.size}\r\n`,
        };
        if (command === 'SUBSCRIBE') subscribers.add(socket);
        if (command === 'PUBLISH') {
          for (const each of subscribers) each.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`);
        }
        socket.write((answers[command] ?? (() => '+OK\r\n'))());
      }
    });
  });
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

function commandsOf(sent: string): string[][] {
  return sent
    .split(/^\*\d+\r\n/m)
    .filter((part) => part !== '')
    .map((part) => part.split('\r\n').filter((line, index) => index % 2 === 1 && line !== ''))
    .map(([command = '', ...rest]) => [command.toUpperCase(), ...rest]);
}

/** A node's hub: what it was told, and a way to wait for it. */
function node() {
  const told: number[] = [];
  let heard: () => void = () => undefined;
  return {
    told,
    committed(id: number) {
      told.push(id);
      heard();
    },
    async until(count: number): Promise<void> {
      while (told.length < count) await new Promise<void>((resolve) => (heard = resolve));
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
});
