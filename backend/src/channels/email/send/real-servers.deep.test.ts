import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes, randomUUID, createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TempId } from '@inbox/domain';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { addAccount } from '../../../accounts/accounts';
import type { SignedIn } from '../../../agents/sessions/session';
import { startChannelOutbox } from '../../../app/channels';
import { reply } from '../../../conversations/send/reply';
import { noDovecot, startDovecot, type Dovecot } from '../../../testing/dovecot';
import { until } from '../../../testing/fake-graph';
import { noPostfix, startPostfix, type Postfix } from '../../../testing/postfix';
import { addAgent, addMerchant } from '../../../testing/rows';
import { createUpload } from '../../../conversations/thread/pending-uploads';
import { closeSmtp, contents, here, openSmtp } from '../fixtures';
import { startMailboxes } from '../imap';

const PYTHON = '/usr/bin/python3';
const noPython = existsSync(PYTHON) ? null : 'Python, whose MIME parser reads the mails back, is not installed here.';
const missing = noPostfix ?? noDovecot ?? noPython;
const describeHere = missing === null ? describe : describe.skip;

const SHOP = 'care@shop.example';
const CUSTOMER = 'rohit@customer.example';
/** Milliseconds in which a mail comes in; a large one, or any on a machine with much else to do, takes long. */
const COMES_MS = 240_000;

let dovecot: Dovecot;
let postfix: Postfix;
let agent: SignedIn;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  if (missing !== null) return;
  dovecot = await startDovecot();
  closing.push(() => dovecot.end());
  const boxes = new Map([SHOP, CUSTOMER].map((address) => [address, dovecot.maildirOf(address)]));
  for (const address of boxes.keys()) (await clientOf(address)).close();
  postfix = await startPostfix(['shop.example', 'customer.example'], boxes);
  closing.push(() => postfix.end());
  await openSmtp();
  closing.push(closeSmtp);
  const { test, vault, context, uploads, log } = here.world;
  const merchantId = await addMerchant(test.db);
  const accountId = await addAccount(test.db, vault, merchantId, {
    kind: 'email',
    external_id: SHOP,
    name: 'Käthe’s Shop',
    address: SHOP,
    out_url: `smtp://127.0.0.1:${postfix.port}`,
    incoming: {
      url: `imaps://127.0.0.1:${dovecot.imapsPort}`,
      sent_folder: null,
      mark_seen: false,
      after_reading: 'leave',
    },
    credentials: { user: null, password: null, imap: { user: SHOP, password: dovecot.password } },
  });
  here.shop = { merchantId, accountId, externalId: SHOP, appSecret: '', accessToken: '', verifyToken: '' };
  const id = await addAgent(test.db, merchantId);
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true, is_store_admin: false };
  agent = {
    sessionId: '',
    merchantId,
    agent: { id, first_name: 'Asha', last_name: 'Rao', ...rights },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
  const outbox = startChannelOutbox({ ...here.world, backOff: () => 1 });
  here.world.onWake(outbox.wake);
  closing.push(() => outbox.stop());
  const mailboxes = startMailboxes({ context, vault, uploads, log, intake: here.door.intake, everyMs: 100 });
  closing.push(() => mailboxes.stop());
  await until(async () => (await test.db.selectFrom('mailbox_folders').selectAll().execute()).length === 2);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function clientOf(user: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.imapsPort,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: dovecot.password },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.mailboxOpen('INBOX');
  return client;
}

/** A person's mail program sends these bytes through Postfix. */
async function sendFrom(from: string, raw: string | Buffer): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: postfix.port, tls: { rejectUnauthorized: false } });
  await transport.sendMail({ raw, envelope: { from, to: [SHOP] } });
}
const mail = (lines: readonly string[], body: string) => [...lines, '', body].join('\r\n');

async function itemOf(is: (item: Awaited<ReturnType<typeof contents>>[number]) => boolean) {
  await until(async () => (await contents()).some(is), COMES_MS);
  const item = (await contents()).find(is);
  if (item === undefined) throw new Error('It is there no more.');
  return item;
}

/** The agent takes the ticket of this item and answers. */
async function answer(asked: Awaited<ReturnType<typeof itemOf>>, to: string, message: string, file?: Buffer) {
  const { test, context, uploads } = here.world;
  const { merchantId } = here.shop;
  const owned = { status: 'open', owner_id: agent.agent.id } as const;
  await test.db.updateTable('tickets').set(owned).where('id', '=', asked.ticket_id).execute();
  const attachment_ids = [];
  if (file !== undefined) {
    const { storage_key, size } = await uploads.put(file, { maxBytes: 30_000_000 });
    const of = { merchant_id: merchantId, agent_id: agent.agent.id, ticket_id: asked.ticket_id, storage_key, size };
    const named = { filename: 'बिल 12.pdf', content_type: 'application/pdf', kind: 'document' } as const;
    attachment_ids.push((await createUpload(test.db, { ...of, ...named })).id);
  }
  await reply(context, agent, {
    message,
    conversation_id: asked.conversation_id,
    temp_id: randomUUID() as TempId,
    conversation_source: 'email',
    ticket_id: asked.ticket_id,
    to: [to],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids,
    seen: null,
  });
  // The time in which it could be taken back is over.
  const due = { next_at: new Date(0) };
  await test.db.updateTable('outbox').set(due).where('state', '=', 'waiting').execute();
  context.outboxWoken();
  return itemOf((item) => item.actor === 'merchant' && item.message === message);
}

/** The threads of a user's inbox, by the numbers of its mails. */
async function threadsOf(user: string): Promise<string | undefined> {
  const socket = connectTls({ host: '127.0.0.1', port: dovecot.imapsPort, rejectUnauthorized: false });
  const commands = [`LOGIN ${user} ${dovecot.password}`, 'SELECT INBOX', 'THREAD REFERENCES UTF-8 ALL', 'LOGOUT'];
  socket.write(commands.map((command, index) => `a${index} ${command}\r\n`).join(''));
  const text = Buffer.concat(await socket.toArray()).toString();
  return /^\* THREAD (.*?)\r?$/m.exec(text)?.[1];
}

/** What Python's MIME parser reads. */
async function readBack(raw: Buffer) {
  const script = `
import sys, json, hashlib
from email import message_from_bytes, policy
m = message_from_bytes(sys.stdin.buffer.read(), policy=policy.default)
files = [[p.get_filename(), hashlib.sha256(p.get_payload(decode=True)).hexdigest()] for p in m.iter_attachments()]
print(json.dumps({'subject': m['subject'], 'from': str(m['from']), 'to': str(m['to']), 'references': m['references'],
  'reply': m['in-reply-to'], 'received': str(m['received']), 'text': m.get_body(('plain',)).get_content().replace('\\r\\n', '\\n').strip(),
  'files': files, 'defects': [str(d) for d in m.defects]}))`;
  const child = spawn(PYTHON, ['-c', script]);
  const output = child.stdout.toArray();
  child.stdin.end(raw);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Python ended with ${String(code)}.`);
  return JSON.parse(Buffer.concat(await output).toString()) as Record<string, unknown>;
}

describeHere(`through a real Postfix and Dovecot${missing === null ? '' : `: ${missing}`}`, () => {
  it('a mail of 8 bits comes in, its answer goes out encrypted, and both stand in one thread of a mail client', async () => {
    const first = mail(
      [
        `From: Rohit <${CUSTOMER}>`,
        `To: ${SHOP}`,
        'Subject: Order 12',
        'Message-ID: <first@customer.example>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
      ],
      'Wo ist mein Päckchen? नमस्ते',
    );
    await sendFrom(CUSTOMER, first);
    const asked = await itemOf(({ external_id }) => external_id === '<first@customer.example>');
    expect(asked).toMatchObject({ actor: 'customer', message: 'Wo ist mein Päckchen? नमस्ते' });

    const file = randomBytes(300_000);
    const sent = await answer(asked, CUSTOMER, 'Es ist unterwegs.\n.\nनमस्ते', file);
    const client = await clientOf(CUSTOMER);
    closing.push(() => client.close());
    // Selecting it anew asks the server: what it said of an open folder is not asked again.
    const count = async () => (await client.mailboxOpen('INBOX', { readOnly: true })).exists;
    await until(async () => (await count()) === 1);
    const found = await client.fetchOne('1', { source: true });
    const back = await readBack((found && found.source) || Buffer.alloc(0));
    expect(back).toMatchObject({
      subject: 'Re: Order 12',
      to: `Rohit <${CUSTOMER}>`,
      reply: '<first@customer.example>',
      references: '<first@customer.example>',
      text: 'Es ist unterwegs.\n.\nनमस्ते',
      files: [['बिल 12.pdf', createHash('sha256').update(file).digest('hex')]],
      defects: [],
    });
    expect(back['from']).toContain('Käthe’s Shop');
    expect(back['received']).toMatch(/using TLSv1\.\d/);

    const last = mail(
      [
        `From: Rohit <${CUSTOMER}>`,
        `To: ${SHOP}`,
        'Subject: Re: Order 12',
        'Message-ID: <last@customer.example>',
        `In-Reply-To: ${sent.external_id}`,
        `References: <first@customer.example> ${sent.external_id}`,
      ],
      'Danke',
    );
    await sendFrom(CUSTOMER, last);
    expect(await itemOf(({ external_id }) => external_id === '<last@customer.example>')).toMatchObject({
      ticket_id: asked.ticket_id,
    });
    // The customer's own two are where their program keeps what it has sent; out of order, as copies are.
    for (const raw of [last, first]) await client.append('INBOX', Buffer.from(raw));
    // By References, as RFC 5256 has a server or mail client thread: the question, its answer, and the answer to that.
    expect(await threadsOf(CUSTOMER)).toBe('(3 1 2)');
  });

  it('a mail of 24 MB comes in whole', async () => {
    const film = randomBytes(17_900_000);
    const lines = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      'Message-ID: <film@customer.example>',
    ];
    const part =
      'Content-Type: video/mp4\r\nContent-Disposition: attachment; filename=film.mp4\r\nContent-Transfer-Encoding: base64';
    const body = film.toString('base64').replace(/.{76}/g, '$&\r\n');
    await sendFrom(
      CUSTOMER,
      mail([`From: ${CUSTOMER}`, `To: ${SHOP}`, 'Subject: Film', ...lines], `--b\r\n${part}\r\n\r\n${body}\r\n--b--`),
    );
    const item = await itemOf(({ external_id }) => external_id === '<film@customer.example>');
    const { storage_key } = await here.world.test.db
      .selectFrom('attachments')
      .select('storage_key')
      .where('content_id', '=', item.id)
      .executeTakeFirstOrThrow();
    const { stream } = await here.world.uploads.open(storage_key ?? '');
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(film).digest('hex'));
  }, 300_000);

  it('a mail to nobody comes back onto its ticket, which stays as it is', async () => {
    const gone = 'gone@customer.example';
    await sendFrom(
      gone,
      mail([`From: ${gone}`, `To: ${SHOP}`, 'Subject: Bye', 'Message-ID: <gone@customer.example>'], 'Bye'),
    );
    const asked = await itemOf(({ external_id }) => external_id === '<gone@customer.example>');
    const sent = await answer(asked, gone, 'Are you there?');
    const report = await itemOf(({ details }) => details.automatic?.kind === 'bounce');
    expect(report).toMatchObject({
      ticket_id: asked.ticket_id,
      details: { automatic: { recipient: gone, reason: expect.stringMatching(/unknown user/) } },
    });
    expect((await contents()).find(({ id }) => id === sent.id)).toMatchObject({
      send_status: 'not_sent',
      error_message: expect.stringMatching(/^gone@customer\.example: unknown user/),
    });
    const ticket = here.world.test.db
      .selectFrom('tickets')
      .select(['status', 'owner_id'])
      .where('id', '=', asked.ticket_id);
    expect(await ticket.executeTakeFirst()).toEqual({ status: 'open', owner_id: agent.agent.id });
  });
});
