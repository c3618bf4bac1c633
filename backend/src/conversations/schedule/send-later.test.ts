import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, type ReplyRequest } from '@inbox/api/wire';
import type { TempId, TicketId } from '@inbox/domain';
import { emailReplySchema } from '../../channels/email/send/compose';
import { createUploads } from '../../platform/files/uploads';
import { addContent, addConversation, addTicket, type TestConversation } from '../../testing/rows';
import { temporaryFolder } from '../../testing/temporary-folder';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { createUpload, forgetUnsentUploads } from '../thread/pending-uploads';
import { sendDueMails } from './scheduled-due';
import { cancelScheduled, readScheduled, scheduledOf, sendLater } from './send-later';

const HOUR = 3_600_000;
const MEERA = 'meera@mail.example';

let world: TicketWorld;
const signals: unknown[] = [];
const uploads = createUploads(temporaryFolder());
beforeAll(async () => {
  world = await createTicketWorld();
  world.context.live.signal = (_, signal) => void signals.push(signal);
});
beforeEach(async () => {
  await world.test.db.deleteFrom('scheduled_mails').execute();
  world.clock.now = new Date();
  signals.length = 0;
});
afterAll(() => world.test.drop());

interface Begun {
  line: TestConversation;
  ticket: TicketId;
}

async function begin(): Promise<Begun> {
  const { db } = world.test;
  const line = await addConversation(db, world.shop, 'email', { email: MEERA, full_name: 'Meera Iyer' });
  const ticket = await addTicket(db, line, {
    owner_id: world.me.agent.id,
    status: 'open',
    full_name: 'Meera Iyer',
    customer_email: MEERA,
    subject: 'Order',
  });
  await addContent(db, line, ticket, { content_type: 'email', message: 'Where?', details: '{"subject":"Order"}' });
  return { line, ticket };
}

const asked = ({ line, ticket }: Begun, fields: Partial<ReplyRequest> = {}): ReplyRequest => {
  const parsed = calls.reply.body?.parse({
    message: 'Packed today',
    conversation_id: line.conversationId,
    conversation_source: 'email',
    ticket_id: ticket,
    temp_id: randomUUID(),
    to: [MEERA],
    email_body: '<div>Packed <strong>today</strong></div>',
    mail_kind: 'reply',
    ...fields,
  });
  if (!parsed) throw new Error('The call takes no body.');
  return parsed;
};
const inMs = (ms: number) => new Date(world.clock.now.getTime() + ms).toISOString();
const later = (reply: ReplyRequest, ms = HOUR, who = world.me) =>
  sendLater(world.context, who, { send_at: inMs(ms), reply });
const listed = (begun: Begun) => scheduledOf(world.test.db, world.shop, begun.ticket);
const fail = (error: unknown): never => {
  throw error;
};
const due = () => sendDueMails(world.context, uploads, fail);
const pass = (ms: number) => void (world.clock.now = new Date(world.clock.now.getTime() + ms));
const sentOf = async ({ ticket }: Begun) =>
  (
    await world.test.db
      .selectFrom('outbox as o')
      .innerJoin('contents as c', 'c.id', 'o.content_id')
      .select(['o.payload', 'o.next_at', 'o.created_at', 'c.agent_id', 'c.temp_id'])
      .where('c.ticket_id', '=', ticket)
      .execute()
  ).map(({ payload, next_at, created_at, ...row }) => {
    const waits = next_at.getTime() - created_at.getTime();
    return { ...row, waits, mail: emailReplySchema.parse(payload) };
  });
const file = ({ ticket }: Begun) =>
  createUpload(world.test.db, {
    merchant_id: world.shop,
    agent_id: world.me.agent.id,
    ticket_id: ticket,
    storage_key: randomUUID(),
    kind: 'document',
    filename: 'bill.pdf',
    content_type: 'application/pdf',
    size: 7,
  });
const admin = () => ({ ...world.dev, agent: { ...world.dev.agent, is_store_admin: true } });

describe('a mail that is sent later', () => {
  it('is listed on its ticket until its time, when it leaves once as a reply of its writer', async () => {
    const begun = await begin();
    const reply = asked(begun, { subject: 'Re: Order' });
    const send_at = inMs(HOUR);
    const mail = await later(reply);
    expect(mail).toEqual({
      temp_id: reply.temp_id,
      ticket_id: begun.ticket,
      agent_id: world.me.agent.id,
      agent_name: 'Asha Rao',
      kind: 'reply',
      to: [MEERA],
      subject: 'Re: Order',
      beginning: 'Packed today',
      send_at,
      failed: null,
    });
    expect(await listed(begun)).toEqual([mail]);
    pass(HOUR - 1);
    expect(await due()).toBe(0);
    expect(await sentOf(begun)).toEqual([]);
    pass(1);
    // Two nodes look at once.
    await Promise.all([due(), due()]);
    await due();
    const [sent, ...more] = await sentOf(begun);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      agent_id: world.me.agent.id,
      temp_id: reply.temp_id,
      // Whoever wanted to call it off has had the time until then.
      waits: 0,
      mail: { to: [{ email: MEERA }], subject: 'Re: Order', html: expect.stringContaining('<strong>today</strong>') },
    });
    expect(await listed(begun)).toEqual([]);
    const changed = { type: 'scheduled_mails.changed', ticket_id: begun.ticket };
    expect(signals[0]).toEqual(changed);
    expect(signals.at(-1)).toEqual(changed);
  });

  it('is one mail, however often that is requested, and the last request counts', async () => {
    const begun = await begin();
    const reply = asked(begun);
    await later(reply);
    await later({ ...reply, subject: 'Changed' }, 2 * HOUR);
    expect(await listed(begun)).toMatchObject([{ subject: 'Changed', send_at: inMs(2 * HOUR) }]);
    pass(2 * HOUR);
    await due();
    await expect(later(reply)).rejects.toMatchObject({ status: 409, code: 'temp_id_taken' });
    expect(await sentOf(begun)).toHaveLength(1);
  });

  it.each([
    ['now', 0, 'time_past'],
    ['in the past', -1, 'time_past'],
    ['in more than a year', 367 * 24 * HOUR, 'time_too_far'],
  ])('is not sent %s', async (_, ms, code) => {
    const begun = await begin();
    await expect(later(asked(begun), ms)).rejects.toMatchObject({ status: 400, code });
    expect(await listed(begun)).toEqual([]);
  });

  it('is refused at once for what could not be sent now either', async () => {
    const begun = await begin();
    const other = await begin();
    const refused = (fields: Partial<ReplyRequest>, status: number) =>
      expect(later(asked(begun, fields))).rejects.toMatchObject({ status });
    await refused({ to: [] }, 400);
    await refused({ to: ['somebody@else.example'] }, 409);
    await refused({ from: 'nobody@shop.example' }, 400);
    await refused({ email_body: '<div> </div>', message: '' }, 400);
    await refused({ conversation_id: other.line.conversationId }, 409);
    await refused({ attachment_ids: [(await file(other)).id] }, 404);
    await expect(later(asked(begun, { email_body: undefined }))).rejects.toMatchObject({ code: 'not_email' });
    await expect(later(asked(begun), HOUR, world.dev)).resolves.toBeDefined();
    await world.test.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', begun.ticket).execute();
    await refused({}, 409);
    expect(await listed(begun)).toHaveLength(1);
  });

  it('does not show what another merchant has', async () => {
    await expect(scheduledOf(world.test.db, 999_999 as never, (await begin()).ticket)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('at its time', () => {
  const close = ({ ticket }: Begun) =>
    world.test.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket).execute();
  const set = (changes: object) =>
    world.test.db.updateTable('agents').set(changes).where('id', '=', world.me.agent.id).execute();

  it.each<[string, string, (begun: Begun) => Promise<unknown>]>([
    ['the ticket is closed', 'closed', close],
    ['its writer is disabled', 'may not use the inbox', () => set({ disabled: true })],
    ['its writer has lost the inbox', 'may not use the inbox', () => set({ user_permissions: [] })],
    [
      'another agent owns the ticket',
      'owner',
      async ({ ticket }) => {
        await set({ can_assign_ticket_to_self: false, can_assign_ticket_to_other_agent: false });
        const other = { owner_id: world.dev.agent.id };
        await world.test.db.updateTable('tickets').set(other).where('id', '=', ticket).execute();
      },
    ],
    [
      'the mailbox is off',
      '',
      ({ line }) =>
        world.test.db.updateTable('accounts').set({ enabled: false }).where('id', '=', line.accountId).execute(),
    ],
  ])('does not send it when %s, and the ticket says so once', async (_, why, happens) => {
    const begun = await begin();
    await later(asked(begun));
    await happens(begun);
    await world.told();
    pass(HOUR);
    try {
      await due();
      await due();
    } finally {
      const { user_permissions } = await world.test.db
        .selectFrom('agents')
        .select('user_permissions')
        .where('id', '=', world.dev.agent.id)
        .executeTakeFirstOrThrow();
      const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true };
      await set({ disabled: false, user_permissions, ...rights });
    }
    expect(await sentOf(begun)).toEqual([]);
    const [mail] = await listed(begun);
    expect(mail?.failed?.toLowerCase()).toContain(why);
    expect(mail?.failed).not.toBe('');
    const logs = (await world.logsOf(begun.ticket)).filter((line) => line.includes('not sent'));
    expect(logs).toEqual([`The e-mail that Asha Rao planned was not sent: ${mail?.failed}`]);
    expect(await world.told()).toMatchObject([{ type: 'tickets.ticket_content_v2', by: null, logs }]);
  });

  it('one that cannot be stored is tried again, and holds up no other', async () => {
    const [broken, fine] = [await begin(), await begin()];
    const reply = asked(broken);
    await later(reply);
    await later(asked(fine), HOUR + 1);
    pass(HOUR + 1);
    const reports: unknown[] = [];
    const { composers } = world.context;
    let isDown = true;
    const { email } = composers;
    const compose: NonNullable<typeof email> = async (db, given) => {
      if (isDown && given.ticket.id === broken.ticket) throw new Error('The disk is full.');
      if (email === undefined) throw new Error('There is no e-mail.');
      return email(db, given);
    };
    const context = { ...world.context, composers: { ...composers, email: compose } };
    await sendDueMails(context, uploads, (error) => reports.push(error));
    expect(reports).toMatchObject([{ message: 'The disk is full.' }]);
    expect([await listed(broken), await sentOf(fine)]).toMatchObject([[{ failed: null }], [{}]]);
    isDown = false;
    await sendDueMails(context, uploads, fail);
    expect(await sentOf(broken)).toHaveLength(1);
  });
});

describe('its files', () => {
  it('go along, however long they wait, and are forgotten with a mail that is called off', async () => {
    const begun = await begin();
    const { id } = await file(begun);
    await later(asked(begun, { attachment_ids: [id] }), 30 * 24 * HOUR);
    const soon = new Date(Date.now() + 24 * HOUR);
    await forgetUnsentUploads(world.test.db, soon);
    pass(30 * 24 * HOUR);
    await due();
    expect((await sentOf(begun))[0]?.mail.files).toMatchObject([{ filename: 'bill.pdf' }]);

    const other = asked(begun, { attachment_ids: [(await file(begun)).id] });
    await later(other);
    await cancelScheduled(world.context, world.me, other.temp_id);
    expect(await forgetUnsentUploads(world.test.db, new Date(world.clock.now.getTime() + 1))).toHaveLength(1);
  });
});

describe('changing and calling off', () => {
  it('is for its writer and a store admin, who has its files then', async () => {
    const begun = await begin();
    const { id } = await file(begun);
    const reply = asked(begun, { attachment_ids: [id], cc: ['dev@shop.example'], chosen: ['dev@shop.example'] });
    await later(reply);
    const no = { status: 403, code: 'not_yours' };
    await expect(readScheduled(world.test.db, world.dev, reply.temp_id)).rejects.toMatchObject(no);
    await expect(cancelScheduled(world.context, world.dev, reply.temp_id)).rejects.toMatchObject(no);
    const text = await readScheduled(world.test.db, admin(), reply.temp_id);
    expect(text).toMatchObject({
      ...{ email_body: reply.email_body, to: reply.to, cc: reply.cc, answered: null },
      attachments: [{ id, file_name: 'bill.pdf', url: `/api/inbox/uploads/${id}/` }],
      left_out: [],
    });
    await cancelScheduled(world.context, admin(), reply.temp_id);
    expect(await listed(begun)).toEqual([]);
    pass(HOUR);
    expect(await due()).toBe(0);
    // The admin goes on with it as a draft of their own.
    const again = asked(begun, { attachment_ids: [id], cc: reply.cc, chosen: reply.cc });
    await expect(later(again, HOUR, admin())).resolves.toMatchObject({ agent_id: world.dev.agent.id });
  });

  it('says when it is gone already', async () => {
    const begun = await begin();
    const reply = asked(begun);
    await later(reply);
    pass(HOUR);
    await due();
    const gone = { status: 404, code: 'no_scheduled' };
    await expect(cancelScheduled(world.context, world.me, reply.temp_id)).rejects.toMatchObject(gone);
    await expect(readScheduled(world.test.db, world.me, randomUUID() as TempId)).rejects.toMatchObject(gone);
  });

  it('and sending at the same moment end in one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const begun = await begin();
      const reply = asked(begun);
      await later(reply);
      pass(HOUR);
      const [isCancelled] = await Promise.all([
        cancelScheduled(world.context, world.me, reply.temp_id).then(
          () => true,
          () => false,
        ),
        due(),
      ]);
      expect(await sentOf(begun)).toHaveLength(isCancelled ? 0 : 1);
    }
  });
});
