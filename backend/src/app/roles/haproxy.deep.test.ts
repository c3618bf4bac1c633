import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { createChannelWorld, type ChannelWorld } from '../../testing/channel-world';
import { startRedis } from '../../testing/fake-redis';
import { noHaproxy, startHaproxy, type Haproxy } from '../../testing/haproxy';
import { ROLE_SECRET, startRole } from '../../testing/roles';
import { addAgent, addMerchant } from '../../testing/rows';
import type { Inbox } from '../inbox';

const describeHere = noHaproxy === null ? describe : describe.skip;

describeHere('behind HAProxy as deploy/haproxy has it', () => {
  let world: ChannelWorld;
  let redis: Server;
  let web: Inbox;
  let live: Inbox;
  let balancer: Haproxy;

  beforeAll(async () => {
    world = await createChannelWorld();
    redis = startRedis().listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const { port } = redis.address() as AddressInfo;
    web = await startRole('web', world, port);
    live = await startRole('live', world, port);
    balancer = await startHaproxy({ web: web.url, live: live.url });
  }, 120_000);

  afterAll(async () => {
    await balancer?.stop();
    await live?.close();
    await web?.close();
    redis?.close();
    await world?.end();
  });

  it('calls go to the web, and a page is told what happens', async () => {
    const merchantId = await addMerchant(world.test.db);
    const agentId = await addAgent(world.test.db, merchantId, { email: 'asha@shop.example' });
    const session = { ...web.context, tokens: createTokens(fixedKeys([ROLE_SECRET])) };
    const token = (await startSession(session, merchantId, agentId)) ?? '';
    expect((await fetch(`${balancer.url}/main-site/login`)).status).toBe(200);
    const page = new WebSocket(`${balancer.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    const [hello] = (await once(page, 'message')) as [Buffer];
    expect(JSON.parse(hello.toString())).toMatchObject({ type: 'live.hello' });
    page.terminate();
  });
});
