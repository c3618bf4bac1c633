import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ImapFlow } from 'imapflow';
import { addAccount, changeAccount } from '../../../accounts/accounts';
import { emailAccounts, type EmailAccount } from '../account/account';
import { listMailProblems } from '../../../accounts/mailbox-queries';
import { startDovecot, noDovecot, type Dovecot } from '../../../testing/dovecot';
import { until } from '../../../testing/fake-graph';
import { addMerchant } from '../../../testing/rows';
import { addOutgoing, addChat } from '../../../testing/outgoing';
import { closeSmtp, contents, files, filesOnDisk, here, kept, mail, openSmtp } from '../fixtures';
import { tryMailbox } from './try-mailbox';
import { startMailboxes, type Mailboxes, type MailboxesOptions } from './index';

/** Milliseconds in which a mail of 25 MB comes in, on a machine with much else to do. */
const LARGE_MS = 240_000;
const describeHere = noDovecot === null ? describe : describe.skip;

let dovecot: Dovecot;
let tokens: Awaited<ReturnType<typeof startTokens>>;
let user: string;
let client: ImapFlow;
const running: Mailboxes[] = [];

beforeAll(async () => {
  if (noDovecot !== null) return;
  tokens = await startTokens();
  dovecot = await startDovecot({ tokenInfoUrl: `${tokens.url}/info?access_token=` });
  await openSmtp();
});
afterAll(async () => {
  if (noDovecot !== null) return;
  await closeSmtp();
  await dovecot.end();
  await tokens.close();
});

beforeEach(async () => {
  if (noDovecot !== null) return;
  user = `care-${randomUUID()}@shop.example`;
  client = await connectClient();
});
afterEach(async () => {
  for (const mailboxes of running.splice(0)) await mailboxes.stop();
  client?.close();
  if (noDovecot === null) await here.world.test.db.updateTable('accounts').set({ enabled: false }).execute();
});

/** A provider whose access token for the refresh token R is `access-R`, and tells whose it is. */
async function startTokens() {
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const url = new URL(request.url ?? '', 'http://tokens');
      const of = new URLSearchParams(Buffer.concat(chunks).toString()).get('refresh_token');
      const body =
        url.pathname === '/token'
          ? { access_token: `access-${of}`, expires_in: 3600 }
          : { email: url.searchParams.get('access_token')?.replace(/^access-/, '') };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A mail client of the shop's. */
async function connectClient(): Promise<ImapFlow> {
  const made = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.imapsPort,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: dovecot.password },
    logger: false,
  });
  made.on('error', () => undefined);
  await made.connect();
  return made;
}

async function openMailbox(
  incoming: Partial<NonNullable<EmailAccount['incoming']>> = {},
  credentials: EmailAccount['credentials'] = { user, password: dovecot.password },
): Promise<void> {
  const merchantId = await addMerchant(here.world.test.db);
  const accountId = await addAccount(here.world.test.db, here.world.vault, merchantId, {
    kind: 'email',
    external_id: user,
    name: 'Shop',
    address: user,
    out_url: 'smtp://127.0.0.1:9',
    incoming: {
      url: `imaps://127.0.0.1:${dovecot.imapsPort}`,
      sent_folder: null,
      mark_seen: false,
      after_reading: 'leave',
      ...incoming,
    },
    credentials,
  });
  here.shop = { merchantId, accountId, externalId: user, appSecret: '', accessToken: '', verifyToken: '' };
}

function read(options: Partial<MailboxesOptions> = {}): Mailboxes {
  const { context, vault, uploads, log } = here.world;
  const given = { context, vault, uploads, log, intake: here.door.intake };
  const mailboxes = startMailboxes({ ...given, everyMs: 100, pollMs: 200, backOff: () => 50, ...options });
  running.push(mailboxes);
  return mailboxes;
}

const bookmarks = async () =>
  here.world.test.db
    .selectFrom('mailbox_folders')
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('folder')
    .execute();
const isWatched = async () => (await bookmarks()).length === 2;

const letter = (id: string, more: readonly string[] = [], body?: string) =>
  mail(
    ['From: Rohit <rohit@home.example>', `To: ${user}`, 'Subject: Order 12', `Message-ID: <${id}@x.example>`, ...more],
    body,
  );
const arrive = async (raw: string | Buffer, folder = 'INBOX', flags: string[] = []) =>
  client.append(folder, Buffer.from(raw), flags);

async function flagsIn(folder: string): Promise<string[][]> {
  const { exists } = await client.mailboxOpen(folder, { readOnly: true });
  if (exists === 0) return [];
  const all: string[][] = [];
  for await (const { flags } of client.fetch('1:*', { flags: true }))
    all.push([...(flags ?? [])].filter((flag) => flag !== '\\Recent'));
  return all;
}

describeHere(`a mailbox that is read by IMAP${noDovecot === null ? '' : `: ${noDovecot}`}`, () => {
  it('takes in what comes from now on, at once, and changes nothing there', async () => {
    await arrive(letter('before'));
    await openMailbox();
    // No look in between: what comes is notified.
    read({ pollMs: 600_000 });
    await until(isWatched);
    await arrive(
      letter('one', ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'], 'नमस्ते ß'),
    );
    await until(async () => (await contents()).length === 1);
    await arrive(letter('two', ['In-Reply-To: <one@x.example>']));
    await until(async () => (await contents()).length === 2);
    const [one, two] = await contents();
    expect(one).toMatchObject({ actor: 'customer', message: 'नमस्ते ß', external_id: '<one@x.example>' });
    expect(two?.ticket_id).toBe(one?.ticket_id);
    expect(await flagsIn('INBOX')).toEqual([[], [], []]);
  });

  it('reads nothing twice and loses nothing over restarts', async () => {
    await openMailbox();
    const first = read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await contents()).length === 1);
    await first.stop();
    await arrive(letter('two'));
    await arrive(letter('three'));
    read();
    await until(async () => (await contents()).length === 3);
    expect((await contents()).map(({ external_id }) => external_id)).toEqual([
      '<one@x.example>',
      '<two@x.example>',
      '<three@x.example>',
    ]);
  });

  it('goes on when the server was away', async () => {
    await openMailbox();
    read();
    await until(isWatched);
    await dovecot.stop();
    await until(async () => (await listMailProblems(here.world.test.db, here.shop.merchantId)).length === 1);
    await dovecot.start();
    client = await connectClient();
    await arrive(letter('after'));
    await until(async () => (await contents()).length === 1);
    await until(async () => (await listMailProblems(here.world.test.db, here.shop.merchantId)).length === 0);
    expect(await contents()).toMatchObject([{ external_id: '<after@x.example>' }]);
  });

  it('looks at all of the last days again when the server has numbered the folder anew', async () => {
    await openMailbox();
    const first = read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await contents()).length === 1);
    await first.stop();
    await here.world.test.db.updateTable('mailbox_folders').set({ uid_validity: '1', last_uid: 900 }).execute();
    await arrive(letter('two'));
    read();
    await until(async () => (await contents()).length === 2);
    await until(async () => (await bookmarks()).every(({ uid_validity }) => uid_validity !== '1'));
    expect(await contents()).toHaveLength(2);
    // Of the mail that came again nothing is left over.
    expect(await filesOnDisk()).toHaveLength(new Set((await filesOnDisk()).map((name) => name)).size);
  });

  it('is read by one node at a time', async () => {
    await openMailbox();
    read();
    await until(isWatched);
    read();
    for (const id of ['one', 'two', 'three']) await arrive(letter(id));
    await until(async () => (await contents()).length === 3);
    const holders = await here.world.test.db
      .selectFrom('mailboxes')
      .select('holder')
      .where('merchant_id', '=', here.shop.merchantId)
      .execute();
    expect(holders).toHaveLength(1);
    await running.splice(0, 1)[0]?.stop();
    await arrive(letter('four'));
    await until(async () => (await contents()).length === 4);
  });

  it('marks as read, and moves, only what the account says so', async () => {
    await openMailbox({ mark_seen: true, after_reading: 'move:Done' });
    read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await flagsIn('Done')).length === 1);
    expect(await flagsIn('Done')).toEqual([[String.raw`\Seen`]]);
    await client.mailboxOpen('INBOX');
    expect(client.mailbox && client.mailbox.exists).toBe(0);
    expect(await contents()).toHaveLength(1);
  });

  it('deletes what the account says so', async () => {
    await openMailbox({ after_reading: 'delete' });
    read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await contents()).length === 1);
    await until(async () => {
      const state = await client.status('INBOX', { messages: true });
      return state && state.messages === 0;
    });
    expect(await contents()).toHaveLength(1);
  });

  it('shows what another client has sent in its ticket, as the shop’s, and what the inbox sent only once', async () => {
    await openMailbox();
    read();
    await until(isWatched);
    await arrive(letter('asked'));
    await until(async () => (await contents()).length === 1);
    const [asked] = await contents();
    const sent = (id: string, more: readonly string[] = []) =>
      mail(
        [
          `From: Shop <${user}>`,
          'To: Rohit <rohit@home.example>',
          'Subject: Re: Order 12',
          `Message-ID: <${id}@shop.example>`,
          ...more,
        ],
        'It is on its way.',
      );
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Packed.');
    const ours = (await contents()).find(({ message }) => message === 'Packed.');
    await arrive(mail([`From: ${user}`, 'To: a@b.example', `Message-ID: ${ours?.external_id}`], 'Packed.'), 'Sent');
    await arrive(sent('private'), 'Sent');
    await arrive(sent('answer', ['In-Reply-To: <asked@x.example>']), 'Sent');
    await until(async () => (await contents()).some(({ external_id }) => external_id === '<answer@shop.example>'));
    const all = await contents();
    expect(all).toHaveLength(3);
    expect(all.find(({ external_id }) => external_id === '<answer@shop.example>')).toMatchObject({
      ticket_id: asked?.ticket_id,
      actor: 'merchant',
      agent_id: null,
      send_status: 'sent',
      details: { sent_from: 'mail_client' },
    });
  });

  it('takes in a mail with 25 MB of files, and of a larger one what it is about', async () => {
    await openMailbox();
    read();
    await until(isWatched);
    const part = (bytes: number) => {
      const base64 = randomBytes(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
      return [
        '--b\r\nContent-Type: text/plain\r\n\r\nWith a film.',
        `--b\r\nContent-Type: video/mp4\r\nContent-Disposition: attachment; filename=film.mp4\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}`,
        '--b--',
      ].join('\r\n');
    };
    const multipart = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
    await arrive(letter('large', multipart, part(25_000_000)));
    await until(async () => (await contents()).length === 1, LARGE_MS);
    expect(await files()).toMatchObject([{ filename: 'film.mp4', size: 25_000_000 }]);
    await arrive(letter('too-large', multipart, part(27_000_000)));
    await until(async () => (await contents()).length === 2, LARGE_MS);
    expect((await contents())[1]).toMatchObject({
      details: { subject: 'Order 12', problem: 'too_large' },
      external_id: '<too-large@x.example>',
    });
    expect(await kept()).toEqual([]);
  }, 600_000);

  it('signs in after STARTTLS, too', async () => {
    await openMailbox({ url: `imap://127.0.0.1:${dovecot.imapPort}` });
    read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await contents()).length === 1);
    expect(await contents()).toMatchObject([{ external_id: '<one@x.example>' }]);
  });

  it('signs in with an access token', async () => {
    const oauth = { provider: 'google', client_id: 'app', client_secret: 's3cret', refresh_token: user } as const;
    await openMailbox({}, { user, password: null, oauth: { ...oauth, token_url: `${tokens.url}/token` } });
    read();
    await until(isWatched);
    await arrive(letter('one'));
    await until(async () => (await contents()).length === 1);
    expect(await dovecot.log()).toContain(`Login: user=<${user}>, method=XOAUTH2`);
  });

  it('is tried by an account check, which reads nothing', async () => {
    await arrive(letter('one'));
    await openMailbox({ after_reading: 'move:Done' });
    const account = async () => {
      const { merchantId, accountId } = here.shop;
      const found = await emailAccounts.find(here.world.test.db, here.world.vault, merchantId, accountId);
      if (found === undefined) throw new Error('It is a mailbox.');
      return found;
    };
    const options = { timeoutMs: 60_000, replaceRefreshToken: async () => undefined };
    expect(await tryMailbox(await account(), options)).toMatch(
      /^imaps:.* lets the mailbox be read, which has 1 mail\. It tells of new ones at once\. Sent mails are in 'Sent'\.$/,
    );
    const { incoming, ...rest } = await account();
    const moved = { ...rest, incoming: incoming && { ...incoming, after_reading: 'move:Gone' as const } };
    await expect(tryMailbox(moved, options)).rejects.toThrow("It has no folder 'Gone'.");
    expect(await flagsIn('INBOX')).toEqual([[]]);
  });

  it('that cannot be read says why, until it can', async () => {
    await openMailbox({}, { user, password: 'wrong-password' });
    read();
    const problems = async () => listMailProblems(here.world.test.db, here.shop.merchantId);
    await until(async () => (await problems()).length === 1);
    const [problem] = await problems();
    expect(problem).toMatchObject({ address: user, out_problem: null });
    expect(problem?.in_problem).toMatch(/^127\.0\.0\.1:\d+ refuses user and password: /);
    expect(problem?.in_problem).not.toContain('wrong-password');
    const { db } = here.world.test;
    const account = await emailAccounts.find(db, here.world.vault, here.shop.merchantId, here.shop.accountId);
    if (account === undefined) throw new Error('It is a mailbox.');
    await changeAccount(db, here.world.vault, { ...account, credentials: { user, password: dovecot.password } });
    await until(async () => (await problems()).length === 0);
    await until(isWatched);
  });

  it('whose folder of sent mails is not there says so', async () => {
    await openMailbox({ sent_folder: 'Gesendet' });
    read();
    await until(async () => (await listMailProblems(here.world.test.db, here.shop.merchantId)).length === 1);
    expect(await listMailProblems(here.world.test.db, here.shop.merchantId)).toMatchObject([
      { in_problem: "It has no folder 'Gesendet'." },
    ]);
  });
});
