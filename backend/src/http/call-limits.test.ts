import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { createClient } from 'redis';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';
import { createCallLimits, type CallLimits } from './call-limits';
import { TooManyCalls } from './failures';

const agentOf = (id: number) => ({ id: id as AgentId }) as Parameters<CallLimits['take']>[0]['agent'];
const who = (sessionId: string, merchant = 1) => ({ sessionId, merchantId: merchant as MerchantId, agent: agentOf(1) });
const narrow = (kid: string, agent: number) => ({
  sessionId: '',
  merchantId: 1 as MerchantId,
  agent: agentOf(agent),
  narrowed: { kid, scope: {} as never },
});

/** How many of so many calls are answered. */
async function answered(limits: CallLimits, calls: readonly Parameters<CallLimits['take']>[0][]): Promise<number> {
  const results = await Promise.allSettled(calls.map((call) => limits.take(call)));
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(TooManyCalls);
  return results.filter(({ status }) => status === 'fulfilled').length;
}
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('one node', () => {
  it('answers each token so often, and others beside it', async () => {
    const limits = createCallLimits({ token: 5, merchant: 1_000 });
    expect(
      await answered(
        limits,
        times(20, () => who('a')),
      ),
    ).toBe(5);
    expect(
      await answered(
        limits,
        times(5, () => who('b')),
      ),
    ).toBe(5);
  });

  it('answers all tokens of a merchant so often together, and another merchant beside it', async () => {
    const limits = createCallLimits({ token: 5, merchant: 12 });
    expect(
      await answered(
        limits,
        times(20, (n) => who(`agent ${n}`)),
      ),
    ).toBe(12);
    expect(
      await answered(
        limits,
        times(5, () => who('theirs', 2)),
      ),
    ).toBe(5);
  });

  it('does not count against a merchant what a token of theirs was refused', async () => {
    const limits = createCallLimits({ token: 5, merchant: 12 });
    await answered(
      limits,
      times(100, () => who('a program gone wild')),
    );
    expect(
      await answered(
        limits,
        times(7, (n) => who(`agent ${n}`)),
      ),
    ).toBe(7);
  });

  it('counts agents of embedding pages apart, by the secret and the agent', async () => {
    const limits = createCallLimits({ token: 2, merchant: 1_000 });
    const calls = [
      ...times(4, () => narrow('k', 1)),
      ...times(4, () => narrow('k', 2)),
      ...times(4, () => narrow('l', 1)),
    ];
    expect(await answered(limits, calls)).toBe(6);
  });
});

describe('over HTTP', () => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startTestInbox({ callLimits: createCallLimits({ token: 3, merchant: 5 }) });
  });
  afterAll(() => inbox.close());

  it('what is beyond the bound is answered 429 with the seconds to wait, in words, before anything is done', async () => {
    const shop = await addMerchant(inbox.db);
    const [asha, ravi] = [await addAgent(inbox.db, shop), await addAgent(inbox.db, shop)];
    const [first, second] = [await inbox.signIn(shop, asha), await inbox.signIn(shop, ravi)];
    for (const _ of times(3, () => 0)) expect((await inbox.call(first, 'settings')).status).toBe(200);
    const refused = await inbox.call(first, 'settings');
    const seconds = Number(refused.headers['retry-after']);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        success: false,
        error: {
          code: 'too_many_calls',
          message: `This browser or program asks too often. It is answered again in ${seconds} seconds.`,
        },
      },
    });
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(10);

    for (const _ of times(2, () => 0)) expect((await inbox.call(second, 'settings')).status).toBe(200);
    expect(await inbox.call(second, 'settings')).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringMatching(/^Your shop asks more than the inbox answers at once\./) } },
    });

    // Another shop hears nothing of it.
    const other = await addMerchant(inbox.db);
    const theirs = await inbox.signIn(other, await addAgent(inbox.db, other));
    expect((await inbox.call(theirs, 'settings')).status).toBe(200);
  });
});

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
}

// Debian's package redis-server: the counting is a script that Redis itself runs.
(isInstalled() ? describe : describe.skip)('nodes that share Redis', () => {
  let redis: ChildProcess;
  let port: number;
  const open = async () => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2, disableOfflineQueue: true });
    client.on('error', () => undefined);
    return client.connect();
  };
  const clients: Awaited<ReturnType<typeof open>>[] = [];

  beforeAll(async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    ({ port } = probe.address() as AddressInfo);
    probe.close();
    await once(probe, 'close');
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']);
    await new Promise<void>((resolve) => {
      redis.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
    });
    clients.push(await open(), await open());
  });
  afterAll(() => {
    for (const client of clients) client.destroy();
    redis.kill();
  });

  it('count together, and each for itself while Redis is gone', async () => {
    const bounds = { token: 10, merchant: 1_000 };
    const nodes = clients.map((client) => createCallLimits(bounds, client));
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
