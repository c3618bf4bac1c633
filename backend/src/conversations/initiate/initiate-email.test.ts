import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uploadUrl, type NewEmailRequest } from '@inbox/api/wire';
import type { TempId, TicketId } from '@inbox/domain';
import { emailReplySchema } from '../../channels/email/send/compose';
import { setEmailGroup, listEmailGroups } from '../../customers/email-groups';
import { createUploads } from '../../platform/files/uploads';
import { findInThread, readThread } from '../thread/thread';
import { createUpload } from '../thread/pending-uploads';
import { listLinkedTickets } from '../../tickets/links/link-queries';
import { findTicket } from '../../tickets/lifecycle/ticket-rows';
import { receiveMessage } from '../receive/receive-message';
import { reply } from '../send/reply';
import { undoReply } from '../send/undo-reply';
import { addAgent, addConversation, addMerchant } from '../../testing/rows';
import { temporaryFolder } from '../../testing/temporary-folder';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { initiateEmail } from './initiate-email';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let world: TicketWorld;
let mailbox: string;
const uploads = createUploads(temporaryFolder());

beforeAll(async () => {
  world = await createTicketWorld();
  const { accountId } = await addConversation(world.test.db, world.shop, 'email', { email: 'somebody@mail.example' });
  const account = world.test.db.selectFrom('accounts').select('address').where('id', '=', accountId);
  mailbox = (await account.executeTakeFirstOrThrow()).address ?? '';
});
afterAll(() => world.test.drop());
beforeEach(() => world.told());

let people = 0;
const somebody = () => `person-${(people += 1)}@mail.example`;
const request = (change: Partial<NewEmailRequest> = {}): NewEmailRequest => ({
  subject: 'Your order',
  from_email: mailbox,
  to_emails: [somebody()],
  cc_emails: [],
  bcc_emails: [],
  link_ticket_id: null,
  owner_id: null,
  status: 'open',
  tags: null,
  email_body: '<div>Packed <strong>today</strong></div>',
  attachment: [],
  temp_id: randomUUID() as TempId,
  ...change,
});
const send = (change: Partial<NewEmailRequest> = {}, who = world.me) =>
  initiateEmail(world.context, uploads, who, request(change));
const ticketOf = async (id: TicketId) => {
  const row = await findTicket(world.test.db, world.shop, id);
  if (row === undefined) throw new Error(`There is no ticket ${id}`);
  return row;
};
const mailOf = async (id: TicketId) => {
  const { conversation_id } = await ticketOf(id);
  const page = { conversationId: conversation_id, pageSize: 10, since: null, backTo: undefined };
  const { content } = await readThread(world.test.db, world.shop, page);
  const mail = content.find((item) => item.content_type === 'email');
  if (mail?.content_type !== 'email') throw new Error('There is no mail in the thread');
  return mail;
};
const leaving = async (id: TicketId) => {
  const rows = await world.test.db
    .selectFrom('outbox as o')
    .innerJoin('contents as c', 'c.id', 'o.content_id')
    .select('o.payload')
    .where('c.ticket_id', '=', id)
    .execute();
  return rows.map(({ payload }) => emailReplySchema.parse(payload));
};
const countOf = async (table: 'tickets' | 'outbox' | 'uploads') => {
  const { count } = world.test.db.fn;
  const { n } = await world.test.db
    .selectFrom(table)
    .select(count<number>('merchant_id').as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
const everything = () => Promise.all((['tickets', 'outbox', 'uploads'] as const).map(countOf));

describe('an e-mail that begins a ticket', () => {
  it('is in its thread and in the outbox, and the ticket is the agent’s own', async () => {
    const to = somebody();
    const id = await send({
      to_emails: [` ${to}`, to.toUpperCase()],
      cc_emails: ['Boss@mail.example', to],
      bcc_emails: ['hidden@mail.example'],
      subject: ' Your\n order ',
      tags: 'refund, VIP,refund',
    });
    expect(await ticketOf(id)).toMatchObject({
      source: 'email',
      subject: 'Your order',
      status: 'open',
      owner_id: world.me.agent.id,
      tags: ['refund', 'VIP'],
      initiated_by: 'merchant',
      customer_email: to,
      full_name: to,
      conversation_read: true,
      last_message: { actor: 'merchant', message: 'Packed today', subject: 'Your order' },
    });
    const mail = await mailOf(id);
    expect(mail).toMatchObject({
      actor: 'merchant',
      subject: 'Your order',
      to: [{ email: to }],
      cc: [{ email: 'Boss@mail.example' }],
      html: '<div>Packed <strong>today</strong></div>',
      send_status: 'sending',
    });
    expect(await leaving(id)).toMatchObject([
      {
        from: { email: mailbox },
        to: [{ email: to, name: '' }],
        cc: [{ email: 'Boss@mail.example' }],
        bcc: [{ email: 'hidden@mail.example' }],
        subject: 'Your order',
        text: 'Packed today',
        html: '<div>Packed <strong>today</strong></div>',
        in_reply_to: null,
        references: [expect.stringMatching(/^<[0-9a-f-]{36}\.thread@/)],
      },
    ]);
    expect((await world.told()).map(({ type, ids }) => [type, ids])).toEqual([
      ['conversations.conversation_initiated', [id]],
    ]);
  });

  it('has the customer’s answer in its thread', async () => {
    const to = somebody();
    const id = await send({ to_emails: [to] });
    const [sent] = await leaving(id);
    const { account_id, conversation_id } = await ticketOf(id);
    const received = await receiveMessage(world.context, {
      merchantId: world.shop,
      accountId: account_id,
      source: 'email',
      contact: to,
      from: { name: 'Priya Nair', phone: null, email: to },
      externalId: '<answer@mail.example>',
      answers: [sent?.message_id ?? ''],
      quotes: null,
      content_type: 'email',
      message_type: 'session',
      message: 'Thanks',
      details: { subject: 'Re: Your order' },
      attachments: [],
      sentAt: new Date(),
    });
    expect(received).toMatchObject({ outcome: 'stored', ticketId: id });
    expect(await findInThread(world.test.db, world.shop, conversation_id, 'Thanks')).toMatchObject({ more: false });
  });

  it('is sent once, however often the same request comes, also at once', async () => {
    const same = request();
    const all = () => Promise.all([1, 2, 3].map(() => initiateEmail(world.context, uploads, world.me, same)));
    const before = await everything();
    const ids = [...(await all()), ...(await all())];
    expect(new Set(ids).size).toBe(1);
    expect(await everything()).toEqual([before[0]! + 1, before[1]! + 1, before[2]]);
    await expect(initiateEmail(world.context, uploads, world.dev, same)).rejects.toMatchObject({ status: 409 });
  });

  it('needs a recipient and a mailbox of the shop, in words for each field; nothing is made', async () => {
    const before = await everything();
    const foreign = await addConversation(world.test.db, await addMerchant(world.test.db), 'email');
    const row = world.test.db.selectFrom('accounts').select('address').where('id', '=', foreign.accountId);
    const theirs = (await row.executeTakeFirstOrThrow()).address ?? '';
    const none = 'Recipient email address is required to send an email';
    await expect(send({ to_emails: [' '] })).rejects.toMatchObject({ message: none, fields: { to_emails: [none] } });
    await expect(send({ cc_emails: ['nobody'] })).rejects.toMatchObject({
      fields: { cc_emails: ["'nobody' is not an email address"] },
    });
    for (const from_email of [theirs, 'x@nowhere.example', '']) {
      await expect(send({ from_email })).rejects.toMatchObject({
        code: 'no_mailbox',
        fields: { from_email: [expect.any(String)] },
      });
    }
    const gone = await addAgent(world.test.db, world.shop, { disabled: true });
    await expect(send({ owner_id: gone })).rejects.toMatchObject({ status: 404 });
    await expect(send({ link_ticket_id: 999_999 as TicketId })).rejects.toMatchObject({ status: 404 });
    expect(await everything()).toEqual(before);
  });

  it('without a subject has ‘No subject’', async () => {
    expect(await ticketOf(await send({ subject: '  ' }))).toMatchObject({ subject: 'No subject' });
  });

  it('may be a colleague’s, assigned, who is told', async () => {
    const id = await send({ owner_id: world.dev.agent.id, status: 'assigned' });
    expect(await ticketOf(id)).toMatchObject({ status: 'assigned', owner_id: world.dev.agent.id });
    expect((await world.told()).map(({ type }) => type)).toEqual([
      'conversations.conversation_initiated',
      'tickets.ownership_transferred_to_me',
    ]);
    await expect(send({ owner_id: world.dev.agent.id, status: 'closed' })).rejects.toMatchObject({
      code: 'may_not_close',
    });
  });

  it('may be closed at once, and linked with another ticket', async () => {
    const other = await world.ticketOf({ owner_id: world.dev.agent.id });
    const id = await send({ status: 'closed', link_ticket_id: other });
    expect(await ticketOf(id)).toMatchObject({ status: 'closed' });
    expect(await leaving(id)).toHaveLength(1);
    expect((await listLinkedTickets(world.test.db, world.shop, id)).map((ticket) => ticket.id)).toEqual([other]);
  });

  it('has its pictures beside it, each under the Content-ID that the text names', async () => {
    const id = await send({
      email_body: `<div>See</div><div><img src="data:image/png;base64,${PIXEL}" alt="A parcel"></div>`,
    });
    const [sent] = await leaving(id);
    const [part] = sent?.files ?? [];
    expect(sent?.html).toBe(`<div>See</div><div><img src="cid:${part?.cid}" alt="A parcel" /></div>`);
    expect(part).toMatchObject({ content_type: 'image/png', kind: 'image', size: 70 });
    expect((await mailOf(id)).attachments).toMatchObject([{ content_disposition: 'inline', content_id: part?.cid }]);
    expect((await ticketOf(id)).last_message).toMatchObject({ attachment: null });
    const before = await everything();
    const text = `<img src="data:image/png;base64,${Buffer.from('no picture').toString('base64')}">`;
    await expect(send({ email_body: text })).rejects.toMatchObject({ code: 'image' });
    expect(await everything()).toEqual(before);
  });

  it('takes the agent’s own uploads along, once', async () => {
    const { storage_key, size } = await uploads.put(Buffer.from('%PDF-1.4'), { maxBytes: 100 });
    const file = {
      kind: 'document',
      filename: 'bill.pdf',
      content_type: 'application/pdf',
      storage_key,
      size,
    } as const;
    const of = { merchant_id: world.shop, agent_id: world.me.agent.id, ticket_id: null };
    const { id } = await createUpload(world.test.db, { ...of, ...file });
    const attachment = [{ url: `/api/inbox/uploads/${id}/` }];
    await expect(send({ attachment }, world.dev)).rejects.toMatchObject({ code: 'no_upload' });
    const ticket = await send({ attachment });
    expect((await leaving(ticket))[0]?.files).toMatchObject([
      { filename: 'bill.pdf', content_type: 'application/pdf' },
    ]);
    expect((await mailOf(ticket)).attachments).toMatchObject([
      { filename: 'bill.pdf', content_disposition: 'attachment' },
    ]);
    await expect(send({ attachment })).rejects.toMatchObject({ code: 'no_upload' });
  });

  it('leaves with nothing in it that runs, is fetched or hides', async () => {
    const hostile = [
      '<script>alert(1)</script><style>*{display:none}</style><iframe src="https://x.example"></iframe>',
      '<div onclick="alert(1)" style="position:fixed;text-align:center;background:url(https://x.example/t)">Hi</div>',
      '<a href="javascript:alert(1)">one</a><a href="https://ok.example/?a=1&amp;b=2">two</a>',
      '<img src="https://tracker.example/x.png"><img src="data:image/svg+xml;base64,PHN2Zz4="><form><input></form>',
      '<!--[if mso]><b>hidden</b><![endif]-->',
    ].join('');
    const [sent] = await leaving(await send({ email_body: hostile }));
    expect(sent?.html).toBe(
      '<div style="text-align:center">Hi</div><a>one</a><a href="https://ok.example/?a=1&amp;b=2">two</a>',
    );
    expect(sent?.files).toEqual([]);
  });
});

describe('groups of addresses', () => {
  it('are the shop’s own, by name; one of the same name is replaced', async () => {
    const { db } = world.test;
    await setEmailGroup(db, world.shop, { group_name: 'Couriers', email_ids: ['a@b.example'] });
    await setEmailGroup(db, world.shop, { group_name: 'couriers', email_ids: ['c@d.example'] });
    await setEmailGroup(db, await addMerchant(db), { group_name: 'Others', email_ids: ['x@y.example'] });
    expect(await listEmailGroups(db, world.shop)).toEqual([{ group_name: 'couriers', email_ids: ['c@d.example'] }]);
  });
});

describe('such an e-mail that is taken back', () => {
  it('never leaves: its ticket is closed, its link ends, and its files can go with another', async () => {
    const other = await send();
    const of = { merchant_id: world.shop, agent_id: world.me.agent.id, ticket_id: null };
    const file = await createUpload(world.test.db, {
      ...of,
      kind: 'document',
      filename: 'bill.pdf',
      content_type: 'application/pdf',
      size: 4,
      storage_key: randomUUID(),
    });
    const attachment = [{ url: uploadUrl(file.id) }];
    const temp_id = randomUUID() as TempId;
    const id = await send({ link_ticket_id: other, attachment, temp_id });
    const { next_at, created_at } = await world.test.db
      .selectFrom('outbox as o')
      .innerJoin('contents as c', 'c.id', 'o.content_id')
      .select(['o.next_at', 'o.created_at'])
      .where('c.ticket_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(next_at.getTime() - created_at.getTime()).toBe(11_000);

    const { item, ticket } = await undoReply(world.context, world.me, { ticket_id: id, temp_id });
    expect(item).toMatchObject({ content_type: 'log', event: 'undone' });
    expect(ticket).toMatchObject({ status: 'closed', last_message: null });
    expect(await leaving(id)).toEqual([]);
    expect(await listLinkedTickets(world.test.db, world.shop, other)).toEqual([]);
    const again = await send({ attachment });
    expect((await mailOf(again)).attachments).toMatchObject([{ filename: 'bill.pdf' }]);
    expect((await undoReply(world.context, world.me, { ticket_id: id, temp_id })).item).toEqual(item);
  });

  it('leaves a ticket open that others of its conversation have', async () => {
    const begun = await send();
    const { conversation_id } = await ticketOf(begun);
    const temp_id = randomUUID() as TempId;
    const answer = {
      ...{ ticket_id: begun, conversation_id, temp_id, conversation_source: 'email' as const },
      ...{ message: 'And more', to: ['x@mail.example'], chosen: ['x@mail.example'], cc: [], bcc: [], seen: null },
      ...{ convmsg_message_id: null, attachment_ids: [] },
    };
    await reply(world.context, world.me, answer);
    const { ticket } = await undoReply(world.context, world.me, { ticket_id: begun, temp_id });
    expect(ticket.status).toBe('open');
  });
});
