import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientMessage } from '@inbox/api/wire';
import {
  LIVE_EVENTS,
  type AgentId,
  type CustomerId,
  type LiveFacts,
  type LiveSignal,
  type LiveSignalType,
  type MerchantId,
  type TemplateId,
  type TicketId,
} from '@inbox/domain';
import { change } from '../platform/db/unit-of-work';
import { addOrigin, removeOrigin } from '../embed/origins';
import { closeCode, startTestInbox, type TestInbox } from '../testing/inbox';
import { addEmbedSecret, listenTo, scopedToken, type EmbedSigner } from '../testing/scoped-token';
import { addAgent, addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';
import { readThread } from '../conversations/thread/thread';
import { findTicket, toTicket } from '../tickets/lifecycle/ticket-rows';

/** In all that is said of tickets which the tokens are not for. */
const BEYOND = 'beyond-the-scope';
const WITHIN = 'within-the-scope';

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let signer: EmbedSigner;
let mine: { ticket: TicketId; line: TestConversation; facts: LiveFacts };
let other: typeof mine;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
  signer = await addEmbedSecret(inbox, shop);
  mine = await somebody(WITHIN);
  other = await somebody(BEYOND);
});
afterAll(() => inbox.close());

/** A customer with a ticket, and what an event tells of it. */
async function somebody(full_name: string): Promise<typeof mine> {
  const line = await addConversation(inbox.db, shop, 'whatsapp', { full_name });
  const ticket = await addTicket(inbox.db, line, { full_name, status: 'open', owner_id: asha });
  await addContent(inbox.db, line, ticket, { message: full_name });
  const row = await findTicket(inbox.db, shop, ticket);
  if (row === undefined) throw new Error('There is no ticket.');
  const { content } = await readThread(inbox.db, shop, {
    conversationId: line.conversationId,
    pageSize: 1,
    since: null,
  });
  return { ticket, line, facts: { tickets: [toTicket(row)], items: content } };
}

const listen = async (scope: object) => listenTo(inbox, await scopedToken(signer, { sub: String(asha), scope }));

const bound: readonly [string, () => object][] = [
  ['a ticket', () => ({ tickets: [mine.ticket] })],
  ['a customer', () => ({ customers: [String(mine.line.customerId)] })],
  ['a ticket, reading only', () => ({ tickets: [mine.ticket], readOnly: true })],
];

/** What nobody but the token's own tickets hear of. */
const deaf: readonly [string, () => object][] = [
  ['no ticket', () => ({ tickets: [] })],
  ['a panel without tickets', () => ({ panels: ['quick-replies'] })],
];

/** Publishes an event of each type. @returns the number of the last */
async function publishAll(facts: LiveFacts): Promise<number> {
  for (const type of LIVE_EVENTS) {
    await change(inbox.context, { merchantId: shop, by: asha }, async ({ publish }) => publish(type, facts));
  }
  const { live_seq } = await inbox.db
    .selectFrom('merchants')
    .select('live_seq')
    .where('id', '=', shop)
    .executeTakeFirstOrThrow();
  return live_seq;
}

const both = (): LiveFacts => ({
  tickets: [...other.facts.tickets, ...mine.facts.tickets],
  items: [...mine.facts.items, ...other.facts.items],
});
const typesOf = (heard: readonly string[]): string[] =>
  heard.map((text) => (JSON.parse(text) as { type: string }).type);

describe('events', () => {
  it.each(bound)('of every type: a page for %s hears its own half', async (_name, scope) => {
    const page = await listen(scope());
    await page.until(`"seq":${await publishAll(both())}`);
    page.end();
    expect(page.heard.join()).not.toContain(BEYOND);
    for (const type of LIVE_EVENTS) {
      const event = page.heard.find((text) => text.includes(`"type":"${type}"`));
      expect([type, event?.includes(WITHIN)]).toEqual([type, true]);
    }
  });

  it.each([...bound, ...deaf])('of other tickets: a page for %s hears that there was one', async (_name, scope) => {
    const page = await listen(scope());
    await page.until(`"seq":${await publishAll(other.facts)}`);
    page.end();
    expect(typesOf(page.heard).filter((type) => LIVE_EVENTS.some((event) => event === type))).toEqual([]);
    expect(typesOf(page.heard).filter((type) => type === 'live.skip')).toHaveLength(LIVE_EVENTS.length);
  });

  it('that were missed are replayed within the scope', async () => {
    const token = await scopedToken(signer, { sub: String(asha), scope: { tickets: [mine.ticket] } });
    const last = await publishAll(both());
    const socket = await inbox.socket(token, last - 2);
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        heard.push(data.toString());
        if (data.toString().includes('live.caught_up')) resolve();
      });
    });
    socket.terminate();
    expect(heard.join()).not.toContain(BEYOND);
    expect(heard.join()).toContain(WITHIN);
  });

  it('are not heard by a token that has expired', async () => {
    const page = await listen({ tickets: [mine.ticket] });
    inbox.clock.now = () => new Date(Date.now() + 3_600_000);
    const last = await publishAll(both());
    await page.until(`"seq":${last}`);
    inbox.clock.now = () => new Date();
    page.end();
    expect(page.heard.join()).not.toContain(WITHIN);
  });
});

/** Of each signal one about the other customer and ticket, or about the whole inbox; null for what is everybody's. */
const signals = (of: typeof mine): { [T in LiveSignalType]: Extract<LiveSignal, { type: T }> | null } => ({
  'conversations.agent_counter_update': { type: 'conversations.agent_counter_update', counts: { all: 41 } },
  'conversations.unassigned_counter_update': { type: 'conversations.unassigned_counter_update', counts: { all: 42 } },
  'tickets.popular_tags': null,
  'tickets.presence': {
    type: 'tickets.presence',
    ticket_id: of.ticket,
    agents: [{ agent_id: asha, doing: 'viewing' }],
  },
  'tickets.progress': { type: 'tickets.progress', ref: 'x', done: 1, total: 2 },
  'customers.changed': { type: 'customers.changed', customer_ids: [of.line.customerId] },
  'customers.erased': null,
  'tickets.mentioned': { type: 'tickets.mentioned' },
  'agents.changed': null,
  'settings.changed': null,
  'quick_replies.changed': null,
  'scheduled_mails.changed': { type: 'scheduled_mails.changed', ticket_id: of.ticket },
  'templates.changed': null,
});

function signalAll(of: typeof mine): LiveSignalType[] {
  const told = Object.values(signals(of)).filter((signal) => signal !== null);
  for (const signal of told) inbox.context.live.signal(shop, signal);
  // Of what is the whole shop's, after which all before has been said.
  inbox.context.live.signal(shop, {
    type: 'templates.changed',
    templates: [{ id: 77 as TemplateId, status: 'paused' }],
  });
  inbox.context.live.signal(shop, { type: 'agents.changed' });
  return told.map(({ type }) => type);
}

describe('signals', () => {
  it.each([...bound, ...deaf])('of every type: a page for %s hears none of others', async (_name, scope) => {
    const page = await listen(scope());
    const told = signalAll(other);
    await page.until('agents.changed');
    page.end();
    expect(typesOf(page.heard).filter((type) => told.some((each) => each === type))).toEqual([]);
  });

  it.each(bound)('of its own reach a page for %s', async (_name, scope) => {
    const page = await listen(scope());
    signalAll(mine);
    await page.until('agents.changed');
    page.end();
    const its = ['tickets.presence', 'customers.changed', 'scheduled_mails.changed', 'templates.changed'];
    expect(typesOf(page.heard).filter((type) => !type.startsWith('live.'))).toEqual([...its, 'agents.changed']);
  });

  it('of two customers name the one that the page is for', async () => {
    const page = await listen({ customers: [String(mine.line.customerId)] });
    const customer_ids: CustomerId[] = [other.line.customerId, mine.line.customerId];
    inbox.context.live.signal(shop, { type: 'customers.changed', customer_ids });
    await page.until('customers.changed');
    page.end();
    const told = page.heard.find((text) => text.includes('customers.changed')) ?? '';
    expect(JSON.parse(told)).toEqual({ type: 'customers.changed', customer_ids: [mine.line.customerId] });
  });
});

type Said = { [T in ClientMessage['type']]: Omit<Extract<ClientMessage, { type: T }>, 'ref'> };
const messages = (ticket_id: TicketId): Said => ({
  'conversations.mark_unread': { type: 'conversations.mark_unread', data: { ticket_id } },
  'tickets.set_priority': { type: 'tickets.set_priority', data: { ticket_id, priority: 1 } },
  'tickets.add_subscriber': { type: 'tickets.add_subscriber', data: { ticket_id, agent_id: asha } },
  'tickets.remove_subscriber': { type: 'tickets.remove_subscriber', data: { ticket_id, agent_id: asha } },
  'tickets.popular_tags': { type: 'tickets.popular_tags' },
  'tickets.presence': { type: 'tickets.presence', data: { ticket_id, doing: 'viewing' } },
  'page.releases': { type: 'page.releases', data: { releases: ['conversation@1.0.0-0000000000'] } },
  'page.erasures': { type: 'page.erasures', data: { since: 0 } },
});
/** About no ticket, and without a change of anything that agents see. */
const HARMLESS = ['tickets.popular_tags', 'page.releases', 'page.erasures'];

describe('what a page says', () => {
  const lastOf = async (page: Awaited<ReturnType<typeof listen>>, message: object) => {
    const heard = await page.said(message);
    return typesOf(heard.filter((text) => text.includes('"ref"'))).at(-1);
  };

  it.each(bound)('a page for %s changes no other ticket', async (_name, scope) => {
    const page = await listen(scope());
    for (const [type, message] of Object.entries(messages(other.ticket))) {
      const expected = HARMLESS.includes(type) ? 'live.done' : 'live.refused';
      expect([type, await lastOf(page, message)]).toEqual([type, expected]);
    }
    page.end();
    expect(toTicket((await findTicket(inbox.db, shop, other.ticket))!)).toEqual(other.facts.tickets[0]);
  });

  it('a page for a ticket changes that one, and one that only reads does not', async () => {
    const own = await listen({ tickets: [mine.ticket] });
    const reading = await listen({ tickets: [mine.ticket], readOnly: true });
    for (const [type, message] of Object.entries(messages(mine.ticket))) {
      const isRead = HARMLESS.includes(type);
      expect([type, await lastOf(reading, message)]).toEqual([type, isRead ? 'live.done' : 'live.refused']);
      expect([type, await lastOf(own, message)]).toEqual([type, 'live.done']);
    }
    own.end();
    reading.end();
  });
});

describe('a socket of another origin', () => {
  const origin = 'https://shop.example';
  const open = (token: string) => inbox.socket(token, undefined, { origin });

  it('is for pages that the merchant of the token lists, and closes when it does no more', async () => {
    const token = await inbox.signIn(shop, asha);
    const elsewhere = await addMerchant(inbox.db);
    await addOrigin(inbox.db, elsewhere, origin);
    expect(await closeCode(await open(token))).toBe(4403);

    await addOrigin(inbox.db, shop, origin);
    const socket = await open(token);
    await new Promise((resolve) => socket.once('message', resolve));
    const closed = closeCode(socket);
    await removeOrigin(inbox.db, shop, origin);
    expect(await closed).toBe(4403);
    await removeOrigin(inbox.db, elsewhere, origin);
  });
});
