import { randomUUID } from 'node:crypto';
import type { ReplyRequest } from '@inbox/api/wire';
import type { LiveEventType, MediaKind, TempId, TicketId, UploadId } from '@inbox/domain';
import { sendJson, startFakeGraph, until, type FakeGraph } from './fake-graph';
import { addAgent, addTicket, type TestConversation } from './rows';
import { createUpload } from '../conversations/thread/pending-uploads';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from './channel-world';
import type { SignedIn } from '../agents/sessions/session';
import { addChat } from './outgoing';
import { startChannelOutbox } from '../app/channels';
import type { Outbox } from '../platform/outbox/worker';

/** What the test under way is about: a shop with a channel, a Graph API of its own, an agent and their open ticket. */
export const here = {} as {
  world: ChannelWorld;
  graph: FakeGraph;
  shop: Shop;
  me: SignedIn;
  outbox: Outbox;
  line: TestConversation;
  ticket: TicketId;
};

export async function openWorld(): Promise<void> {
  here.world = await createChannelWorld();
}

export async function endTest(): Promise<void> {
  await here.outbox.stop();
  await here.graph.close();
}

type Source = 'whatsapp' | 'instagram' | 'messenger' | 'comment';

export async function begin(source: Source): Promise<void> {
  here.graph = await startFakeGraph();
  here.graph.answer = (call, response) => {
    const n = here.graph.calls.indexOf(call) + 1;
    const answers = {
      messages: [{ id: `sent.${n}` }],
      message_id: `sent.${n}`,
      id: `made.${n}`,
      attachment_id: `up.${n}`,
    };
    sendJson(response, 200, answers);
  };
  here.shop = await addShop(here.world, source === 'comment' ? 'instagram' : source, { outUrl: here.graph.url });
  here.line = await addChat(here.world, here.shop, source);
  const id = await addAgent(here.world.test.db, here.shop.merchantId);
  const agent = { id, first_name: 'Asha', last_name: 'Rao', can_assign_ticket_to_self: true };
  here.me = {
    sessionId: '',
    merchantId: here.shop.merchantId,
    agent: { ...agent, can_assign_ticket_to_other_agent: true, is_store_admin: false },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
  here.ticket = await addTicket(here.world.test.db, here.line, {
    status: 'open',
    owner_id: id,
    ...(source === 'whatsapp' && { session_expiry_at: new Date() }),
  });
  here.outbox = startChannelOutbox({ ...here.world, backOff: () => 1 });
  here.world.onWake(here.outbox.wake);
}

export const request = (change: Partial<ReplyRequest> = {}): ReplyRequest => ({
  message: 'Packed today.',
  conversation_id: here.line.conversationId,
  temp_id: randomUUID() as TempId,
  conversation_source: here.line.source,
  ticket_id: here.ticket,
  to: [],
  cc: [],
  bcc: [],
  convmsg_message_id: null,
  attachment_ids: [],
  seen: null,
  ...change,
});

export async function upload(content_type: string, kind: MediaKind, size = 4): Promise<UploadId> {
  const stored = await here.world.uploads.put(Buffer.from('file'), { maxBytes: 100 });
  const file = { storage_key: stored.storage_key, kind, content_type, filename: `a ${kind}.bin`, size };
  const of = { merchant_id: here.shop.merchantId, agent_id: here.me.agent.id, ticket_id: here.ticket };
  return (await createUpload(here.world.test.db, { ...of, ...file })).id;
}

export const sent = () =>
  here.world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .where('actor', '=', 'merchant')
    .orderBy('id')
    .execute();

export const settled = () => until(async () => (await sent()).every(({ send_status }) => send_status !== 'sending'));

export async function events(): Promise<LiveEventType[]> {
  const rows = await here.world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

export const messageCalls = () => here.graph.calls.filter(({ path }) => path.endsWith('/messages'));
