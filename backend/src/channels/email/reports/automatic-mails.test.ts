import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketId } from '@inbox/domain';
import { addChat, addOutgoing } from '../../../testing/outgoing';
import { composeNotice, emailReplySchema } from '../send/compose';
import { closeSmtp, contents, here, kept, mail, openShop, openSmtp, plain, send } from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

describe('a mail that came back', () => {
  const bounce = (original: string, action = 'failed'): string =>
    mail(
      [
        'From: MAILER-DAEMON@home.example',
        'Subject: Undelivered',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      ],
      [
        '--b\nContent-Type: text/plain\n\nSorry.',
        `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; home.example\n\nFinal-Recipient: rfc822; rohit@home.example\nAction: ${action}\nDiagnostic-Code: smtp; 550 5.1.1 No\n  such user`,
        `--b\nContent-Type: message/rfc822\n\nMessage-ID: ${original}\nSubject: Re: Order\n\nPacked.`,
        '--b--',
      ].join('\n'),
    );

  it('marks ours as failed, in the mail server’s words', async () => {
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Packed.');
    const [ours] = await contents();
    await send(bounce(ours?.external_id ?? ''), { from: '' });
    expect(await contents()).toMatchObject([
      { id: ours?.id, send_status: 'not_sent', error_message: 'rohit@home.example: 550 5.1.1 No such user' },
      {
        ticket_id: ours?.ticket_id,
        actor: 'customer',
        details: {
          automatic: { kind: 'bounce', recipient: 'rohit@home.example', reason: '550 5.1.1 No such user' },
          subject: 'Undelivered',
        },
      },
    ]);
    expect(await kept()).toEqual([]);
  });

  it('stands in its ticket once, which stays closed and nobody’s, and is unread', async () => {
    const chat = await addChat(here.world, here.shop, 'email');
    await addOutgoing(here.world, chat, 'Packed.');
    const [ours] = await contents();
    const before = await closeTicket(ours?.ticket_id);
    const report = bounce(ours?.external_id ?? '').replace(
      'Subject: Undelivered',
      'Message-ID: <r1@x.example>\r\nSubject: U',
    );
    await send(report, { from: '' });
    await send(report, { from: '' });
    expect(await contents()).toHaveLength(2);
    expect(await ticketState(ours?.ticket_id)).toEqual({ ...before, conversation_read: false, unread_count: 1 });
  });

  it('for one of several recipients names that one, and says of no other that it failed', async () => {
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Packed.');
    const [ours] = await contents();
    const to = [
      { email: 'Rohit@home.example', name: '' },
      { email: 'meera@home.example', name: '' },
    ];
    await here.world.test.db
      .updateTable('contents')
      .set({ details: JSON.stringify({ to }) })
      .where('id', '=', ours!.id)
      .execute();
    await send(bounce(ours?.external_id ?? ''), { from: '' });
    expect(await contents()).toMatchObject([
      { send_status: 'sent', error_message: 'rohit@home.example: 550 5.1.1 No such user' },
      { details: { automatic: { kind: 'bounce', recipient: 'rohit@home.example' } } },
    ]);
  });

  it('stands where its recipient was written to when it does not say which mail it is about', async () => {
    const chat = await addChat(here.world, here.shop, 'email');
    await addOutgoing(here.world, chat, 'Packed.');
    const { contact } = await here.world.test.db
      .selectFrom('conversations')
      .select('contact')
      .where('id', '=', chat.conversationId)
      .executeTakeFirstOrThrow();
    const words = `${contact}\n  550 5.1.1 No such user`;
    const headers = ['From: Mail Delivery Subsystem <mailer-daemon@home.example>', 'Subject: Undeliverable: Packed'];
    await send(mail([...headers, 'Auto-Submitted: auto-replied'], words), { from: '' });
    const [ours, report] = await contents();
    expect(ours).toMatchObject({ send_status: 'sending' });
    expect(report).toMatchObject({
      ticket_id: ours?.ticket_id,
      details: { automatic: { kind: 'bounce', recipient: contact } },
    });
  });

  it.each([
    ['delayed', 'delayed', { delivered: false }],
    ['delivered', 'delivered', { delivered: true }],
  ])('yet, and is only %s, stands in its ticket, which stays read', async (action, kind, standing) => {
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Packed.');
    const [ours] = await contents();
    await send(bounce(ours?.external_id ?? '', action), { from: '' });
    expect(await contents()).toMatchObject([
      standing,
      { ticket_id: ours?.ticket_id, details: { automatic: { kind, recipient: 'rohit@home.example' } } },
    ]);
    expect(await ticketState(ours?.ticket_id)).toMatchObject({ unread_count: 0 });
  });

  it('is a mail like others when it was not sent from here: what was accepted shows', async () => {
    await send(bounce('<somebody-elses@x.example>'), { from: '' });
    expect(await contents()).toMatchObject([{ message: 'Sorry.', details: { subject: 'Undelivered' } }]);
    expect(await kept()).toEqual([]);
  });
});

const closeTicket = async (id = 0 as TicketId) => {
  const { db } = here.world.test;
  await db.updateTable('tickets').set({ status: 'closed', closed_at: new Date() }).where('id', '=', id).execute();
  return ticketState(id);
};
const ticketState = async (id = 0 as TicketId) =>
  here.world.test.db
    .selectFrom('tickets')
    .select(['status', 'owner_id', 'unread_count', 'conversation_read', 'received_at', 'last_message'])
    .where('id', '=', id)
    .executeTakeFirst();

describe('what a program has answered', () => {
  it.each([
    [['Auto-Submitted: auto-replied', 'Subject: Out of Office: Order 12'], 'out_of_office'],
    [
      ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All', 'Subject: Automatic reply: x'],
      'out_of_office',
    ],
    [['Precedence: auto_reply', 'Subject: Abwesenheitsnotiz'], 'out_of_office'],
    [['Auto-Submitted: auto-replied; owner-email=x', 'Subject: We have your mail'], 'auto_reply'],
    [['X-Autoreply: yes', 'Subject: Re: Order'], 'auto_reply'],
  ])('with %j stands in its ticket as what it is, and opens nothing', async (headers, kind) => {
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Packed.');
    const [ours] = await contents();
    const before = await closeTicket(ours?.ticket_id);
    await send(mail(['From: rohit@home.example', `In-Reply-To: ${ours?.external_id}`, ...headers], 'I am away.'));
    expect(await contents()).toMatchObject([
      { id: ours?.id, send_status: ours?.send_status },
      { ticket_id: ours?.ticket_id, message: 'I am away.', details: { automatic: { kind } } },
    ]);
    expect(await ticketState(ours?.ticket_id)).toEqual(before);
  });

  it.each([
    ['a person’s words about being away', ['Subject: Out of office until Monday?']],
    [
      'a person’s mail by Exchange',
      ['X-Auto-Response-Suppress: All', 'Subject: Re: the courier came while I was absent'],
    ],
    ['a person’s mail to a list', ['Precedence: list', 'Subject: On leave until Monday, please send it later']],
    ['a person’s mail to a list that is bulk', ['Precedence: bulk', 'Subject: Out of office on Friday']],
    ['a form with words about being away', ['Auto-Submitted: auto-generated', 'Subject: Delivery while on holiday']],
    ['a form of the shop’s own page', ['Auto-Submitted: auto-generated', 'Subject: New message from your shop']],
    ['a newsletter', ['Precedence: bulk', 'Subject: Offers']],
  ])('is not %s', async (_name, headers) => {
    await send(mail(['From: rohit@home.example', ...headers], 'Hello'));
    const [item] = await contents();
    expect(item?.details.automatic).toBeUndefined();
    expect(await ticketState(item?.ticket_id)).toMatchObject({ status: 'unassigned', unread_count: 1 });
  });

  it('makes a ticket of its own when it answers nothing here, but not without end', async () => {
    for (let count = 0; count < 8; count += 1) {
      const id = `Message-ID: <loop-${count}@home.example>`;
      await send(mail(['From: robot@home.example', 'Auto-Submitted: auto-replied', 'Subject: Got it', id], `${count}`));
    }
    const all = await contents();
    expect(all).toHaveLength(8);
    expect(new Set(all.map(({ ticket_id }) => ticket_id)).size).toBe(5);
  });

  it('and a report of the inbox that comes to its own mailbox make no ticket', async () => {
    const to = [{ email: here.shop.externalId, name: '' }];
    const from = { email: here.shop.externalId, name: 'Shop' };
    const notice = composeNotice({ from, to, subject: 'Your report', text: 'Here.', files: [] });
    const { merchantId: merchant_id, accountId: account_id } = here.shop;
    const payload = JSON.stringify(notice.payload);
    await here.world.test.db
      .insertInto('outbox')
      .values({
        merchant_id,
        account_id,
        content_id: null,
        kind: notice.kind,
        payload,
        state: 'done',
        lease_until: null,
        last_error: null,
      })
      .execute();
    const { message_id } = emailReplySchema.parse(notice.payload);
    await send(plain(['Auto-Submitted: auto-generated', `Message-ID: ${message_id}`]));
    expect(await contents()).toEqual([]);
    await send(plain(['Auto-Submitted: auto-generated', 'Message-ID: <other@shop.example>']));
    expect(await contents()).toHaveLength(1);
  });
});
