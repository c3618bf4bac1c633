import { randomUUID } from 'node:crypto';
import { shopStatusCalls, type ShopStatus } from '@inbox/api/shop-status';
import type { AnyCallName } from '@inbox/api/all-calls';
import type { AccountId, AgentId, MerchantId } from '@inbox/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addAccount } from '../accounts/accounts';
import { noteMailProblem } from '../accounts/mailbox-queries';
import { storeNotice } from '../conversations/dead-letters/channel-notices';
import { storeDeadLetter, type DeadLetter } from '../conversations/dead-letters/dead-letters';
import { requeue } from '../platform/outbox/queue';
import { dataOf, startTestInbox, type TestInbox } from '../testing/inbox';
import { addAgent, addContent, addConversation, addMerchant, addTicket } from '../testing/rows';

let inbox: TestInbox;
let shop: MerchantId;
let admin: AgentId;
let token: string;

beforeAll(async () => {
  inbox = await startTestInbox();
});
afterAll(() => inbox.close());

beforeEach(async () => {
  shop = await addMerchant(inbox.db);
  admin = await addAgent(inbox.db, shop, { is_store_admin: true, first_name: 'Asha', last_name: 'Rao' });
  token = await inbox.signIn(shop, admin);
});

const status = async (): Promise<ShopStatus> =>
  dataOf(shopStatusCalls.shopStatus, await inbox.call(token, 'shopStatus'));

async function addFailed(change: { state?: 'failed' | 'unknown' | 'done' | 'waiting'; sendStatus?: 'not_sent' } = {}) {
  const { state = 'failed', sendStatus = 'not_sent' } = change;
  const line = await addConversation(inbox.db, shop);
  const ticket = await addTicket(inbox.db, line, {
    status: 'open',
    owner_id: admin,
    session_expiry_at: new Date(Date.now() + 3_600_000),
  });
  const content = await addContent(inbox.db, line, ticket, {
    actor: 'merchant',
    agent_id: admin,
    send_status: sendStatus,
    temp_id: randomUUID() as never,
  });
  const { id } = await inbox.db
    .insertInto('outbox')
    .values({
      merchant_id: shop,
      account_id: line.accountId,
      content_id: content,
      conversation_id: line.conversationId,
      kind: 'whatsapp.text',
      payload: JSON.stringify({ to: '919812345678', text: 'On its way', reply_to_wamid: null }),
      state,
      attempts: 8,
      asked_at: new Date('2026-11-20T09:00:00Z'),
      lease_until: null,
      last_error: state === 'failed' ? '(131026) Message undeliverable' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, line, ticket, content };
}

const letter = (given: Partial<DeadLetter> = {}): Promise<void> =>
  storeDeadLetter(inbox.db, {
    merchantId: shop,
    door: 'meta',
    reason: 'Nothing here reads this.',
    body: Buffer.from(randomUUID()),
    ...given,
  });

const again = async (name: 'dismissNotice' | 'sendAgain' | 'reprocessDeadLetter' | 'deadLetterText', id: number) =>
  inbox.call(token, name satisfies AnyCallName, { params: { id } });

describe('the status of a shop', () => {
  it('is empty, and good, in a shop that begins', async () => {
    expect(await status()).toEqual({
      accounts: [],
      outbox: { waiting: 0, overdue_since: null, failed: 0, unknown: 0, unsent: [] },
      dead_letters: { count: 0, newest: [] },
      notices: [],
      exports: [],
      agents: { all: 1, online: [] },
      permissions: [
        {
          id: admin,
          name: 'Asha Rao',
          use_inbox: true,
          assign_self: true,
          assign_others: true,
          quick_replies: true,
          store_admin: true,
        },
      ],
    });
  });

  it('says of each account when it received and sent last, and what went wrong', async () => {
    const { line, ticket } = await addFailed();
    await addContent(inbox.db, line, ticket, { stored_at: new Date('2026-11-21T08:00:00Z') });
    await addContent(inbox.db, line, ticket, { stored_at: new Date('2026-11-21T07:00:00Z') });
    const sent = await addFailed({ state: 'done' });
    const mails = await addConversation(inbox.db, shop, 'email');
    const key = { merchant_id: shop, account_id: mails.accountId };
    await noteMailProblem(inbox.db, key, 'out', 'The server refuses the password.');
    const { accounts } = await status();
    expect(accounts).toEqual([
      expect.objectContaining({
        id: line.accountId,
        channel: 'whatsapp',
        enabled: true,
        last_received_at: '2026-11-21T08:00:00.000Z',
        last_sent_at: null,
        last_error: { at: '2026-11-20T09:00:00.000Z', text: '(131026) Message undeliverable' },
      }),
      expect.objectContaining({ id: sent.line.accountId, last_sent_at: '2026-11-20T09:00:00.000Z', last_error: null }),
      expect.objectContaining({
        id: mails.accountId,
        out_problem: 'The server refuses the password.',
        in_problem: null,
      }),
    ]);
    expect(JSON.stringify(accounts)).not.toContain('credentials');
  });

  it('counts what waits, since when it is late, and lists what failed', async () => {
    const failed = await addFailed();
    await addFailed({ state: 'unknown' });
    const late = await addFailed({ state: 'waiting' });
    await requeue(inbox.db, { id: late.id, merchant_id: shop, attempts: 8 }, -600_000, 'It does not answer.');
    await addFailed({ state: 'done' });
    const { outbox } = await status();
    expect(outbox).toMatchObject({ waiting: 1, failed: 1, unknown: 1 });
    expect(Date.parse(outbox.overdue_since ?? '')).toBeLessThan(Date.now() - 500_000);
    expect(outbox.unsent.map(({ state }) => state)).toEqual(['unknown', 'failed']);
    expect(outbox.unsent[1]).toEqual({
      id: failed.id,
      what: 'message',
      state: 'failed',
      channel: 'whatsapp',
      account: 'Shop',
      ticket_id: failed.ticket,
      at: '2026-11-20T09:00:00.000Z',
      error: '(131026) Message undeliverable',
    });
  });

  it('lists what each agent of the shop may do who is not disabled, by name', async () => {
    await addAgent(inbox.db, shop, { first_name: 'Zoya', user_permissions: [], can_assign_ticket_to_self: false });
    await addAgent(inbox.db, shop, { first_name: 'Dev', user_permissions: ['access_connect_chat_page'] });
    await addAgent(inbox.db, shop, { first_name: 'Gone', disabled: true });
    await addAgent(inbox.db, await addMerchant(inbox.db), { first_name: 'Stranger' });
    const { permissions } = await status();
    expect(permissions.map(({ name, ...rights }) => [name.split(' ')[0], rights])).toEqual([
      ['Asha', expect.objectContaining({ quick_replies: true, store_admin: true })],
      ['Dev', expect.objectContaining({ use_inbox: true, assign_others: true, quick_replies: false })],
      ['Zoya', expect.objectContaining({ use_inbox: false, assign_self: false, store_admin: false })],
    ]);
  });

  it('names who has pages open, and the reports that were ordered', async () => {
    const socket = await inbox.socket(token);
    await new Promise((resolve) => socket.once('open', resolve));
    await addAgent(inbox.db, shop);
    await addConversation(inbox.db, shop, 'email');
    expect((await inbox.call(token, 'exportConversations', { body: {} })).status).toBe(200);
    const { agents, exports } = await status();
    socket.terminate();
    expect(agents).toMatchObject({ all: 2, online: [{ id: admin, name: 'Asha Rao', pages: 1 }] });
    expect(exports).toMatchObject([{ agent: 'Asha Rao', state: 'waiting', ended_at: null, error: null }]);
  });

  it('and all about it is for store admins alone', async () => {
    const clerk = await inbox.signIn(shop, await addAgent(inbox.db, shop));
    for (const name of ['shopStatus', 'sendAgain', 'deadLetterText', 'reprocessDeadLetter', 'dismissNotice'] as const) {
      expect((await inbox.call(clerk, name, { params: { id: 1 } })).status).toBe(403);
    }
  });
});

it('a notice that an admin dismisses is hidden and logged, and returns when the channel reports the same again', async () => {
  const report = (body: string) =>
    storeNotice(
      inbox.db,
      shop,
      { kind: 'account_alerts', subject: '', is_grave: true, words: 'A limit' },
      { body: Buffer.from(body), now: new Date() },
    );
  await report('first');
  const [notice] = (await status()).notices;
  if (!notice) throw new Error('The notice is not shown.');
  expect((await again('dismissNotice', notice.id)).status).toBe(200);
  // The channel delivers the same once more when it has no answer.
  await report('first');
  expect((await status()).notices).toEqual([]);
  const records = await inbox.db
    .selectFrom('audit_records')
    .select('content')
    .where('merchant_id', '=', shop)
    .execute();
  expect(records.filter(({ content }) => JSON.stringify(content).includes('notice.dismissed'))).toHaveLength(1);
  await report('second');
  expect((await status()).notices).toMatchObject([{ id: notice.id, times: 2 }]);
  expect((await again('dismissNotice', notice.id + 1_000)).status).toBe(404);
});

describe('what failed', () => {
  it('is put in line again, once', async () => {
    const { id, content } = await addFailed();
    expect((await again('sendAgain', id)).status).toBe(200);
    const row = await inbox.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, last_error: null });
    const stored = await inbox.db
      .selectFrom('contents')
      .selectAll()
      .where('id', '=', content)
      .executeTakeFirstOrThrow();
    expect(stored.send_status).toBe('sending');
    expect((await again('sendAgain', id)).status).toBe(409);
  });

  it('is not when the rules forbid it by now', async () => {
    const { id, ticket } = await addFailed();
    await inbox.db
      .updateTable('tickets')
      .set({ session_expiry_at: new Date(0) })
      .where('id', '=', ticket)
      .execute();
    expect((await again('sendAgain', id)).status).toBe(409);
    expect((await status()).outbox).toMatchObject({ failed: 1, waiting: 0 });
  });

  it.each(['unknown', 'done', 'waiting'] as const)('is not what is %s', async (state) => {
    const { id } = await addFailed({ state });
    expect((await again('sendAgain', id)).status).toBe(409);
  });
});

describe('a delivery that was not understood', () => {
  const onlyOne = async () => {
    const { dead_letters: letters } = await status();
    expect(letters.count).toBe(1);
    return letters.newest[0] as NonNullable<(typeof letters.newest)[0]>;
  };
  const audited = async () =>
    (await inbox.db.selectFrom('audit_records').select('what').where('merchant_id', '=', shop).orderBy('seq').execute())
      .map(({ what }) => what)
      .filter((what) => what.startsWith('dead_letter'));

  it('is shown as it came, up to a bound, and who looked is written down', async () => {
    await letter({ body: Buffer.concat([Buffer.from('Grüße '), Buffer.alloc(300_000, 'x')]) });
    const { id, size, may_retry } = await onlyOne();
    expect([size, may_retry]).toEqual([300_008, true]);
    const { text, truncated } = dataOf(shopStatusCalls.deadLetterText, await again('deadLetterText', id));
    expect([text.slice(0, 7), Buffer.byteLength(text), truncated]).toEqual(['Grüße x', 200_000, true]);
    expect(await audited()).toEqual(['dead_letter.read']);
  });

  it('of Meta becomes a message once its account is there', async () => {
    const number = randomUUID();
    const value = {
      metadata: { phone_number_id: number },
      contacts: [{ profile: { name: 'Rohit' }, wa_id: '919812345678' }],
      messages: [
        { from: '919812345678', id: 'wamid.1', timestamp: '1795000000', type: 'text', text: { body: 'Hello?' } },
      ],
    };
    const entry = [{ id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] }];
    await letter({ body: Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })) });
    const { id } = await onlyOne();
    const first = dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id));
    expect(first).toEqual({
      taken_in: false,
      reason: `No account '${number}' is set up for the app that signed this.`,
    });
    expect((await onlyOne()).reason).toBe(first.reason);
    const credentials = { access_token: 'a', app_secret: 'b', verify_token: 'c' };
    const account = { kind: 'whatsapp', external_id: number, name: 'Shop', address: null, credentials } as const;
    await addAccount(inbox.db, inbox.vault, shop, { ...account, out_url: 'http://127.0.0.1:9' });
    expect(dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id))).toEqual({
      taken_in: true,
      reason: null,
    });
    const stored = await inbox.db.selectFrom('contents').select('message').where('merchant_id', '=', shop).execute();
    expect(stored.map(({ message }) => message)).toContain('Hello?');
    expect((await status()).dead_letters.count).toBe(0);
    expect(await audited()).toEqual(['dead_letter.tried', 'dead_letter.taken_in']);
    expect((await again('reprocessDeadLetter', id)).status).toBe(404);
  });

  it('is not taken in for an account of another shop', async () => {
    const other = await addMerchant(inbox.db);
    const number = randomUUID();
    const credentials = { access_token: 'a', app_secret: 'b', verify_token: 'c' };
    const account = { kind: 'whatsapp', external_id: number, name: 'Shop', address: null, credentials } as const;
    await addAccount(inbox.db, inbox.vault, other, { ...account, out_url: 'http://127.0.0.1:9' });
    const messages = [{ from: '9198', id: 'wamid.2', timestamp: '1795000000', type: 'text', text: { body: 'Hi' } }];
    const value = { metadata: { phone_number_id: number }, contacts: [], messages };
    const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
    await letter({ body: Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })) });
    const { id } = await onlyOne();
    expect(dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id)).taken_in).toBe(false);
    expect(await inbox.db.selectFrom('contents').select('id').where('merchant_id', '=', other).execute()).toEqual([]);
  });

  it('of telephony and of a shop is read by what their doors noted', async () => {
    const { id: account_id } = await inbox.db
      .insertInto('accounts')
      .values({
        merchant_id: shop,
        kind: 'phone',
        external_id: randomUUID(),
        name: 'Line',
        address: '+918040000000',
        out_url: '',
        credentials: Buffer.alloc(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const call = 'CallSid=again-1&CallFrom=09812345674&Direction=incoming&CallType=client-hangup';
    const type = 'application/x-www-form-urlencoded';
    await letter({
      door: 'telephony',
      body: Buffer.from(call),
      told: { account_id: account_id satisfies AccountId, type },
    });
    await letter({ door: 'shopify', body: Buffer.from('{'), told: { topic: 'orders/updated' } });
    const outcome = async ({ id }: { id: number }) =>
      dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id)).taken_in;
    const { newest } = (await status()).dead_letters;
    expect(await Promise.all(newest.map(async (each) => [each.door, await outcome(each)]))).toEqual([
      ['shopify', false],
      ['telephony', true],
    ]);
  });

  it('of a mail server becomes a message in the mailbox it was for, once', async () => {
    const { id: account_id } = await inbox.db
      .insertInto('accounts')
      .values({
        merchant_id: shop,
        kind: 'email',
        external_id: `${randomUUID()}@shop.example`,
        name: 'Help',
        address: null,
        out_url: '',
        credentials: Buffer.alloc(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const raw = 'From: Rohit <rohit@home.example>\r\nMessage-ID: <again@home.example>\r\n\r\nWhere is it?\r\n';
    const told = { account_id, envelope_sender: 'mta@home.example', client: { address: '192.0.2.1', helo: 'mta' } };
    const mails = async () => {
      const rows = await inbox.db.selectFrom('contents').select('message').where('merchant_id', '=', shop).execute();
      return rows.filter(({ message }) => message === 'Where is it?').length;
    };
    for (const expected of [1, 1]) {
      await letter({ door: 'mail', body: Buffer.from(raw), told });
      const { id, may_retry } = await onlyOne();
      expect(may_retry).toBe(true);
      expect(dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id))).toEqual({
        taken_in: true,
        reason: null,
      });
      expect([await mails(), (await status()).dead_letters.count]).toEqual([expected, 0]);
    }
    await letter({ door: 'mail', body: Buffer.from(raw), told: { ...told, account_id: 2_000_000_000 } });
    const { id } = await onlyOne();
    expect(dataOf(shopStatusCalls.reprocessDeadLetter, await again('reprocessDeadLetter', id))).toEqual({
      taken_in: false,
      reason: 'The mailbox that it was for is set up no more.',
    });
  });

  it('from before doors noted anything says who has to send it again', async () => {
    await letter({ door: 'mail' });
    await letter({ door: 'shopify' });
    const { newest } = (await status()).dead_letters;
    expect(newest.map(({ may_retry }) => may_retry)).toEqual([false, false]);
    for (const { id } of newest) expect((await again('reprocessDeadLetter', id)).status).toBe(409);
  });
});
