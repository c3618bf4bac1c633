import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { until } from '../testing/fake-graph';
import { writeAutomation } from './automation';
import { addAgent, addMerchant } from '../testing/rows';
import { listOutbox } from '../platform/outbox/queue';
import { createChannelWorld, type ChannelWorld } from '../testing/channel-world';
import { startSession } from '../agents/sign-in/sign-in';
import { fixedKeys } from '../agents/sessions/signing-keys';
import { createTokens } from '../agents/sessions/token';
import { startChannelOutbox, type ChannelOutboxDeps } from '../app/channels';
import type { Outbox } from '../platform/outbox/worker';

const SECRET = 'a secret of the merchant';
const tokens = createTokens(fixedKeys(['a secret for tests, long enough to be one']));

interface Told {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: ChannelWorld;
let shop: MerchantId;
let asha: AgentId;
let outbox: Outbox | undefined;
let told: Told[];
let answer: (response: ServerResponse) => void;

const server = createServer((request, response) => {
  void request.toArray().then((chunks) => {
    told.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/inbox?shop=1`;

beforeAll(async () => {
  world = await createChannelWorld();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.end();
});

beforeEach(async () => {
  told = [];
  answer = (response) => void response.writeHead(204).end();
  shop = await addMerchant(world.test.db, 'Kurta & Co');
  asha = await addAgent(world.test.db, shop, { first_name: 'Asha', last_name: 'Rao', email: `asha@${shop}.example` });
});
afterEach(async () => {
  await outbox?.stop();
  outbox = undefined;
});

function start(options: Partial<ChannelOutboxDeps> = {}): void {
  const started = startChannelOutbox({ ...world, backOff: () => 1, mayReachPrivate: true, ...options });
  world.onWake(started.wake);
  outbox = started;
}

const turnOn = () => writeAutomation(world.test.db, world.vault, shop, { url: url(), secret: SECRET });
const signIn = () => startSession({ ...world.context, tokens }, shop, asha);
const rows = () => world.test.db.selectFrom('outbox').selectAll().where('merchant_id', '=', shop).execute();
const isState = async (state: string) => (await rows())[0]?.state === state;

describe('a merchant’s automation', () => {
  it('is told of nothing until it is set', async () => {
    await signIn();
    expect(await rows()).toEqual([]);
  });

  it('is told when an agent’s session starts: who, where, what and when, and never the token', async () => {
    await turnOn();
    start();
    const token = (await signIn()) ?? '';
    await until(() => isState('done'));
    expect(told).toHaveLength(1);
    const { headers, body } = told[0]!;
    const event = JSON.parse(body) as Record<string, unknown>;
    expect(event).toEqual({
      id: headers['x-inbox-delivery'],
      event: 'agent.session_started',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      merchant: { id: shop, name: 'Kurta & Co' },
      agent: { id: asha, full_name: 'Asha Rao', email: `asha@${shop}.example` },
    });
    const said = JSON.stringify([headers, body, await rows()]);
    for (const part of token.split('.')) expect(said).not.toContain(part);
    expect(headers.authorization).toBeUndefined();
  });

  it('can check who sent it and when by the signature over the raw body', async () => {
    await turnOn();
    start();
    await signIn();
    await until(() => isState('done'));
    const { headers, body } = told[0]!;
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-inbox-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'));
  });

  it('is told again, as the same event, while it cannot take it', async () => {
    await turnOn();
    answer = (response) => {
      if (told.length === 1) response.destroy();
      else response.writeHead(told.length === 2 ? 503 : 200).end();
    };
    start();
    await signIn();
    await until(() => isState('done'));
    expect(told).toHaveLength(3);
    expect(new Set(told.map(({ body }) => body)).size).toBe(1);
  });

  it.each([400, 404, 302])('that answers %i is not asked again, and the operator sees why', async (status) => {
    await turnOn();
    answer = (response) => void response.writeHead(status, { location: url() }).end();
    start();
    await signIn();
    await until(() => isState('failed'));
    expect(told).toHaveLength(1);
    const [line] = await listOutbox(world.test.db, { limit: 1 });
    expect(line).toMatchObject({
      account: '-',
      kind: 'automation.event',
      last_error: `The automation answered ${status}.`,
    });
  });

  it('that was switched off in the meantime is left alone', async () => {
    await turnOn();
    await signIn();
    await writeAutomation(world.test.db, world.vault, shop, null);
    start();
    await until(() => isState('failed'));
    expect(told).toEqual([]);
  });

  it.each([
    ['at an address of this machine', url],
    ['under a name that leads there', () => url().replace('127.0.0.1', 'localhost').replace('http:', 'https:')],
    ['without encryption', () => 'http://8.8.8.8/hook'],
  ])('is not reached %s unless that is allowed', async (_, at) => {
    await writeAutomation(world.test.db, world.vault, shop, { url: at(), secret: SECRET });
    start({ mayReachPrivate: false });
    await signIn();
    await until(() => isState('failed'));
    expect(told).toEqual([]);
    expect((await rows())[0]?.attempts).toBe(1);
  });
});
