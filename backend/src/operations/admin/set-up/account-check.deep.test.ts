import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MerchantId } from '@inbox/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { SMTPServer } from 'smtp-server';
import type { CheckDeps } from '../check-account';
import { sendJson, startFakeGraph, type FakeGraph } from '../../../testing/fake-graph';
import { startMailServer, type MailServer } from '../../../channels/email/server/server';
import { metaWebhook } from '../../../channels/meta/webhook/webhook';
import { metaReaders } from '../../../app/channels';
import { exotelWebhook } from '../../../channels/phone/webhook';
import { addAccount, type NewAccount } from '../../../accounts/accounts';
import { phoneAccounts } from '../../../channels/phone/account';
import { openVault, type Vault } from '../../../accounts/vault';
import { addMerchant } from '../../../testing/rows';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { temporaryFolder } from '../../../testing/temporary-folder';
import { createUploads } from '../../../platform/files/uploads';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import { accountCommands } from './account';
import { AdminError } from '../command';
import { adminContext, runCommand } from '../testing';

const TOKEN = 'EAAG-token-of-the-shop';
const APP_SECRET = 'secret-of-the-app';
const WEBHOOK_SECRET = 'a-secret-in-the-address-of-the-shop';

const dataDir = temporaryFolder();
let test: TestDatabase;
let vault: Vault;
let webhooks: FastifyInstance;
let mail: MailServer;
let graph: FakeGraph;
let inboxUrl: string;
let shop: MerchantId;
let slug: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  vault = await openVault(dataDir);
  const live = { committed: () => undefined, signal: () => undefined };
  const context: WorkContext = { db: test.db, live, outboxWoken: () => undefined, now: () => new Date() };
  const log = () => undefined;
  webhooks = fastify();
  webhooks.register(metaWebhook({ context, vault, log, readers: metaReaders }));
  webhooks.register(exotelWebhook({ context, log }));
  inboxUrl = await webhooks.listen({ port: 0, host: '127.0.0.1' });
  mail = await startMailServer({ context, uploads: createUploads(dataDir), log, port: 0, host: '127.0.0.1' });
  graph = await startFakeGraph();
  // As Graph: the token must be right, and a proof must be made with the app's secret.
  graph.answer = ({ path, authorization }, response) => {
    const refuse = (code: number, message: string) => sendJson(response, 400, { error: { code, message } });
    if (authorization !== `Bearer ${TOKEN}`) return refuse(190, 'Invalid OAuth access token.');
    const proof = new URL(path, 'http://graph').searchParams.get('appsecret_proof');
    const right = createHmac('sha256', APP_SECRET).update(TOKEN).digest('hex');
    if (proof !== null && proof !== right) return refuse(100, 'Invalid appsecret_proof provided in the API argument');
    if (!path.startsWith('/v21.0/1234?')) return refuse(803, 'Some of the aliases you requested do not exist');
    return sendJson(response, 200, { id: '1234' });
  };
});

afterAll(async () => {
  await webhooks.close();
  await mail.close();
  await graph.close();
  await test.drop();
});

beforeEach(async () => {
  shop = await addMerchant(test.db);
  ({ slug } = await test.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await test.db.deleteFrom('accounts').execute();
});

const missing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const dns = {
  resolveMx: (domain: string) =>
    domain === 'shop.example' ? Promise.resolve([{ exchange: 'mx.shop.example', priority: 10 }]) : missing('ENODATA'),
  resolve4: (domain: string) => (domain === 'mx.shop.example' ? Promise.resolve(['192.0.2.25']) : missing('ENOTFOUND')),
  resolve6: () => missing('ENODATA'),
};

/** Runs the command; answers what it printed and, when it ends with 1, its last line. */
async function check(
  changed: Partial<Omit<CheckDeps, 'changeAccount'>> = {},
  options = '',
): Promise<{ lines: string[]; failed: string | null }> {
  const lines: string[] = [];
  const smtp = { host: '127.0.0.1', port: mail.port };
  const context = adminContext({
    db: test.db,
    vault,
    print: (line) => lines.push(line),
    check: { inboxUrl, smtp, dns, timeoutMs: 60_000, ...changed },
  });
  const words = `account check --merchant ${slug} ${options}`.trim().split(' ');
  const failed = await runCommand(accountCommands, words, context).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AdminError) return error.message;
      throw error;
    },
  );
  return { lines, failed };
}

const whatsapp = (part: object = {}, credentials: object = {}): NewAccount => ({
  kind: 'whatsapp',
  external_id: '1234',
  name: 'Care',
  address: null,
  out_url: graph.url,
  credentials: { access_token: TOKEN, app_secret: APP_SECRET, verify_token: 'verify-me', ...credentials },
  ...part,
});

const add = (account: NewAccount) => addAccount(test.db, vault, shop, account);

describe('of an account of Meta', () => {
  it.each(['whatsapp', 'instagram', 'messenger'] as const)(
    'finds that all of %s is right, and stores nothing',
    async (kind) => {
      await add(whatsapp({ kind }));
      const { lines, failed } = await check();
      expect(failed).toBeNull();
      expect(lines.map((line) => /^ {2}✓ ([^:]+):/.exec(line)?.[1])).toEqual(
        expect.arrayContaining(['Access token', 'App secret', 'Webhook signature', 'Verify token']),
      );
      expect(lines.at(-1)).toBe('All 4 checks passed.');
      expect(await test.db.selectFrom('inbox_kept').selectAll().execute()).toEqual([]);
    },
  );

  it.each([
    ['a wrong token', () => whatsapp({}, { access_token: 'stale' }), {}, /Access token: .* refuses it for 1234: /],
    ['another id', () => whatsapp({ external_id: '99' }), {}, /Access token: .*aliases you requested/],
    [
      'a wrong app secret',
      () => whatsapp({}, { app_secret: 'old' }),
      {},
      /App secret: It is not the secret of the app/,
    ],
    [
      'a channel that is not there',
      () => whatsapp({ out_url: 'http://127.0.0.1:2/v21.0' }),
      {},
      /Access token: .* gave no usable answer: .*ECONNREFUSED.* Is --out right\?/,
    ],
    [
      'an inbox that does not run',
      () => whatsapp(),
      { inboxUrl: 'http://127.0.0.1:2' },
      /Webhook signature: .*is the inbox running\?/,
    ],
  ] as const)('says what is wrong with %s', async (_name, account, changed, words) => {
    await add(account());
    const { lines, failed } = await check(changed);
    const wrong = lines.filter((line) => line.startsWith('  ✗'));
    expect(wrong.join('\n')).toMatch(words);
    expect(failed).toMatch(/^\d of \d checks failed\.$/);
    for (const secret of [TOKEN, APP_SECRET, 'verify-me']) expect(lines.join('\n')).not.toContain(secret);
  });

  it('tells an inbox that has other secrets from one that is not there', async () => {
    const id = await add(whatsapp());
    // What runs there has another secret for the account than the one that is checked.
    const stranger = fastify();
    closing.push(() => stranger.close());
    stranger.post('/channels/meta', (_request, reply) => reply.code(401).send({}));
    stranger.get('/channels/meta', (_request, reply) => reply.code(403).send({}));
    const { lines } = await check(
      { inboxUrl: await stranger.listen({ port: 0, host: '127.0.0.1' }) },
      `--account ${id}`,
    );
    expect(lines.join('\n')).toMatch(/✗ Webhook signature: .* does not know this app secret/);
    expect(lines.join('\n')).toMatch(/✗ Verify token: .* answers 403 to Meta's verification/);
  });

  it('whose secrets were sealed with another key says so', async () => {
    await add(whatsapp());
    await test.db
      .updateTable('accounts')
      .set({ credentials: Buffer.alloc(64) })
      .execute();
    const { lines, failed } = await check();
    expect(lines.join('\n')).toContain('✗ Stored credentials: They cannot be opened');
    expect(failed).toBe('1 of 1 checks failed.');
  });
});

async function outgoing(options: ConstructorParameters<typeof SMTPServer>[0] = {}): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'care' && password === 'right' ? done(null, { user: username }) : done(new Error('Invalid login')),
    onData: () => {
      throw new Error('A check sends no mail.');
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const mailbox = (out_url: string, part: object = {}): NewAccount => ({
  kind: 'email',
  external_id: 'care@shop.example',
  name: 'Care',
  address: null,
  out_url,
  credentials: { user: 'care', password: 'right' },
  ...part,
});

describe('of a mailbox', () => {
  it('finds that all is right, and sends nothing', async () => {
    await add(mailbox(await outgoing()));
    const { lines, failed } = await check();
    expect(failed).toBeNull();
    expect(lines.slice(1, 4)).toEqual([
      '  ✓ DNS: Mail for shop.example goes to mx.shop.example, which has to hand it on to this inbox.',
      expect.stringMatching(
        /^ {2}✓ Outgoing server: smtp:\/\/127\.0\.0\.1:\d+ answers and accepts user and password\.$/,
      ),
      `  ✓ Incoming mail: 127.0.0.1:${mail.port} takes mail for care@shop.example.`,
    ]);
  });

  it.each([
    [
      'a wrong password',
      async () => mailbox(await outgoing(), { credentials: { user: 'care', password: 'no' } }),
      {},
      /Outgoing server: .* refuses user and password/,
    ],
    [
      'no mail server',
      async () => mailbox('smtp://127.0.0.1:2'),
      {},
      /Outgoing server: smtp:\/\/127\.0\.0\.1:2 cannot be reached: .*ECONNREFUSED/,
    ],
    [
      'no DNS record',
      async () => mailbox(await outgoing(), { external_id: 'care@gone.example' }),
      {},
      /DNS: gone\.example has neither an MX record nor an address/,
    ],
    [
      'a null MX',
      async () => mailbox(await outgoing()),
      { dns: { ...dns, resolveMx: () => Promise.resolve([{ exchange: '', priority: 0 }]) } },
      /DNS: shop\.example says that it takes no mail/,
    ],
    [
      'an MX without an address',
      async () => mailbox(await outgoing()),
      { dns: { ...dns, resolve4: () => missing('ENOTFOUND') } },
      /DNS: Mail for shop\.example goes to mx\.shop\.example, which has no address/,
    ],
    [
      'a DNS that does not answer',
      async () => mailbox(await outgoing()),
      { dns: { ...dns, resolveMx: () => missing('ETIMEOUT') } },
      /DNS: The DNS does not answer for shop\.example \(ETIMEOUT\)/,
    ],
    [
      'an inbox that does not run',
      async () => mailbox(await outgoing()),
      { smtp: { host: '127.0.0.1', port: 2 } },
      /Incoming mail: .*nothing answers there\. Is the inbox running\?/,
    ],
  ] as const)('says what is wrong with %s', async (_name, account, changed, words) => {
    await add(await account());
    const { lines, failed } = await check(changed);
    const wrong = lines.filter((line) => line.startsWith('  ✗'));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(words);
    expect(failed).toBe('1 of 3 checks failed.');
  });

  it('says that the inbox there does not know the mailbox', async () => {
    await add(mailbox(await outgoing()));
    const stranger = await outgoing({
      onRcptTo: (_address, _session, done) => done(new Error('No such mailbox here')),
    });
    const { lines } = await check({ smtp: { host: '127.0.0.1', port: Number(new URL(stranger).port) } });
    expect(lines.join('\n')).toMatch(
      /✗ Incoming mail: .* refuses mail for care@shop\.example: 550 No such mailbox here/,
    );
  });

  it('says that a password is not sent without encryption', async () => {
    // A name that is not this machine, which the password must not be sent to in the clear.
    const url = await outgoing();
    const { port } = new URL(url);
    await add(mailbox(`smtp://localhost.localdomain:${port}`));
    const { lines } = await check();
    expect(lines.join('\n')).toMatch(/✗ Outgoing server: .*(?:STARTTLS|cannot be reached)/);
  });
});

describe('of a phone line', () => {
  let provider: Server;
  let out: string;
  beforeEach(async () => {
    const basic = `Basic ${Buffer.from('key:token').toString('base64')}`;
    provider = createServer((request, response) => {
      if (request.headers.authorization !== basic) return void response.writeHead(401).end();
      response.writeHead(request.url === '/v1/Accounts/shop1.json' ? 200 : 404).end('{}');
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    out = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    closing.push(() => new Promise((resolve) => provider.close(resolve)));
  });

  const line = (credentials: object = {}): NewAccount =>
    phoneAccounts.toStored({
      kind: 'phone',
      external_id: '+918045670100',
      name: 'Care line',
      address: null,
      out_url: out,
      credentials: {
        account_sid: 'shop1',
        api_key: 'key',
        api_token: 'token',
        webhook_secret: WEBHOOK_SECRET,
        inbox_url: inboxUrl,
        ...credentials,
      },
    });

  it('finds that all is right, and stores nothing', async () => {
    await add(line());
    expect(await check()).toMatchObject({ failed: null });
    expect(await test.db.selectFrom('inbox_kept').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['a wrong token', { api_token: 'no' }, /Credentials: .* refuses api_key and api_token/],
    ['a wrong account', { account_sid: 'other' }, /Credentials: .* knows no account other/],
    [
      'an address that is not this inbox',
      { inbox_url: 'http://127.0.0.1:2' },
      /Reports of calls: The inbox at http:\/\/127\.0\.0\.1:2 cannot be reached/,
    ],
  ])('says what is wrong with %s', async (_name, credentials, words) => {
    await add(line(credentials));
    const { lines, failed } = await check();
    expect(lines.filter((each) => each.startsWith('  ✗')).join('\n')).toMatch(words);
    expect(failed).toBe('1 of 2 checks failed.');
    expect(lines.join('\n')).not.toContain(WEBHOOK_SECRET);
  });
});

it.each([
  ['', 'This merchant has no account; see pnpm admin account add.'],
  ['--account 77', 'This merchant has no account 77.'],
])('account check %s without one says so', async (options, line) => {
  expect((await check({}, options)).failed).toBe(line);
});
