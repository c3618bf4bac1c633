import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls as calls, type AnyCallName as CallName } from '@inbox/api/all-calls';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { ADMIN_CALLS } from '../testing/admin-calls';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import {
  addIsolationWorld,
  reachingOver,
  watchRows,
  type IsolationWorld,
  type WatchedRows,
} from '../testing/isolation-world';
import { addEmbedSecret, listenTo, scopedToken } from '../testing/scoped-token';
import { addAgent, addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';
import { insertRaw } from '../conversations/thread/message-raws';

/** Stands in every text of the first merchant: nothing that the second is answered may hold it. */
const SECRET = 'only-for-the-first-merchant';
/** A shop's admin is no operator. */
const OPERATORS_ONLY: readonly string[] = ['panelOperations', 'changePanel'];

let inbox: TestInbox;
/** All rows of the first merchant. */
let watched: WatchedRows;
let world: IsolationWorld;
let first: MerchantId;
let agent: AgentId;
let line: TestConversation;
let ticket: TicketId;
let comment: IsolationWorld['comment'];
let attachment: IsolationWorld['attachment'];
/** The second merchant's own. */
let mailbox: string;
let stranger: { token: string; admin: string };
/** Tokens of the second merchant's embedding pages, whose scopes name what is the first's. */
let narrow: string[];

beforeAll(async () => {
  inbox = await startTestInbox();
  const { db } = inbox;
  world = await addIsolationWorld(inbox, SECRET);
  ({ merchant: first, agent, line, ticket, comment, attachment } = world);
  watched = await watchRows(inbox, first);
  const second = await addMerchant(db, 'The other shop');
  const mails = await addConversation(db, second, 'email');
  const { external_id } = await db
    .selectFrom('accounts')
    .select('external_id')
    .where('id', '=', mails.accountId)
    .executeTakeFirstOrThrow();
  mailbox = external_id;
  const other = await addAgent(db, second);
  const admin = await addAgent(db, second, { is_store_admin: true });
  stranger = { token: await inbox.signIn(second, other), admin: await inbox.signIn(second, admin) };
  const by = await addEmbedSecret(inbox, second);
  const scopes = [
    { tickets: [ticket, world.commented, world.called.ticket] },
    { customers: [String(line.customerId), String(world.commentLine.customerId)] },
    { panels: ['ticket-list', 'conversation', 'customer-panel', 'quick-replies'], analytics: true },
    { readOnly: true, analytics: true },
  ];
  narrow = await Promise.all(scopes.map((scope) => scopedToken(by, { sub: String(admin), scope })));
});

afterAll(() => inbox.close());

const reaching = () => reachingOver(world, { secret: SECRET, mailbox });

/** They want a password, a code or a device of whoever calls, which are those of the first here. */
const PROVING: readonly CallName[] = [
  'offerPasskey',
  'addPasskey',
  'removePasskey',
  'offerSecondStep',
  'confirmSecondStep',
  'removeSecondStep',
  'renewRecoveryCodes',
];

it('the first merchant has something in every table that has a merchant', async () => {
  const empty = Object.entries(await watched.all())
    .filter(([, rows]) => rows.length === 0)
    .map(([table]) => table);
  expect(empty).toEqual([]);
});

describe('with a narrow token of another merchant', () => {
  // What they have imported for themselves would be taken for the first's.
  afterAll(() => inbox.db.deleteFrom('quick_replies').where('merchant_id', '!=', first).execute());

  beforeAll(() => watched.changes());

  it.each(Object.keys(calls) as CallName[])('%s shows and changes nothing', async (name) => {
    for (const token of narrow) {
      const answered = await inbox.call(token, name, reaching()[name]);
      expect([200, 403, 404]).toContain(answered.status);
      expect(JSON.stringify(answered.body)).not.toContain(SECRET);
    }
    expect(await watched.changes()).toEqual([]);
  });

  it('no file is there', async () => {
    for (const authorization of narrow) {
      const answered = await inbox.app.inject({
        url: `/api/inbox/attachments/${attachment}/`,
        headers: { authorization },
      });
      expect([403, 404]).toContain(answered.statusCode);
      expect(answered.body).not.toContain(SECRET);
    }
  });

  it('a socket hears nothing of the first', async () => {
    for (const token of narrow) {
      const { said, end } = await listenTo(inbox, token);
      await inbox.call(await inbox.signIn(first, agent), 'markUnread', { body: { ticket_id: ticket } });
      const heard = await said({ type: 'conversations.mark_unread', data: { ticket_id: ticket } });
      end();
      expect(heard.join()).not.toContain(SECRET);
      expect(heard.at(-1)).toContain('live.refused');
    }
  });
});

describe('with the token of another merchant', () => {
  beforeAll(() => watched.changes());

  it.each(Object.keys(calls) as CallName[])('%s shows and changes nothing', async (name) => {
    const parts = reaching()[name];
    expect(parts).toBeDefined();
    for (const token of [stranger.admin, stranger.token]) {
      const answered = await inbox.call(token, name, parts);
      const isClosed = OPERATORS_ONLY.includes(name) || (ADMIN_CALLS.includes(name) && token === stranger.token);
      expect(isClosed ? [403] : PROVING.includes(name) ? [422] : [200, 404]).toContain(answered.status);
      expect(JSON.stringify(answered.body)).not.toContain(SECRET);
      // Who logged out comes back for the calls that follow.
      if (name === 'logout') await inbox.db.updateTable('sessions').set({ ended_at: null }).execute();
    }
    expect(await watched.changes()).toEqual([]);
  });

  it('no ticket is listed or counted', async () => {
    const list = await inbox.call(stranger.admin, 'ticketList');
    const counts = await inbox.call(stranger.admin, 'ticketCounter');
    expect([list.body, counts.body]).toMatchObject([{ data: { tickets: [] } }, { data: { all: 0 } }]);
  });

  it('a ticket cannot be handed to an agent of the first', async () => {
    const { merchant_id: second } = await inbox.db
      .selectFrom('agents')
      .select('merchant_id')
      .where('merchant_id', '!=', first)
      .executeTakeFirstOrThrow();
    const own = await addTicket(inbox.db, await addConversation(inbox.db, second));
    const body = { ticket_ids: [own], transfer_to: agent };
    expect((await inbox.call(stranger.admin, 'transfer', { body })).status).toBe(404);
  });

  it('a file is not there, and is for those whose it is', async () => {
    const url = `/api/inbox/attachments/${attachment}/`;
    const refused = await inbox.app.inject({ url, headers: { authorization: stranger.admin } });
    expect(refused.statusCode).toBe(404);
    expect(refused.body).not.toContain(SECRET);
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body]).toEqual([200, SECRET]);
  });

  it('the original of a mail is not there, and is for those whose mail it is', async () => {
    const { storage_key } = await inbox.uploads.put(Buffer.from(SECRET), { maxBytes: 100 });
    const details = JSON.stringify({ original_key: storage_key });
    const mail = await addContent(inbox.db, line, ticket, { content_type: 'email', details });
    const url = `/api/inbox/emails/${mail}/original/`;
    const refused = await inbox.app.inject({ url, headers: { authorization: stranger.admin } });
    expect(refused.statusCode).toBe(404);
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([200, SECRET, 'application/octet-stream']);
  });

  it('a message as the channel told it is for the store’s own admins alone', async () => {
    const message = await addContent(inbox.db, line, ticket, {});
    await insertRaw(inbox.db, first, message, SECRET);
    const url = `/api/inbox/messages/${message}/raw/`;
    const get = async (authorization?: string) => {
      const { statusCode, body } = await inbox.app.inject({
        url,
        ...(authorization && { headers: { authorization } }),
      });
      return [statusCode, body.includes(SECRET)];
    };
    const own = await addAgent(inbox.db, first, { is_store_admin: true });
    expect(await get()).toEqual([401, false]);
    expect(await get(stranger.admin)).toEqual([404, false]);
    expect(await get(await inbox.signIn(first, agent))).toEqual([403, false]);
    expect(await get(await inbox.signIn(first, own))).toEqual([200, true]);
  });

  it('the picture of a post is not there, and is for those whose post it is', async () => {
    const { storage_key } = await inbox.uploads.put(Buffer.from(SECRET), { maxBytes: 100 });
    const { id } = await inbox.db
      .updateTable('posts')
      .set({ storage_key, picture_type: 'image/png' })
      .where('merchant_id', '=', first)
      .where('external_id', '=', comment.post_id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const url = `/api/inbox/posts/${id}/picture/`;
    for (const token of [stranger.admin, stranger.token]) {
      const refused = await inbox.app.inject({ url, headers: { authorization: token } });
      expect(refused.statusCode).toBe(404);
      expect(refused.body).not.toContain(SECRET);
    }
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([200, SECRET, 'image/png']);
  });

  it('a socket hears nothing of the first', async () => {
    const socket = await inbox.socket(stranger.admin);
    const heard: string[] = [];
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    await new Promise((resolve) => socket.once('open', resolve));
    await inbox.call(await inbox.signIn(first, agent), 'markUnread', { body: { ticket_id: ticket } });
    const ref = 'the last word';
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => data.toString().includes(ref) && resolve());
    });
    socket.send(JSON.stringify({ type: 'conversations.mark_unread', ref, data: { ticket_id: ticket } }));
    await answered;
    socket.terminate();
    expect(heard.join()).not.toContain(SECRET);
    expect(heard.at(-1)).toContain('live.refused');
  });
});

describe('the list of calls reaching over', () => {
  it('names every call there is', () => {
    expect(Object.keys(reaching()).sort()).toEqual(Object.keys(calls).sort());
  });
});
