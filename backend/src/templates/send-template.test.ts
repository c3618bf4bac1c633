import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InitiateTemplateRequest } from '@inbox/api/wire';
import type { AgentId, MerchantId, TempId, TemplateId, TemplateParts, UploadId } from '@inbox/domain';
import { uploadUrl } from '@inbox/api/wire';
import { withChannels, type UseCaseContext } from '../app/channels';
import type { SignedIn } from '../agents/sessions/session';
import { reply } from '../conversations/send/reply';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addAgent, addConversation, addMerchant, addTemplate, addTicket, type TestConversation } from '../testing/rows';
import { createUpload } from '../conversations/thread/pending-uploads';
import { sendTemplate } from './send-template';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const LONG_AGO = new Date(NOW.getTime() - 3 * DAY);

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let context: UseCaseContext;
let line: TestConversation;
let template: TemplateId;

beforeAll(async () => {
  test = await createTestDatabase();
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => NOW,
  });
});
afterAll(() => test.drop());

beforeEach(async () => {
  shop = await addMerchant(test.db);
  const id = await addAgent(test.db, shop, { first_name: 'Asha', last_name: 'Rao' });
  me = signedIn(id);
  line = await addConversation(test.db, shop, 'whatsapp', { phone: '919876543210' });
  template = await addTemplate(test.db, line);
});

const signedIn = (id: AgentId, mayAssignOthers = false): SignedIn => ({
  sessionId: randomUUID(),
  merchantId: shop,
  agent: {
    id,
    first_name: 'Asha',
    last_name: 'Rao',
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: mayAssignOthers,
    is_store_admin: false,
  },
  mayUseInbox: true,
  expiresAt: NOW,
});

const expired = (ticket: Parameters<typeof addTicket>[2] = {}) =>
  addTicket(test.db, line, { session_expiry_at: LONG_AGO, status: 'open', owner_id: me.agent.id, ...ticket });

const request = (to: Partial<InitiateTemplateRequest>): InitiateTemplateRequest => ({
  template_id: template,
  parameters: { 1: 'Rohit' },
  media_url: null,
  button_url: null,
  temp_id: randomUUID() as TempId,
  ...to,
});

const outbox = () => test.db.selectFrom('outbox').selectAll().where('merchant_id', '=', shop).execute();
const events = async () =>
  (
    await test.db.selectFrom('live_events').select('event').where('merchant_id', '=', shop).orderBy('seq').execute()
  ).map(({ event }) => event.type);

describe('on an expired ticket', () => {
  it('a reply is refused and a template is stored with its way out, once', async () => {
    const ticket = await expired();
    const refused = reply(context, me, {
      message: 'Hello',
      conversation_id: line.conversationId,
      temp_id: randomUUID() as TempId,
      conversation_source: 'whatsapp',
      ticket_id: ticket,
      to: [],
      cc: [],
      bcc: [],
      convmsg_message_id: null,
      attachment_ids: [],
      seen: null,
    });
    await expect(refused).rejects.toThrow('Whatsapp session expired.');

    const sent = await sendTemplate(context, me, request({ ticket_ids: [ticket] }));
    expect(sent.item).toMatchObject({
      message: 'Hello Rohit, your order is on its way.',
      message_type: 'template',
      send_status: 'sending',
      ticket_id: ticket,
      message_sent_by: { id: me.agent.id },
    });
    expect(await outbox()).toMatchObject([
      {
        kind: 'whatsapp.template',
        payload: {
          to: '919876543210',
          name: 'order_update',
          language: 'en',
          file: null,
          components: [{ type: 'body', parameters: [{ type: 'text', text: 'Rohit' }] }],
        },
      },
    ]);
    expect(await events()).toEqual(['conversations.message_sent']);
  });

  it('ten requests at once with one temp_id are one message, and so is one that comes later', async () => {
    const same = request({ ticket_ids: [await expired()] });
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendTemplate(context, me, same)));
    sent.push(await sendTemplate(context, me, same));
    expect(new Set(sent.map(({ item }) => item.id)).size).toBe(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('one that failed is put in line again, though the session is over', async () => {
    const same = request({ ticket_ids: [await expired()] });
    const { item } = await sendTemplate(context, me, same);
    await test.db.updateTable('outbox').set({ state: 'failed' }).where('content_id', '=', item.id).execute();
    await test.db.updateTable('contents').set({ send_status: 'not_sent' }).where('id', '=', item.id).execute();
    const again = await sendTemplate(context, me, same);
    expect(again.item).toMatchObject({ id: item.id, send_status: 'sending' });
    expect(await outbox()).toMatchObject([{ state: 'waiting' }]);
  });

  it.each<[string, Parameters<typeof addTicket>[2], string]>([
    ['closed', { status: 'closed' }, 'You cannot reply as Ticket is closed.'],
    [
      'of nobody, for who may not take it',
      { status: 'unassigned', owner_id: null },
      'You are not allowed to take tickets.',
    ],
  ])('a template is refused when the ticket is %s', async (_name, changed, message) => {
    const ticket = await expired(changed);
    me.agent.can_assign_ticket_to_self = false;
    await expect(sendTemplate(context, me, request({ ticket_ids: [ticket] }))).rejects.toThrow(message);
    expect(await outbox()).toEqual([]);
  });

  it('a template is refused to who neither owns the ticket nor may hand it over', async () => {
    const ticket = await expired({ owner_id: await addAgent(test.db, shop) });
    await expect(sendTemplate(context, me, request({ ticket_ids: [ticket] }))).rejects.toThrow(
      'Only the owner of this ticket may reply to it.',
    );
  });

  it('a template is refused by mail, for a group, and with another number’s template', async () => {
    const mine = { status: 'open', owner_id: me.agent.id } as const;
    const mail = await addTicket(test.db, await addConversation(test.db, shop, 'email'), mine);
    const group = await addConversation(test.db, shop, 'whatsapp', { phone: 'group:1' });
    const grouped = await addTicket(test.db, group, mine);
    const of = (id: typeof mail, change = {}) => sendTemplate(context, me, request({ ticket_ids: [id], ...change }));
    await expect(of(mail)).rejects.toThrow('Templates are sent by WhatsApp.');
    await expect(of(grouped)).rejects.toThrow('another WhatsApp number');
    await expect(of(grouped, { template_id: await addTemplate(test.db, group) })).rejects.toThrow('to a group');
  });
});

describe('to a phone number', () => {
  it('a conversation and an open ticket of the agent are made, whose session is over from the start', async () => {
    const { ticket, item } = await sendTemplate(context, me, request({ phone: '+91 98111-22233' }));
    expect(ticket).toMatchObject({
      status: 'open',
      owner_id: me.agent.id,
      conversation_source: 'whatsapp',
      session_expiry_at: new Date(NOW.getTime() - DAY).toISOString(),
    });
    expect(item).toMatchObject({ ticket_id: ticket.id, message_type: 'template' });
    expect(await outbox()).toMatchObject([{ payload: { to: '919811122233' } }]);
    const { phone } = await test.db
      .selectFrom('customers')
      .select('phone')
      .where('merchant_id', '=', shop)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(phone).toBe('+919811122233');
    expect(await events()).toEqual([
      'conversations.conversation_initiated',
      'conversations.message_sent',
      'tickets.ownership_transferred',
    ]);
  });

  it('ten requests at once are one ticket and one message', async () => {
    const same = request({ phone: '9811122233' });
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendTemplate(context, me, same)));
    expect(new Set(sent.map(({ ticket, item }) => `${ticket.id} ${item.id}`)).size).toBe(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('the running ticket of whoever has the number is written on', async () => {
    const ticket = await expired();
    const sent = await sendTemplate(context, me, request({ phone: '9876543210' }));
    expect(sent.ticket.id).toBe(ticket);
  });

  it('the running ticket of a colleague is theirs', async () => {
    await expired({ owner_id: await addAgent(test.db, shop) });
    await expect(sendTemplate(context, me, request({ phone: '9876543210' }))).rejects.toThrow('Only the owner');
  });

  it('a new ticket of a customer who wrote today may be answered in words', async () => {
    const today = new Date(NOW.getTime() - 3_600_000);
    await expired({ status: 'closed', session_expiry_at: today });
    const { ticket } = await sendTemplate(context, me, request({ phone: '9876543210' }));
    expect(ticket.session_expiry_at).toBe(today.toISOString());
  });

  it.each([
    [{ phone: '7025550123' }, '917025550123'],
    [{ phone: '7025550123', whole_phone: '+17025550123' }, '17025550123'],
    [{ phone: '+1 702 555 0123' }, '17025550123'],
    [{ phone: '17025550123' }, '17025550123'],
    [{ phone: '\u202a+91\u00a098111\u201122233\u202c' }, '919811122233'],
    [{ phone: '5512345678', whole_phone: '+525512345678' }, '525512345678'],
  ])('%j goes to %s', async (typed, to) => {
    await addConversation(test.db, shop, 'whatsapp', { full_name: 'Joe', phone: '+17025550123' });
    await sendTemplate(context, me, request(typed));
    expect(await outbox()).toMatchObject([{ payload: { to } }]);
  });

  it('a number that the account knows by an older name of WhatsApp’s goes there', async () => {
    const { conversationId } = await addConversation(test.db, shop, 'whatsapp', { phone: '+525512345678' });
    const contact = { contact: '5215512345678', account_id: line.accountId };
    await test.db.updateTable('conversations').set(contact).where('id', '=', conversationId).execute();
    await sendTemplate(context, me, request({ phone: '5512345678', whole_phone: '+52 55 1234 5678' }));
    expect(await outbox()).toMatchObject([{ payload: { to: '5215512345678' } }]);
  });

  it('a whole number that does not end with the ten digits is refused', async () => {
    const phones = { phone: '9811122233', whole_phone: '+17025550123' };
    await expect(sendTemplate(context, me, request(phones))).rejects.toThrow('Enter a Valid Number');
  });

  it.each(['', '98765', 'call me', '98765432'])('%j is no number', async (phone) => {
    await expect(sendTemplate(context, me, request({ phone }))).rejects.toThrow('Enter a Valid Number');
    expect(await outbox()).toEqual([]);
  });
});

describe('what cannot be sent', () => {
  /** Why it was not sent. */
  const refusal = async (parts: Parameters<typeof addTemplate>[2], changed: Partial<InitiateTemplateRequest> = {}) => {
    const ticket_ids = [await expired()];
    const template_id = await addTemplate(test.db, line, parts);
    return sendTemplate(context, me, request({ ticket_ids, template_id, ...changed })).then(
      () => 'It was sent.',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  };

  it.each([
    ['paused', 'is paused by WhatsApp.'],
    ['rejected', 'was rejected by WhatsApp.'],
    ['deleted', 'was deleted.'],
  ] as const)('a template that is %s', async (status, words) => {
    expect(await refusal({ status })).toContain(words);
  });

  it('one with a part that is not supported, by its name', async () => {
    expect(await refusal({ not_supported: 'carousel' })).toContain('has a carousel, which cannot be sent from here.');
  });

  it('one without all of its values', async () => {
    expect(await refusal({}, { parameters: { 1: '  ' } })).toBe('Every placeholder of the template needs a value.');
  });

  it('one whose account is turned off', async () => {
    await test.db.updateTable('accounts').set({ enabled: false }).where('id', '=', line.accountId).execute();
    expect(await refusal({})).toContain('turned off');
  });

  it('one that is another merchant’s', async () => {
    const foreign = await addTemplate(test.db, await addConversation(test.db, await addMerchant(test.db)));
    expect(await refusal({}, { template_id: foreign })).toBe('There is no such template.');
  });
});

describe('with parts', () => {
  const media: Partial<TemplateParts> = { header: { kind: 'image', text: '' }, content: 'Look' };
  const upload = async (content_type = 'image/png', ticket_id: null | Awaited<ReturnType<typeof expired>> = null) => {
    const of = { merchant_id: shop, agent_id: me.agent.id, ticket_id, storage_key: randomUUID() };
    const file = { kind: 'image', filename: 'a.png', content_type, size: 10 } as const;
    return (await createUpload(test.db, { ...of, ...file })).id;
  };
  const withFile = async (id: UploadId) =>
    request({
      ticket_ids: [await expired()],
      template_id: await addTemplate(test.db, line, media),
      media_url: uploadUrl(id),
    });

  it('the file leaves once, and stands in the thread', async () => {
    const asked = await withFile(await upload());
    const { item } = await sendTemplate(context, me, asked);
    expect(item).toMatchObject({ content_type: 'image', message: 'Look', attachments: [{ filename: 'a.png' }] });
    expect(await outbox()).toMatchObject([{ payload: { file: { kind: 'image', filename: 'a.png' } } }]);
    await expect(sendTemplate(context, me, { ...asked, temp_id: randomUUID() as TempId })).rejects.toThrow(
      'A file of this message is not there any more.',
    );
  });

  it.each<[string, () => Promise<UploadId>]>([
    ['a reply’s file', async () => upload('image/png', await expired({ status: 'closed' }))],
    ['a file of another kind', () => upload('application/pdf')],
    ['no file of anybody', async () => 999_999 as UploadId],
  ])('%s is not taken', async (_name, file) => {
    await expect(sendTemplate(context, me, await withFile(await file()))).rejects.toThrow(/file/i);
    expect(await outbox()).toEqual([]);
  });

  it('every value goes to its place', async () => {
    const parts: Partial<TemplateParts> = {
      header: { kind: 'text', text: 'Order {{1}}' },
      content: '{{2}} for {{1}}',
      buttons: [
        { kind: 'quick_reply', label: 'Yes', value: '' },
        { kind: 'url', label: 'Track', value: 'https://t.example/{{1}}' },
        { kind: 'copy_code', label: 'Copy', value: 'X' },
      ],
    };
    const { item } = await sendTemplate(
      context,
      me,
      request({
        ticket_ids: [await expired()],
        template_id: await addTemplate(test.db, line, parts),
        parameters: { 'header:1': '#9', 1: 'Rohit', 2: 'A kurta\n', 'button:2': 'SAVE', 'button:1': 'ignored' },
        button_url: 'abc',
      }),
    );
    expect('message' in item && item.message).toBe(
      'Order #9\nA kurta for Rohit\nbutton 1 (Yes)\nbutton 2 (Track)\nbutton 3 (Copy)',
    );
    const text = (value: string) => ({ type: 'text', text: value });
    expect(await outbox()).toMatchObject([
      {
        payload: {
          components: [
            { type: 'header', parameters: [text('#9')] },
            { type: 'body', parameters: [text('A kurta'), text('Rohit')] },
            { type: 'button', sub_type: 'url', index: '1', parameters: [text('abc')] },
            {
              type: 'button',
              sub_type: 'copy_code',
              index: '2',
              parameters: [{ type: 'coupon_code', coupon_code: 'SAVE' }],
            },
          ],
        },
      },
    ]);
  });
});
