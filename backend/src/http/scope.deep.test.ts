import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { allCalls as calls, type AnyCallName as CallName } from '@inbox/api/all-calls';
import { failureSchema } from '@inbox/api/wire';
import type { ContentId, TicketId } from '@inbox/domain';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import { ADMIN_CALLS } from '../testing/admin-calls';
import { startTestInbox, type Answered, type TestInbox } from '../testing/inbox';
import {
  addIsolationWorld,
  reachingOver,
  watchRows,
  type IsolationWorld,
  type WatchedRows,
} from '../testing/isolation-world';
import { addEmbedSecret, scopedToken, type EmbedSigner } from '../testing/scoped-token';
import { addAgent, addContent, addConversation, addTicket } from '../testing/rows';

/** Stands in every text of the merchant. */
const SECRET = 'said-to-this-merchant';
/** Stands in what is beyond the ticket of the tokens, although it is of the same conversation, or linked. */
const HIDDEN = 'of-another-ticket';

/** What is common to all tickets, or the agent's own: every token that has the panel may read it. */
const OWN: readonly CallName[] = [
  'allAgents',
  'agentStatus',
  'settings',
  'mailImages',
  'ticketTags',
  'callAccounts',
  'templates',
  'customFields',
  'emailGroups',
  'mailSignatures',
  'saveMailSignature',
  'quickReplies',
  'countQuickReplyUse',
  'reportHealth',
];
/** For the inbox's own page alone. */
const NEVER: readonly CallName[] = [
  'setAgentStatus',
  'logout',
  'exportConversations',
  'takeMentions',
  'panelOperations',
  'changePanel',
  // Only a scope that says so has them.
  ...ADMIN_CALLS,
  'eraseCustomer',
  'signInState',
  'endSession',
  'endOtherSessions',
  'offerPasskey',
  'addPasskey',
  'removePasskey',
  'offerSecondStep',
  'confirmSecondStep',
  'removeSecondStep',
  'renewRecoveryCodes',
];
/** What only reads. */
const READS: readonly CallName[] = [
  ...OWN.filter((name) => name !== 'saveMailSignature' && name !== 'countQuickReplyUse'),
  'ticketList',
  'ticketCounter',
  'foundCount',
  'sentMessages',
  'content',
  'findInConversation',
  'scheduledMails',
  'scheduledText',
  'handledTime',
  'customerDetails',
  'customerFigures',
  'sameCustomers',
  'customerOrders',
  'customerCheckouts',
  'customerShop',
  'customerTicket',
  'customerTickets',
  'customerInfo',
  'linkedTickets',
  'fieldValues',
  'notes',
];
/** Calls that a token for one panel has, besides those of every panel. */
const EVERY_PANEL: readonly CallName[] = ['allAgents', 'agentStatus', 'settings', 'reportHealth'];
const QUICK_REPLIES: readonly CallName[] = [
  ...EVERY_PANEL,
  'customerDetails',
  'customerOrders',
  'quickReplies',
  'countQuickReplyUse',
  'saveQuickReply',
  'deleteQuickReply',
  'importQuickReplies',
];

const names = Object.keys(calls) as CallName[];

let inbox: TestInbox;
/** All rows of the merchant. */
let watched: WatchedRows;
let world: IsolationWorld;
let signer: EmbedSigner;
/** A store admin who operates panels: whatever is refused is so for the token's sake. */
let sub: string;
/** Of another customer. */
let elsewhere: { ticket: TicketId; customer: string };
/** In the conversation of the world's ticket, before it. */
let hidden: { ticket: TicketId; content: ContentId };

beforeAll(async () => {
  inbox = await startTestInbox();
  const { db } = inbox;
  world = await addIsolationWorld(inbox, SECRET);
  const { merchant, line } = world;
  watched = await watchRows(inbox, merchant);
  signer = await addEmbedSecret(inbox, merchant);
  const user_permissions = ['access_connect_chat_page', OPERATIONS_PERMISSION];
  sub = String(await addAgent(db, merchant, { is_store_admin: true, user_permissions }));
  const other = await addConversation(db, merchant, 'whatsapp', { full_name: 'Meera' });
  elsewhere = { ticket: await addTicket(db, other, { full_name: 'Meera' }), customer: String(other.customerId) };

  const ticket = await addTicket(db, line, { status: 'closed', full_name: SECRET, subject: HIDDEN, tags: [HIDDEN] });
  const content = await addContent(db, line, ticket, { message: HIDDEN });
  hidden = { ticket, content };
  const [low_id, high_id] = [world.ticket, ticket].sort((a, b) => a - b) as [TicketId, TicketId];
  await db
    .insertInto('ticket_links')
    .values({ merchant_id: merchant, low_id, high_id, agent_id: world.agent })
    .execute();
});

afterAll(() => inbox.close());

const token = (scope: object) => scopedToken(signer, { sub, scope });
const reaching = () => reachingOver(world, { secret: SECRET, mailbox: 'care@shop.example' });

function refusedByScope({ status, body }: Answered): boolean {
  return status === 403 && failureSchema.parse(body).error.code === 'beyond_scope';
}

it('the lists of this test name calls that there are', () => {
  expect([...OWN, ...NEVER, ...READS, ...QUICK_REPLIES].filter((name) => !names.includes(name))).toEqual([]);
});

describe.each<[string, () => object]>([
  ['a ticket of another customer', () => ({ tickets: [elsewhere.ticket] })],
  ['another customer', () => ({ customers: [elsewhere.customer] })],
  ['no ticket at all', () => ({ tickets: [] })],
])('a token for %s', (_name, scope) => {
  beforeAll(() => watched.changes());

  it.each(names)('%s answers nothing beyond it', async (name) => {
    const answered = await inbox.call(await token(scope()), name, reaching()[name]);
    const changes = await watched.changes();
    if (OWN.includes(name)) {
      expect(answered.status).not.toBe(403);
      return;
    }
    expect(refusedByScope(answered)).toBe(true);
    expect(JSON.stringify(answered.body)).not.toContain(SECRET);
    expect(changes).toEqual([]);
  });
});

describe('a token for one ticket', () => {
  it.each(names)('%s says nothing of the others of its conversation, nor of linked ones', async (name) => {
    if (name === 'ticketTags') return;
    const answered = await inbox.call(await token({ tickets: [world.ticket] }), name, reaching()[name]);
    expect(JSON.stringify(answered.body)).not.toContain(HIDDEN);
    expect(linksIn(answered.body)).not.toContain(hidden.ticket);
  });

  it('does not reach another ticket by anything that a reply carries', async () => {
    const reply = {
      message: 'Hello',
      conversation_id: world.line.conversationId,
      conversation_source: 'whatsapp',
      ticket_id: world.ticket,
    };
    const stored = randomUUID();
    await addContent(inbox.db, world.line, hidden.ticket, {
      message: HIDDEN,
      actor: 'merchant',
      agent_id: world.agent,
      temp_id: stored as never,
    });
    const only = await token({ tickets: [world.ticket] });
    for (const carried of [
      { temp_id: stored },
      { temp_id: randomUUID(), convmsg_message_id: hidden.content },
      { temp_id: randomUUID(), again_of: hidden.content },
      { temp_id: randomUUID(), ticket_id: hidden.ticket },
    ]) {
      const answered = await inbox.call(only, 'reply', { body: { ...reply, ...carried } });
      expect(refusedByScope(answered)).toBe(true);
    }
  });

  it('does what its agent may with that one', async () => {
    const only = await token({ tickets: [world.ticket], panels: ['conversation', 'customer-panel'] });
    const content = await inbox.call(only, 'content', { params: { ticket_id: world.ticket } });
    expect([content.status, JSON.stringify(content.body).includes(SECRET)]).toEqual([200, true]);
    const read = await inbox.call(only, 'markUnread', { body: { ticket_id: world.ticket } });
    expect(read.status).toBe(200);
    const details = await inbox.call(only, 'customerDetails', {
      params: { conversation_id: world.line.conversationId },
    });
    expect(details.status).toBe(200);
  });

  it('has full pages of its thread, however much others have said since', async () => {
    for (let times = 0; times < 3; times += 1)
      await addContent(inbox.db, world.line, hidden.ticket, { message: HIDDEN });
    const { body } = await inbox.call(await token({ tickets: [world.ticket] }), 'content', {
      params: { ticket_id: world.ticket },
      query: { page_size: '1' },
    });
    expect(body).toMatchObject({ data: { content: [{ ticket_id: world.ticket }] } });
  });

  it('changes nothing by filters, which reach over the inbox', async () => {
    const body = { filters: { ticket_status: 'open' }, status: 'closed' };
    const answered = await inbox.call(await token({ tickets: [world.ticket] }), 'setStatus', { body });
    expect(refusedByScope(answered)).toBe(true);
  });
});

describe('a token for a customer', () => {
  it('reaches all tickets of that customer', async () => {
    const theirs = await token({ customers: [String(world.line.customerId)] });
    for (const ticket_id of [world.ticket, hidden.ticket]) {
      expect((await inbox.call(theirs, 'content', { params: { ticket_id } })).status).toBe(200);
    }
    const { body } = await inbox.call(theirs, 'customerTickets', {
      params: { conversation_id: world.line.conversationId },
    });
    expect(JSON.stringify(body)).toContain(`"id":${hidden.ticket}`);
  });
});

describe('a token that only reads', () => {
  beforeAll(() => watched.changes());

  it.each(names)('%s changes nothing', async (name) => {
    const answered = await inbox.call(await token({ readOnly: true }), name, reaching()[name]);
    expect([name, refusedByScope(answered)]).toEqual([name, !READS.includes(name)]);
    expect(await watched.changes()).toEqual([]);
  });
});

describe.each<[string, readonly CallName[]]>([
  ['quick-replies', QUICK_REPLIES],
  ['loyalty', EVERY_PANEL],
])('a token for the panel %s', (panel, its) => {
  it.each(names)('%s', async (name) => {
    const answered = await inbox.call(await token({ panels: [panel] }), name, reaching()[name]);
    expect([name, refusedByScope(answered)]).toEqual([name, !its.includes(name)]);
  });
});

describe('files', () => {
  const get = async (url: string, scope: object): Promise<number> => {
    const { statusCode } = await inbox.app.inject({ url, headers: { authorization: await token(scope) } });
    return statusCode;
  };

  it('are those of the tickets within reach', async () => {
    const [of, beyond] = [{ tickets: [world.ticket] }, { tickets: [elsewhere.ticket] }];
    const file = `/api/inbox/attachments/${world.attachment}/`;
    expect([await get(file, of), await get(file, beyond)]).toEqual([200, 403]);
    expect(await get(file, { tickets: [world.ticket], panels: ['quick-replies'] })).toBe(403);
    for (const path of [`emails/${world.content}/original/`, `emails/${world.content}/whole/`, 'posts/1/picture/']) {
      expect([path, await get(`/api/inbox/${path}`, beyond)]).toEqual([path, 403]);
    }
  });

  it('raw messages and previews are for the inbox’s own page', async () => {
    const whole = { panels: ['conversation'] };
    expect(await get(`/api/inbox/messages/${world.content}/raw/`, whole)).toBe(403);
    expect(await get('/api/inbox/panels/conversation/releases/1.0.0/', whole)).toBe(403);
    expect(await get('/main-site/api/whatsapp/config/has_error/', whole)).toBe(403);
  });

  it('are not left for a ticket beyond reach, nor by a token that only reads', async () => {
    for (const scope of [{ tickets: [elsewhere.ticket] }, { readOnly: true }]) {
      const form = new FormData();
      form.append('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'a.pdf');
      const { statusCode } = await inbox.app.inject({
        method: 'POST',
        url: `/api/inbox/conversations/${world.ticket}/media/`,
        headers: { authorization: await token(scope) },
        payload: form,
      });
      expect(statusCode).toBe(403);
    }
  });
});

describe('pictures of mails', () => {
  it('have an address that is good no longer than the token', async () => {
    const { body } = await inbox.call(await token({ tickets: [world.ticket] }), 'mailImages');
    const { base } = (body as { data: { base: string } }).data;
    const url = `${base}?url=http://127.0.0.1:2/x.png`;
    const status = async () => (await inbox.app.inject({ url })).statusCode;
    // The picture is not there, and may be asked for.
    expect(await status()).toBe(404);
    inbox.clock.now = () => new Date(Date.now() + 3_600_000);
    const later = await status();
    inbox.clock.now = () => new Date();
    expect(later).toBe(401);
  });
});

/** Every list of linked tickets, wherever it stands in an answer. */
function linksIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'linked_ticket_ids' && Array.isArray(inner) ? (inner as unknown[]) : linksIn(inner),
  );
}
