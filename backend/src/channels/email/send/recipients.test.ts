import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api/wire';
import type { EmailMessage, TempId } from '@inbox/domain';
import { toContentItem } from '../../../conversations/thread/content-rows';
import { findProfile } from '../../../agents/agent-queries';
import { addAgent } from '../../../testing/rows';
import { findTicket, toTicket } from '../../../tickets/lifecycle/ticket-rows';
import { reply } from '../../../conversations/send/reply';
import type { SignedIn } from '../../../agents/sessions/session';
import { closeSmtp, contents, here, mail, openSmtp, openShop, send } from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);

const PRIYA = 'priya@v.example';
const THIEF = 'thief@e.example';
let me: SignedIn;
let written: number;

beforeEach(async () => {
  await openShop();
  written = 0;
  const id = await addAgent(here.world.test.db, here.shop.merchantId);
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true, is_store_admin: false };
  me = {
    sessionId: '',
    merchantId: here.shop.merchantId,
    agent: { id, first_name: 'Asha', last_name: 'Rao', ...rights },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
});

/** A mail from this sender, with what else it says; the newest row. */
async function arrives(from: string, more: readonly string[] = [], subject = 'My order') {
  written += 1;
  const id = `<m${written}-${randomUUID()}@x.example>`;
  await send(mail([`From: ${from}`, 'To: help@shop.example', `Subject: ${subject}`, `Message-ID: ${id}`, ...more]));
  const row = (await contents()).at(-1);
  if (row?.external_id !== id) throw new Error('The mail is not there.');
  return { ...row, external_id: id };
}

async function ticketOf({ ticket_id }: { ticket_id: ReplyRequest['ticket_id'] }) {
  const row = await findTicket(here.world.test.db, here.shop.merchantId, ticket_id);
  if (row === undefined) throw new Error('There is no such ticket.');
  return toTicket(row);
}

async function answer(of: Awaited<ReturnType<typeof arrives>>, change: Partial<ReplyRequest> = {}) {
  const { item } = await reply(here.world.context, me, {
    message: 'It is on its way.',
    conversation_id: of.conversation_id,
    temp_id: randomUUID() as TempId,
    conversation_source: 'email',
    ticket_id: of.ticket_id,
    to: [PRIYA],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids: [],
    seen: null,
    ...change,
  });
  const { payload } = await here.world.test.db
    .selectFrom('outbox')
    .select('payload')
    .where('content_id', '=', item.id)
    .executeTakeFirstOrThrow();
  return { item: item as EmailMessage, payload };
}

describe('a mail that asks for answers elsewhere', () => {
  it('says so, and the ticket’s address stays the sender’s', async () => {
    const row = await arrives(`Priya <${PRIYA}>`, [`Reply-To: Priya <${THIEF}>`]);
    const item = await toContentItem(here.world.test.db, here.shop.merchantId, row);
    expect(item).toMatchObject({ from: [{ email: PRIYA }], reply_to: [{ email: THIEF }] });
    expect(await ticketOf(row)).toMatchObject({ customer_email: PRIYA });
    const { item: sent, payload } = await answer(row);
    expect(sent.to).toEqual([{ email: PRIYA, name: 'Priya' }]);
    expect(payload).toMatchObject({ to: [{ email: PRIYA }], cc: [], bcc: [] });
  });

  it('is answered there only when the agent has chosen it', async () => {
    const row = await arrives(`Priya <${PRIYA}>`, [`Reply-To: ${THIEF}`]);
    const refused = { status: 409, code: 'recipient_not_chosen' };
    await expect(answer(row, { to: [THIEF] })).rejects.toMatchObject(refused);
    await expect(answer(row, { cc: [THIEF] })).rejects.toMatchObject(refused);
    await expect(answer(row, { bcc: [THIEF] })).rejects.toMatchObject(refused);
    expect((await contents()).length).toBe(1);
    const { payload } = await answer(row, { to: [THIEF], chosen: [THIEF] });
    expect(payload).toMatchObject({ to: [{ email: THIEF, name: '' }] });
  });
});

describe('a mailbox with an alias', () => {
  const ALIAS = 'sales@shop.example';

  beforeEach(async () => {
    const { accountId } = here.shop;
    await here.world.test.db
      .updateTable('accounts')
      .set({ aliases: [ALIAS] })
      .where('id', '=', accountId)
      .execute();
  });

  it.each([ALIAS, 'Sales@SHOP.example.', 'sales+web@shop.example'])(
    'has no ticket whose customer or address for answers is %s',
    async (address) => {
      const own = await arrives(`Sales <${address}>`, [], 'One');
      expect(await ticketOf(own)).toMatchObject({ customer_email: 'mta@home.example' });
      const theirs = await arrives(`Priya <${PRIYA}>`, [`Reply-To: ${address}`], 'Two');
      expect(theirs.details.reply_to).toEqual([]);
    },
  );

  it('has it in the profile of agents, whose Reply All leaves it out', async () => {
    const profile = await findProfile(here.world.test.db, here.shop.merchantId, me.agent.id);
    expect(profile?.email_accounts).toMatchObject([{ aliases: expect.arrayContaining([ALIAS]) }]);
  });
});

describe('two people behind the shop’s own group', () => {
  const through = (name: string) => `"'${name}' via Help" <${here.shop.externalId}>`;
  const group = ['List-ID: <help.shop.example>', 'Sender: help+bnc1@shop.example'];

  it.each([
    ['with their addresses', (email: string) => [`X-Original-Sender: ${email}`], [PRIYA, 'arun@v.example']],
    ['without any address', () => [], [null, null]],
  ])('are two customers, %s', async (_, more, emails) => {
    const first = await arrives(through('Priya Nair'), [...group, ...more(PRIYA)], 'One');
    const second = await arrives(through('Arun Das'), [...group, ...more('arun@v.example')], 'Two');
    const tickets = [await ticketOf(first), await ticketOf(second)];
    expect(tickets.map(({ full_name }) => full_name)).toEqual(['Priya Nair', 'Arun Das']);
    expect(tickets.map(({ customer_email }) => customer_email)).toEqual(emails);
    expect(first.conversation_id).not.toBe(second.conversation_id);
  });
});

describe('a stranger who answers a mail of the thread', () => {
  it('joins the thread, and is neither answered nor quoted by the next reply', async () => {
    const first = await arrives(`Priya <${PRIYA}>`);
    const joined = await arrives(`Priya <${THIEF}>`, [`In-Reply-To: ${first.external_id}`], 'Send it to me');
    expect(joined.ticket_id).toBe(first.ticket_id);
    expect(await ticketOf(joined)).toMatchObject({ customer_email: PRIYA });
    await expect(answer(joined, { to: [THIEF] })).rejects.toMatchObject({ code: 'recipient_not_chosen' });
    const { payload } = await answer(joined);
    expect(payload).toMatchObject({
      to: [{ email: PRIYA }],
      subject: 'Re: My order',
      in_reply_to: first.external_id,
    });
    expect(JSON.stringify(payload)).not.toMatch(/thief|Send it to me/);
  });

  it('is answered where the customer has written nothing, and a mail server never is', async () => {
    const first = await arrives(`Priya <${PRIYA}>`);
    const joined = await arrives(THIEF, [`In-Reply-To: ${first.external_id}`], 'From her sister');
    await arrives('mailer-daemon@x.example', [`In-Reply-To: ${first.external_id}`, 'Auto-Submitted: auto-replied']);
    await here.world.test.db.updateTable('contents').set({ deleted: true }).where('id', '=', first.id).execute();
    const { payload } = await answer(joined);
    expect(payload).toMatchObject({ subject: 'Re: From her sister', in_reply_to: joined.external_id });
  });

  it('who begins the next ticket of the thread is not its customer', async () => {
    const first = await arrives(`Priya <${PRIYA}>`);
    await here.world.test.db
      .updateTable('tickets')
      .set({ status: 'closed' })
      .where('id', '=', first.ticket_id)
      .execute();
    const joined = await arrives(THIEF, [`In-Reply-To: ${first.external_id}`]);
    expect(joined.ticket_id).not.toBe(first.ticket_id);
    expect(await ticketOf(joined)).toMatchObject({ customer_email: PRIYA });
  });
});

describe('a reply by e-mail', () => {
  it('that names nobody is refused, also where there is nobody to name', async () => {
    const row = await arrives(`Priya <${PRIYA}>`);
    const refused = { status: 400, code: 'no_recipients', fields: { to: ['Recipient mail should not be empty'] } };
    await expect(answer(row, { to: [] })).rejects.toMatchObject(refused);
    const nobody = await arrives('');
    expect(await ticketOf(nobody)).toMatchObject({ customer_email: 'mta@home.example' });
  });

  it('to an address that is the customer’s no longer is refused, and says what to do', async () => {
    const row = await arrives(`Priya <${PRIYA}>`);
    await here.world.test.db
      .updateTable('tickets')
      .set({ customer_email: 'priya@new.example' })
      .where('id', '=', row.ticket_id)
      .execute();
    await expect(answer(row)).rejects.toMatchObject({
      status: 409,
      message: `'${PRIYA}' is not the address of this ticket's customer. Choose again whom the reply goes to.`,
    });
    expect((await answer(row, { to: ['priya@new.example'] })).payload).toMatchObject({
      to: [{ email: 'priya@new.example' }],
    });
  });

  it('that failed leaves once more for the same addresses, whatever is asked for by then', async () => {
    const row = await arrives(`Priya <${PRIYA}>`);
    const temp_id = randomUUID() as TempId;
    const { item, payload } = await answer(row, { temp_id, to: [THIEF], cc: [PRIYA], chosen: [THIEF] });
    const { db } = here.world.test;
    await db.updateTable('contents').set({ send_status: 'not_sent' }).where('id', '=', item.id).execute();
    await db.updateTable('outbox').set({ state: 'failed' }).where('content_id', '=', item.id).execute();
    const again = await answer(row, { temp_id, to: [PRIYA] });
    expect(again.item).toMatchObject({ id: item.id, send_status: 'sending', to: item.to, cc: item.cc });
    expect(again.payload).toEqual(payload);
  });
});
