import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { WebSocket } from 'ws';
import { readContent } from '../../audit/read-content';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { change, delivery, message, sign } from '../../channels/meta/fixtures';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { noPgbouncer, startPgbouncer, type Pgbouncer } from '../../testing/pgbouncer';
import { addAgent } from '../../testing/rows';
import { startInbox, type Inbox } from '../inbox';
import { readSettings } from '../settings/settings';

const SECRET = 'a secret for tests, long enough to be one';
const describeHere = noPgbouncer === null ? describe : describe.skip;

let world: ChannelWorld;
let pooler: Pgbouncer;
let graph: FakeGraph;
let shop: Shop;
let inbox: Inbox;
const faults: string[] = [];

describeHere('behind PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    world = await createChannelWorld();
    graph = await startFakeGraph();
    shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
    pooler = await startPgbouncer(world.test.url, 3);
    const env = {
      PORT: '0',
      INBOX_SMTP_PORT: '0',
      INBOX_SEED: 'none',
      INBOX_JWT_SECRET: SECRET,
      INBOX_DATA_DIR: world.dataDir,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: world.test.url,
    };
    inbox = await startInbox({
      settings: readSettings(env, '/'),
      root: '/nowhere',
      logger: pino({ level: 'error' }, { write: (line: string) => void faults.push(line) }),
      say: () => undefined,
      fail: () => undefined,
      signal: new AbortController().signal,
    });
  });
  afterAll(async () => {
    await inbox?.close();
    await pooler?.stop();
    await graph?.close();
    await world?.end();
  });

  const signedIn = async (email: string) => {
    const agent = await addAgent(world.test.db, shop.merchantId, { email });
    const deps = { ...inbox.context, tokens: createTokens(fixedKeys([SECRET])) };
    const token = (await startSession(deps, shop.merchantId, agent)) ?? '';
    const socket = new WebSocket(`${inbox.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    const heard: { type: string }[] = [];
    socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: string }));
    await once(socket, 'open');
    return { agent, token, socket, heard };
  };

  it('twenty messages at once, over three connections, are stored and told, each once', async () => {
    const { socket, heard } = await signedIn('asha@shop.example');
    const deliver = async (n: number): Promise<number> => {
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const said = message({ id: `wamid.${n}`, timestamp, type: 'text', text: { body: `Message ${n}` } });
      const body = JSON.stringify(delivery(change({ messages: [said] }, shop)));
      const headers = { 'x-hub-signature-256': sign(shop.appSecret, body) };
      return (await fetch(`${inbox.url}/channels/meta`, { method: 'POST', headers, body })).status;
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => deliver(n)));
    expect(new Set(answers)).toEqual(new Set([200]));
    await until(() => heard.filter(({ type }) => type === 'conversations.new_message').length === 20);
    socket.terminate();
  });

  it('a page is told at once of a session that ended, as what listens has a connection of its own', async () => {
    const { agent, socket } = await signedIn('dev@shop.example');
    const closed = once(socket, 'close');
    await world.test.db.updateTable('sessions').set({ ended_at: new Date() }).where('agent_id', '=', agent).execute();
    expect((await closed)[0]).toBe(4401);
  });

  it('nobody is taken for whoever had the connection before', async () => {
    const { token } = await signedIn('meera@shop.example');
    const headers = { authorization: `jwt ${token}`, 'content-type': 'application/json' };
    await fetch(`${inbox.url}/api/inbox/agent/sessions/end-others/`, { method: 'POST', headers, body: '{}' });
    const rows = await world.test.db
      .selectFrom('audit_records')
      .selectAll()
      .where('merchant_id', '=', shop.merchantId)
      .execute();
    const records = rows.map(({ content }) => readContent(content));
    // What a channel brings is nobody's work.
    const tickets = records.filter(({ what }) => what.startsWith('ticket.'));
    expect(new Set(tickets.map(({ who }) => who))).toEqual(new Set(['system']));
    expect(faults).toEqual([]);
  });
});
