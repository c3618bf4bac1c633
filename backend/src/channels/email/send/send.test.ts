import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { AccountId, MerchantId } from '@inbox/domain';
import { authenticate } from 'mailauth';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { EmailReplyPayload } from './compose';
import type { EmailAccount, ReplaceRefreshToken } from '../account/account';
import { createUploads } from '../../../platform/files/uploads';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { sendEmail } from './send';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const letter: EmailReplyPayload = {
  from: { email: 'help@shop.example', name: 'Shop, Inc.' },
  to: [{ email: 'rohit@home.example', name: 'Rohit Khanna' }],
  cc: [{ email: 'sister@home.example', name: '' }],
  bcc: [{ email: 'boss@shop.example', name: '' }],
  subject: 'Re: मेरा ऑर्डर',
  text: 'Packed today.\n.\nThanks',
  html: null,
  in_reply_to: '<asked@home.example>',
  references: ['<first@home.example>', '<asked@home.example>'],
  message_id: '<made-once@shop.example>',
  files: [],
};

const uploads = createUploads(temporaryFolder());

function account(
  port: number,
  credentials: EmailAccount['credentials'] = { user: null, password: null },
): EmailAccount {
  return {
    id: 1 as AccountId,
    merchant_id: 1 as MerchantId,
    enabled: true,
    kind: 'email',
    external_id: 'help@shop.example',
    name: 'Shop',
    address: null,
    out_url: `smtp://127.0.0.1:${port}`,
    credentials,
  };
}

interface Received {
  from: string;
  to: string[];
  raw: string;
}

async function startServer(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const to = rcptTo.map(({ address }) => address);
        received.push({ from: mailFrom === false ? '' : mailFrom.address, to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

/** A server that speaks these lines, one for each that it is told, and hangs up after the last. */
async function startScript(lines: readonly string[]): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let step = 0;
    const say = (): void => {
      const line = lines[step++];
      if (line === undefined) socket.destroy();
      else socket.write(`${line}\r\n`);
    };
    socket.on('error', () => undefined);
    socket.on('data', say);
    say();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const options = () => ({
  handOver: jest.fn(async () => undefined),
  timeoutMs: 60_000,
  uploads,
  replaceRefreshToken: jest.fn<ReplaceRefreshToken>(async () => undefined),
  onServer: jest.fn(async (_problem: string | null) => undefined),
});

describe('a mail on its way out', () => {
  it('has the id that its server puts in the place of ours', async () => {
    const token = '0109019a2b3c4d5e-1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9-000000';
    const { port } = await startServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => (done as (error: null, words: string) => void)(null, `Ok ${token}`));
      },
    });
    const answer = await sendEmail(account(port), letter, options());
    expect(answer).toEqual({ kind: 'sent', externalId: `<${token}@amazonses.com>`, note: null });
  });

  it('goes to exactly the address that a provider has handed out, wherever its dots are', async () => {
    const { received, port } = await startServer({ lenientAddressParsing: true });
    const to = [{ email: 'sato..taro.@post.example', name: 'Sato' }];
    await sendEmail(account(port), { ...letter, to, cc: [], bcc: [] }, options());
    expect(received[0]?.to).toEqual(['sato..taro.@post.example']);
    // In the header such an address is in quotes, which RFC 5322 asks for.
    expect(received[0]?.raw).toContain('To: Sato <"sato..taro."@post.example>');
  });

  it('carries the thread’s headers and its own id, and hides its blind copies', async () => {
    const { received, port } = await startServer();
    const answer = await sendEmail(account(port), letter, options());
    expect(answer).toEqual({ kind: 'sent', externalId: '<made-once@shop.example>', note: null });
    const [mail] = received;
    expect(mail).toMatchObject({
      from: 'help@shop.example',
      to: ['rohit@home.example', 'sister@home.example', 'boss@shop.example'],
    });
    expect(mail?.raw).not.toContain('boss@shop.example');
    const read = await PostalMime.parse(mail?.raw ?? '');
    expect(read).toMatchObject({
      from: { name: 'Shop, Inc.', address: 'help@shop.example' },
      to: [{ name: 'Rohit Khanna', address: 'rohit@home.example' }],
      cc: [{ address: 'sister@home.example' }],
      subject: 'Re: मेरा ऑर्डर',
      messageId: '<made-once@shop.example>',
      inReplyTo: '<asked@home.example>',
      references: '<first@home.example> <asked@home.example>',
    });
    expect(read.text?.trim()).toBe('Packed today.\n.\nThanks');
  });

  it('of HTML has a text part, and its pictures by Content-ID', async () => {
    const { received, port } = await startServer();
    const { storage_key, size } = await uploads.put(Buffer.from('GIF89a'), { maxBytes: 100 });
    const named = { filename: 'a.gif', content_type: 'image/gif', kind: 'image', cid: 'one@inbox' } as const;
    const html = '<div>Look <img src="cid:one@inbox" alt=""></div>';
    const mail = { ...letter, text: 'Look', html, files: [{ storage_key, size, ...named }] };
    await sendEmail(account(port), mail, options());
    const raw = received[0]?.raw ?? '';
    expect(raw).toMatch(/multipart\/alternative[^]*text\/plain[^]*multipart\/related[^]*text\/html[^]*image\/gif/);
    expect(await PostalMime.parse(raw)).toMatchObject({
      text: 'Look\n',
      html: expect.stringContaining('<img src="cid:one@inbox" alt="">'),
      attachments: [{ mimeType: 'image/gif', disposition: 'inline', contentId: '<one@inbox>' }],
    });
  });

  it('signs in where the account has a password', async () => {
    const { received, port } = await startServer({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'pass-word' ? done(null, { user: username }) : done(new Error('Wrong password pass-word-wrong')),
    });
    const right = account(port, { user: 'shop', password: 'pass-word' });
    expect(await sendEmail(right, letter, options())).toMatchObject({ kind: 'sent' });
    expect(received).toHaveLength(1);
  });

  it('tells a refused sign-in without the password', async () => {
    const { port } = await startServer({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => done(new Error(`No such password: ${password}`)),
    });
    const answer = await sendEmail(account(port, { user: 'shop', password: 'pass-word' }), letter, options());
    expect(answer.kind).toBe('refused');
    expect(JSON.stringify(answer)).not.toContain('pass-word');
  });

  it.each([
    [550, 'refused'],
    [451, 'later'],
  ])('answered with %i to its recipients is %s', async (responseCode, kind) => {
    const { port } = await startServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Not this one'), { responseCode })),
    });
    const { handOver, ...rest } = options();
    const answer = await sendEmail(account(port), letter, { handOver, ...rest });
    expect(answer).toMatchObject({ kind, reason: expect.stringContaining('Not this one') });
    expect(handOver).not.toHaveBeenCalled();
  });

  it('is sent with a note when some recipients are not accepted', async () => {
    const { port } = await startServer({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('sister') ? done(Object.assign(new Error('No'), { responseCode: 550 })) : done(),
    });
    expect(await sendEmail(account(port), letter, options())).toMatchObject({
      kind: 'sent',
      note: 'The mail server did not accept these recipients: sister@home.example',
    });
  });

  it('is worth another try when nobody listens', async () => {
    const port = await startScript([]);
    await closing.pop()?.();
    expect(await sendEmail(account(port), letter, options())).toMatchObject({ kind: 'later' });
  });

  it('is worth another try when the server hangs up before it asked for the message', async () => {
    const port = await startScript(['220 hello', '250 hello', '250 from', '250 to', '250 to', '250 to']);
    const { handOver, timeoutMs } = options();
    expect(await sendEmail(account(port), letter, { ...options(), handOver, timeoutMs })).toMatchObject({
      kind: 'later',
    });
    expect(handOver).not.toHaveBeenCalled();
  });

  it('is in doubt when the server hangs up after it asked for the message', async () => {
    const port = await startScript(['220 hello', '250 hello', '250 from', '250 to', '250 to', '250 to', '354 go on']);
    const { handOver, timeoutMs } = options();
    expect(await sendEmail(account(port), letter, { ...options(), handOver, timeoutMs })).toMatchObject({
      kind: 'unknown',
    });
    expect(handOver).toHaveBeenCalledTimes(1);
  });

  it('is worth another try when the server puts it off after having read it', async () => {
    const lines = ['220 hello', '250 hello', '250 from', '250 to', '250 to', '250 to', '354 go on', '451 later'];
    const port = await startScript(lines);
    expect(await sendEmail(account(port), letter, options())).toMatchObject({ kind: 'later' });
  });

  it('is in doubt when the server says nothing any more', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let heard = (): void => undefined;
    const isHeard = new Promise<void>((resolve) => (heard = resolve));
    const { port } = await startServer({ onData: (stream) => void stream.on('end', heard).resume() });
    const answer = sendEmail(account(port), letter, options());
    await isHeard;
    const limit = timers.mock.calls.find(([, ms]) => ms === options().timeoutMs);
    timers.mockRestore();
    limit?.[0]();
    expect(await answer).toMatchObject({ kind: 'unknown' });
  });

  it('does not leave when it may not', async () => {
    const { received, port } = await startServer();
    const handOver = async (): Promise<void> => Promise.reject(new Error('taken by another'));
    await expect(sendEmail(account(port), letter, { ...options(), handOver })).rejects.toThrow('taken by another');
    expect(received).toEqual([]);
  });
});

it('what the inbox says by itself says so, and asks for no automatic answer', async () => {
  const { port, received } = await startServer();
  await sendEmail(account(port), { ...letter, automatic: true }, options());
  await sendEmail(account(port), letter, options());
  expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(received[0]?.raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
  expect(received[1]?.raw).not.toMatch(/^(?:Auto-Submitted|X-Auto-Response-Suppress):/m);
});

describe('the server that sends', () => {
  it('is told of while it cannot be used, and when it can', async () => {
    const away = options();
    await sendEmail(account(2), letter, away);
    expect(away.onServer.mock.calls).toEqual([[expect.stringContaining('ECONNREFUSED')]]);
    const { port } = await startServer({ onRcptTo: (_address, _session, done) => done(new Error('No such user')) });
    const there = options();
    expect(await sendEmail(account(port), letter, there)).toMatchObject({ kind: 'refused' });
    expect(there.onServer.mock.calls).toEqual([[null]]);
  });

  it('is shown an access token in place of a password', async () => {
    const grants = await startTokenServer({ token: 'token-of-the-day', next: 'refresh-2' });
    const shown: string[] = [];
    const { port } = await startServer({
      authMethods: ['XOAUTH2'],
      allowInsecureAuth: true,
      onAuth({ accessToken = '', username }, _session, done) {
        shown.push(accessToken);
        done(null, { user: username ?? '' });
      },
    });
    const oauth = {
      provider: 'microsoft',
      client_id: 'app',
      client_secret: 's3cret',
      refresh_token: 'refresh-1',
    } as const;
    const mailbox = account(port, {
      user: 'help@shop.example',
      password: null,
      oauth: { ...oauth, token_url: grants.url },
    });
    const given = options();
    expect(await sendEmail(mailbox, letter, given)).toMatchObject({ kind: 'sent' });
    expect(await sendEmail(mailbox, letter, given)).toMatchObject({ kind: 'sent' });
    expect(shown).toEqual(['token-of-the-day', 'token-of-the-day']);
    // Had once, and the provider's new refresh token is stored.
    expect(grants.asked).toEqual([
      { grant_type: 'refresh_token', client_id: 'app', client_secret: 's3cret', refresh_token: 'refresh-1' },
    ]);
    expect(given.replaceRefreshToken.mock.calls).toEqual([[mailbox, { from: 'refresh-1', to: 'refresh-2' }]]);
  });

  it('is not asked when the provider gives no access token, whose words are told without secrets', async () => {
    const grants = await startTokenServer({
      error: 'invalid_grant',
      error_description: 'refresh-old has been revoked',
    });
    const oauth = {
      provider: 'google',
      client_id: 'app',
      client_secret: 's3cret',
      refresh_token: 'refresh-old',
    } as const;
    const mailbox = account(9, { user: null, password: null, oauth: { ...oauth, token_url: grants.url } });
    const given = options();
    expect(await sendEmail(mailbox, letter, given)).toMatchObject({
      kind: 'later',
      reason: expect.stringMatching(/^127\.0\.0\.1:\d+ gives no access token: \*\*\* has been revoked$/),
    });
    expect(given.handOver).not.toHaveBeenCalled();
  });

  it('must encrypt unless it is on this machine, also when there is no password', async () => {
    const { port, received } = await startServer();
    const elsewhere = { ...account(port), out_url: `smtp://ip6-localhost.localdomain:${port}` };
    const answer = await sendEmail(elsewhere, letter, options());
    expect(answer.kind).toBe('later');
    expect(received).toEqual([]);
  });
});

it('what leaves is signed with the key of the account', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const { port, received } = await startServer();
  const dkim = { domain: 'shop.example', selector: 'inbox', private_key: privateKey };
  await sendEmail(account(port, { user: null, password: null, dkim }), letter, options());
  const resolver = async (name: string): Promise<string[][]> => {
    if (name === 'inbox._domainkey.shop.example') return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const { dkim: found } = await authenticate(received[0]?.raw ?? '', { sender: 'help@shop.example', resolver });
  expect(found.results).toMatchObject([{ signingDomain: 'shop.example', status: { result: 'pass' } }]);
});

/** Gives these answers to whoever asks for an access token. */
async function startTokenServer(
  answer: { token: string; next: string } | { error: string; error_description: string },
) {
  const asked: Record<string, string>[] = [];
  const server = createHttpServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      asked.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
      const isGiven = 'token' in answer;
      const body = isGiven ? { access_token: answer.token, expires_in: 3600, refresh_token: answer.next } : answer;
      response.writeHead(isGiven ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => void server.close(() => resolve())));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token` };
}
