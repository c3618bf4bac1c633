import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, type ReplyRequest } from '@inbox/api/wire';
import type { AttachmentId, ContentId, TempId, TicketId, UploadId } from '@inbox/domain';
import { emailReplySchema } from '../../channels/email/send/compose';
import { createUploads } from '../../platform/files/uploads';
import { insertSentFiles } from '../thread/attachment-rows';
import { findWholeMail, insertWholeMail, splitLongMail } from '../thread/long-mails';
import { createUpload, forgetUnsentUploads } from '../thread/pending-uploads';
import { addContent, addConversation, addTicket, type TestConversation } from '../../testing/rows';
import { temporaryFolder } from '../../testing/temporary-folder';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { isMail, replyByMail } from './mail-reply';
import { reply } from './reply';
import { undoReply } from './undo-reply';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MEERA = 'meera@mail.example';
const LOGO = { kind: 'image', filename: 'logo.png', content_type: 'image/png', size: 3 } as const;
const BILL = { kind: 'document', filename: 'bill.pdf', content_type: 'application/pdf', size: 3 } as const;

let world: TicketWorld;
const uploads = createUploads(temporaryFolder());
beforeAll(async () => void (world = await createTicketWorld()));
afterAll(() => world.test.drop());

interface Begun {
  line: TestConversation;
  ticket: TicketId;
  mail: ContentId;
  mailbox: string;
  files: Record<string, { id: AttachmentId; storage_key: string }>;
}

async function begin(html = '<p>Where is it?</p><img src="cid:logo@shop" alt="Logo">'): Promise<Begun> {
  const { db } = world.test;
  const line = await addConversation(db, world.shop, 'email', { email: MEERA, full_name: 'Meera Iyer' });
  const given = {
    owner_id: world.me.agent.id,
    status: 'open',
    full_name: 'Meera Iyer',
    customer_email: MEERA,
    subject: 'Order',
  } as const;
  const ticket = await addTicket(db, line, given);
  const { details, whole } = splitLongMail({
    subject: 'Order',
    from: [{ email: MEERA, name: 'Meera Iyer' }],
    to: [{ email: 'care@shop.example', name: 'Care' }],
    cc: [],
    bcc: [{ email: 'hidden@shop.example', name: '' }],
    html,
    message_id: `<${randomUUID()}@mail.example>`,
    references: ['<first@mail.example>'],
  });
  const mail = await addContent(db, line, ticket, {
    content_type: 'email',
    message: 'Where is it?',
    details: JSON.stringify(details),
  });
  if (whole !== null) await insertWholeMail(db, world.shop, mail, whole);
  const stored = await Promise.all([LOGO, BILL].map(() => uploads.put(Buffer.from('abc'), { maxBytes: 10 })));
  await insertSentFiles(db, world.shop, mail, [
    { ...LOGO, storage_key: stored[0]?.storage_key ?? '', cid: 'logo@shop' },
    { ...BILL, storage_key: stored[1]?.storage_key ?? '' },
  ]);
  const rows = await db.selectFrom('attachments').selectAll().where('content_id', '=', mail).execute();
  const files = Object.fromEntries(
    rows.map((row) => [row.filename, { id: row.id, storage_key: row.storage_key ?? '' }]),
  );
  const account = db.selectFrom('accounts').select('external_id').where('id', '=', line.accountId);
  return { line, ticket, mail, files, mailbox: (await account.executeTakeFirstOrThrow()).external_id };
}

const asked = ({ line, ticket, mail }: Begun, fields: Partial<ReplyRequest> = {}) => {
  const parsed = calls.reply.body?.parse({
    message: '',
    conversation_id: line.conversationId,
    conversation_source: 'email',
    ticket_id: ticket,
    temp_id: randomUUID() as TempId,
    to: [MEERA],
    convmsg_message_id: mail,
    email_body: '<div>Packed <strong>today</strong></div>',
    mail_kind: 'reply',
    ...fields,
  });
  if (!parsed || !isMail(parsed)) throw new Error('The call takes no body.');
  return parsed;
};
const send = (begun: Begun, fields?: Partial<ReplyRequest>, who = world.me) =>
  replyByMail(world.context, uploads, who, asked(begun, fields));
const leaving = async (id: ContentId) => {
  const row = world.test.db.selectFrom('outbox').select(['payload', 'account_id']).where('content_id', '=', id);
  const { payload, account_id } = await row.executeTakeFirstOrThrow();
  return { ...emailReplySchema.parse(payload), account_id };
};
const file = (name: string, ticket: TicketId) =>
  createUpload(world.test.db, {
    merchant_id: world.shop,
    agent_id: world.me.agent.id,
    ticket_id: ticket,
    storage_key: randomUUID(),
    kind: 'document',
    filename: name,
    content_type: 'application/pdf',
    size: 7,
  });

describe('a reply from the drawer', () => {
  it('leaves the original out when its writer has removed the quote, and stays in its thread', async () => {
    const begun = await begin();
    const { item } = await send(begun, { no_quote: true });
    const mail = await leaving(item.id);
    expect(mail.html).toBe('<div>Packed <strong>today</strong></div>');
    expect(mail.text).not.toContain('Where is it?');
    expect(mail.files).toEqual([]);
    expect(mail.in_reply_to).toMatch(/@mail\.example>$/);
  });

  it('hands a mail on whole, whatever is said of a quote', async () => {
    const begun = await begin();
    const { item } = await send(begun, { mail_kind: 'forward', no_quote: true, to: [MEERA] });
    expect((await leaving(item.id)).html).toContain('Where is it?');
  });

  it('has its own words above the quoted mail, in both parts, with the threading headers', async () => {
    const begun = await begin();
    const { item, ticket } = await send(begun);
    expect(ticket).toMatchObject({ id: begun.ticket, status: 'open' });
    const mail = await leaving(item.id);
    const { message_id } = (
      await world.test.db
        .selectFrom('contents')
        .select('details')
        .where('id', '=', begun.mail)
        .executeTakeFirstOrThrow()
    ).details;
    expect(mail).toMatchObject({
      subject: 'Re: Order',
      to: [{ email: MEERA, name: 'Meera Iyer' }],
      in_reply_to: message_id,
      references: ['<first@mail.example>', message_id],
    });
    expect(mail.html).toMatch(
      /^<div>Packed <strong>today<\/strong><\/div>.*wrote:<\/div><blockquote type="cite".*Where/,
    );
    expect(mail.text).toMatch(/^Packed today\n\nOn .* UTC, Meera Iyer <meera@mail.example> wrote:\n> Where is it\?$/);
    expect(mail.html).not.toContain('hidden@shop.example');
    expect(mail.files).toMatchObject([{ filename: 'logo.png', cid: 'logo@shop' }]);
    expect(item).toMatchObject({ content_type: 'email', message: mail.text, html: mail.html });
  });

  it('has the pictures of its text by Content-ID, and what was attached as files', async () => {
    const begun = await begin('<p>Hello</p>');
    const { id } = await file('invoice.pdf', begun.ticket);
    const email_body = `<div>See</div><img src="data:image/png;base64,${PIXEL}" alt="Box">`;
    const { item } = await send(begun, { email_body, attachment_ids: [id] });
    const { files, html } = await leaving(item.id);
    expect(files).toMatchObject([{ filename: 'invoice.pdf' }, { content_type: 'image/png' }]);
    expect(files[0]?.cid).toBeUndefined();
    expect(html).toContain(`src="cid:${files[1]?.cid}"`);
    expect(item).toMatchObject({ attachments: [{ filename: 'invoice.pdf' }, { content_disposition: 'inline' }] });
  });

  it('asked for twice is one mail, and leaves nothing behind', async () => {
    const begun = await begin();
    const email_body = `<img src="data:image/png;base64,${PIXEL}" alt="">`;
    const request = asked(begun, { email_body });
    const [one, two] = await Promise.all([
      replyByMail(world.context, uploads, world.me, request),
      replyByMail(world.context, uploads, world.me, request),
    ]);
    expect(two.item.id).toBe(one.item.id);
    const unused = world.test.db.selectFrom('uploads').select('id').where('ticket_id', '=', begun.ticket);
    expect(await unused.where('used_at', 'is', null).execute()).toEqual([]);
  });

  it('quotes all of a long mail, and is itself stored as one', async () => {
    const begun = await begin(`<p>${'x'.repeat(200_000)}the end</p>`);
    const { item } = await send(begun);
    expect((await leaving(item.id)).html).toContain('the end</p>');
    expect(item).toMatchObject({ whole: { url: `/api/inbox/emails/${item.id}/whole/` } });
    expect(await findWholeMail(world.test.db, world.shop, item.id)).toContain('the end</p>');
  });

  it.each([
    ['an address that nobody has chosen', { to: ['thief@mail.example'] }, { code: 'recipient_not_chosen' }],
    ['nobody', { to: [] }, { fields: { to: ['Recipient mail should not be empty'] } }],
    ['a mail of another conversation', { convmsg_message_id: 999_999 as ContentId }, { code: 'no_quoted' }],
    ['nothing', { email_body: '<div><br></div>' }, { code: 'empty' }],
    [
      'what is no picture',
      { email_body: `<img src="data:image/png;base64,${Buffer.from('MZ').toString('base64')}">` },
      { code: 'image' },
    ],
  ])('to %s is refused', async (_, fields, expected) => {
    await expect(send(await begin(), fields)).rejects.toMatchObject(expected);
  });

  it('of another agent’s ticket is refused', async () => {
    const who = { ...world.dev, agent: { ...world.dev.agent, can_assign_ticket_to_other_agent: false } };
    await expect(send(await begin(), {}, who)).rejects.toMatchObject({ code: 'not_owner' });
  });
});

describe('the mailbox that a mail leaves from', () => {
  it('is any of the shop, and its answers are read there', async () => {
    const [begun, second] = [await begin(), await begin()];
    const { item } = await send(begun, { from: second.mailbox.toUpperCase() });
    expect(await leaving(item.id)).toMatchObject({
      from: { email: second.mailbox },
      account_id: second.line.accountId,
    });
  });

  it('is none of another shop, and none that is turned off', async () => {
    const [begun, off] = [await begin(), await begin()];
    await world.test.db.updateTable('accounts').set({ enabled: false }).where('id', '=', off.line.accountId).execute();
    for (const from of ['boss@other.example', off.mailbox]) {
      await expect(send(begun, { from })).rejects.toMatchObject({ status: 400, code: 'other_sender' });
    }
  });
});

describe('a mail that is handed on', () => {
  const COURIER = 'fast@courier.example';
  const forward = (begun: Begun, fields: Partial<ReplyRequest> = {}) =>
    send(begun, { mail_kind: 'forward', to: [COURIER], chosen: [COURIER], email_body: '', ...fields });

  it('has its head, and of its files those that are to go along; it answers nobody', async () => {
    const begun = await begin();
    const bill = begun.files['bill.pdf'];
    const { item } = await forward(begun, { forward_attachment_ids: bill ? [bill.id] : [] });
    const mail = await leaving(item.id);
    expect(mail).toMatchObject({ subject: 'Fwd: Order', in_reply_to: null, to: [{ email: COURIER }] });
    expect(mail.html).toContain('---------- Forwarded message ---------');
    expect(mail.files.map(({ filename, cid }) => [filename, cid])).toEqual([
      ['logo.png', 'logo@shop'],
      ['bill.pdf', undefined],
    ]);
  });

  it('is sent without those that were removed', async () => {
    const begun = await begin('<p>Hello</p>');
    const { item } = await forward(begun, { forward_attachment_ids: [] });
    expect((await leaving(item.id)).files).toEqual([]);
  });

  it('takes no file of another mail along', async () => {
    const [begun, other] = [await begin(), await begin()];
    const id = other.files['bill.pdf']?.id;
    await expect(forward(begun, { forward_attachment_ids: id ? [id] : [] })).rejects.toMatchObject({ status: 404 });
  });

  it('and taken back, leaves the files to the mail that has them', async () => {
    const begun = await begin('<p>Hello</p>');
    // What this agent has uploaded itself, and sent before.
    const upload = await file('mine.pdf', begun.ticket);
    const sent = await send(begun, { attachment_ids: [upload.id] });
    const { id } = await world.test.db
      .selectFrom('attachments')
      .select('id')
      .where('content_id', '=', sent.item.id)
      .executeTakeFirstOrThrow();
    const own = await file('new.pdf', begun.ticket);
    const request = { convmsg_message_id: sent.item.id, forward_attachment_ids: [id], attachment_ids: [own.id] };
    const temp_id = randomUUID() as TempId;
    await forward(begun, { ...request, temp_id });
    await undoReply(world.context, world.me, { ticket_id: begun.ticket, temp_id });
    const free = await world.test.db
      .selectFrom('uploads')
      .select('id')
      .where('ticket_id', '=', begun.ticket)
      .where('used_at', 'is', null)
      .execute();
    expect(free.map((row): UploadId => row.id)).toEqual([own.id]);
    expect(await forgetUnsentUploads(world.test.db, new Date(Date.now() + 60_000))).not.toContain(upload.storage_key);
  });
});

describe('a mail of which nobody knows whether it was sent', () => {
  const again = ({ line, ticket }: Begun, again_of: ContentId, temp_id = randomUUID() as TempId) => {
    const of = { conversation_id: line.conversationId, conversation_source: 'email' as const, ticket_id: ticket };
    const written = { message: 'Words alone', to: ['x@evil.example'], cc: [], bcc: [], attachment_ids: [] };
    return { ...of, ...written, convmsg_message_id: null, seen: null, temp_id, again_of };
  };

  it('leaves once more as it was, at once, under an id of its own', async () => {
    const begun = await begin();
    const bill = await file('bill.pdf', begun.ticket);
    const fields = { cc: ['sister@mail.example'], chosen: ['sister@mail.example'], attachment_ids: [bill.id] };
    const { item } = await send(begun, {
      ...fields,
      subject: 'Your kurta',
      email_body: `<div><img src="data:image/png;base64,${PIXEL}"></div>`,
    });
    const first = await leaving(item.id);
    const request = again(begun, item.id);
    await expect(reply(world.context, world.me, request)).rejects.toMatchObject({ code: 'not_unknown' });
    await world.test.db.updateTable('contents').set({ send_status: 'unknown' }).where('id', '=', item.id).execute();
    await world.test.db.updateTable('outbox').set({ state: 'unknown' }).where('content_id', '=', item.id).execute();

    const made = await reply(world.context, world.me, request);
    const second = await leaving(made.item.id);
    expect({ ...second, message_id: first.message_id }).toEqual(first);
    expect(second.message_id).not.toBe(first.message_id);
    expect(made.item).toMatchObject({
      subject: 'Your kurta',
      cc: [{ email: 'sister@mail.example' }],
      html: first.html,
    });
    const names = (one: typeof item) =>
      one.content_type === 'email' ? one.attachments.map(({ filename }) => filename) : [];
    expect(names(made.item)).toEqual(names(item));
    expect(names(made.item)).toContain('bill.pdf');
    const { next_at, created_at } = await world.test.db
      .selectFrom('outbox')
      .select(['next_at', 'created_at'])
      .where('content_id', '=', made.item.id)
      .executeTakeFirstOrThrow();
    expect(next_at).toEqual(created_at);
    expect((await reply(world.context, world.me, request)).item.id).toBe(made.item.id);
  });

  it('is none of another conversation', async () => {
    const [begun, other] = [await begin(), await begin()];
    const { item } = await send(other);
    await world.test.db.updateTable('contents').set({ send_status: 'unknown' }).where('id', '=', item.id).execute();
    await expect(reply(world.context, world.me, again(begun, item.id))).rejects.toMatchObject({ code: 'not_unknown' });
  });
});
