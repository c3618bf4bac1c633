import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api/wire';
import type { TempId } from '@inbox/domain';
import { build } from 'esbuild';
import { sendJson, startFakeGraph, until, type FakeGraph } from '../testing/fake-graph';
import { addAgent, addTicket } from '../testing/rows';
import { seededRandom } from '../testing/seeded-random';
import { addShop, createChannelWorld, type ChannelWorld } from '../testing/channel-world';
import type { SignedIn } from '../agents/sessions/session';
import { addChat } from '../testing/outgoing';

const ROUNDS = 12;
const CHATS = 6;
/** The most that a process has done when it is killed: each chat's reply is stored, and some are heard. */
const MOST_STEPS = CHATS + 3;
const here = dirname(fileURLToPath(import.meta.url));

let world: ChannelWorld;
let graph: FakeGraph;
let program: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  [world, graph] = await Promise.all([createChannelWorld(), startFakeGraph()]);
  // Bundled once, so that a process is up in a moment each round.
  program = join(world.dataDir, 'crash.child.cjs');
  await build({
    entryPoints: [join(here, 'crash.child.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['pg-native'],
    define: { 'import.meta.url': JSON.stringify('file:///crash.child.js') },
    logLevel: 'silent',
  });
});

afterAll(async () => {
  // Those of a test that failed.
  for (const child of running) await kill(child);
  await graph.close();
  await world.end();
});

interface Sent {
  request: ReplyRequest;
  isAcknowledged: boolean;
}

/** Starts a process; a process that is killed while it starts is no round. */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(program, [world.test.url, world.dataDir], { stdio: 'ignore', execArgv: [] });
  running.add(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  running.delete(child);
}

it('a reply is sent once or left to the agent, wherever the process is killed, and none is lost', async () => {
  const random = seededRandom();
  /** What the process has done so far: replies that it stored, and that the channel heard. */
  let steps = 0;
  // A channel that takes its time: some kills come before it heard, some while it answers, some after.
  const { answer } = graph;
  graph.answer = async (call, response) => {
    await new Promise((resolve) => setTimeout(resolve, random() * 20));
    if (random() < 0.1) return sendJson(response, 503, {});
    heard.push(call.body?.text?.body ?? '');
    steps += 1;
    await new Promise((resolve) => setTimeout(resolve, random() * 5));
    return answer(call, response);
  };
  const heard: string[] = [];

  const shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
  const agentId = await addAgent(world.test.db, shop.merchantId);
  const agent = { id: agentId, first_name: 'Asha', last_name: 'Rao', is_store_admin: true };
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true };
  const who: SignedIn = {
    sessionId: randomUUID(),
    merchantId: shop.merchantId,
    agent: { ...agent, ...rights },
    mayUseInbox: true,
    expiresAt: new Date(),
  };
  const chats = await Promise.all(
    Array.from({ length: CHATS }, async () => {
      const line = await addChat(world, shop);
      return {
        line,
        ticketId: await addTicket(world.test.db, line, { status: 'open', session_expiry_at: new Date() }),
      };
    }),
  );

  const sends = new Map<TempId, Sent>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startProcess();
    steps = 0;
    child.on('message', (told: { stored: TempId }) => {
      const sent = sends.get(told.stored);
      if (sent) sent.isAcknowledged = true;
      steps += 1;
    });
    for (const { line, ticketId } of chats) {
      const temp_id = randomUUID() as TempId;
      const request: ReplyRequest = {
        message: `${line.conversationId} ${round} ${temp_id}`,
        conversation_id: line.conversationId,
        temp_id,
        conversation_source: 'whatsapp',
        ticket_id: ticketId,
        to: [],
        cc: [],
        bcc: [],
        convmsg_message_id: null,
        attachment_ids: [],
        seen: null,
      };
      sends.set(temp_id, { request, isAcknowledged: false });
    }
    // What was not acknowledged is asked again with its temp_id, as a panel does.
    for (const { request, isAcknowledged } of sends.values()) if (!isAcknowledged) child.send({ who, request });
    const last = Math.floor(random() * (MOST_STEPS + 1));
    await until(() => steps >= last);
    await kill(child);
  }

  const survivor = await startProcess();
  survivor.on('message', (told: { stored: TempId }) => {
    const sent = sends.get(told.stored);
    if (sent) sent.isAcknowledged = true;
  });
  for (const { request, isAcknowledged } of sends.values()) if (!isAcknowledged) survivor.send({ who, request });
  const onTheirWay = async () =>
    world.test.db.selectFrom('outbox').select('id').where('state', 'in', ['waiting', 'asking']).execute();
  await until(() => [...sends.values()].every(({ isAcknowledged }) => isAcknowledged));
  await until(async () => (await onTheirWay()).length === 0);
  await kill(survivor);

  const stored = await world.test.db
    .selectFrom('contents')
    .select(['temp_id', 'message', 'send_status'])
    .where('merchant_id', '=', shop.merchantId)
    .where('actor', '=', 'merchant')
    .orderBy('id')
    .execute();
  const times = (message: string) => heard.filter((each) => each === message).length;
  expect(stored).toHaveLength(sends.size);
  expect(new Set(stored.map(({ temp_id }) => temp_id))).toEqual(new Set(sends.keys()));
  expect(stored.filter(({ message }) => times(message) > 1)).toEqual([]);
  expect(stored.filter(({ message, send_status }) => send_status === 'sent' && times(message) !== 1)).toEqual([]);
  expect(stored.filter(({ send_status }) => send_status !== 'sent' && send_status !== 'unknown')).toEqual([]);
  // The drill is worth nothing when every kill came too late, or all came too early.
  expect(stored.filter(({ send_status }) => send_status === 'sent').length).toBeGreaterThan(ROUNDS);

  // Within a conversation they left in the order in which they were stored.
  const order = new Map(stored.map(({ message }, index) => [message, index]));
  for (const { line } of chats) {
    const own = heard
      .filter((message) => message.startsWith(`${line.conversationId} `))
      .map((message) => order.get(message));
    expect(own).toEqual(own.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  }
}, 600_000);
