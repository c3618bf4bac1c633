import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { answered, limitsOf, times, who } from '../testing/calls-at-once';
import { freePort } from '../testing/ports';

const folders = (process.env['PATH'] ?? '').split(delimiter);
// Debian's package redis-server: the counting is a script that Redis itself runs.
const describeHere = folders.some((folder) => existsSync(join(folder, 'redis-server'))) ? describe : describe.skip;

describeHere('nodes that share Redis', () => {
  let redis: ChildProcess;
  let port: number;
  const open = async () => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2, disableOfflineQueue: true });
    client.on('error', () => undefined);
    return client.connect();
  };
  const clients: Awaited<ReturnType<typeof open>>[] = [];

  beforeAll(async () => {
    port = await freePort();
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
    const ready = new Promise<void>((resolve) => {
      redis.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
    });
    const ended = once(redis, 'exit').then(([code]) => Promise.reject(new Error(`Redis ended with ${String(code)}.`)));
    await Promise.race([ready, ended]);
    clients.push(await open(), await open());
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    redis?.kill();
  });

  it('count together, and each for itself while Redis is gone', async () => {
    const bounds = { token: 10, merchant: 1_000 };
    const nodes = clients.map((client) => limitsOf(bounds, client));
    const of = (name: string) =>
      Promise.all(
        nodes.map((node) =>
          answered(
            node,
            times(10, () => who(name)),
          ),
        ),
      );
    const [one = 0, two = 0] = await of('shared');
    expect(one + two).toBe(10);

    const ended = clients.map((client) => new Promise((resolve) => client.once('reconnecting', resolve)));
    redis.kill('SIGKILL');
    await Promise.all(ended);
    expect(await of('alone')).toEqual([10, 10]);
  });
});
