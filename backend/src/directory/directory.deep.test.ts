import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { startIdentityProvider, type IdentityProvider, type Person } from '@inbox/simulate/identity-provider';
import { createTransport } from 'nodemailer';
import { WebSocket } from 'ws';
import { accountCommands } from '../operations/admin/set-up/account';
import { agentCommands } from '../operations/admin/set-up/agent';
import { merchantCommands } from '../operations/admin/set-up/merchant';
import { adminContext, runCommand } from '../operations/admin/testing';
import { openVault } from '../accounts/vault';
import { moveMerchant } from '../cells/move/move-merchant';
import { DIRECTORY_HEADER } from '../cells/directory-secret';
import { change, delivery, message, sign } from '../channels/meta/fixtures';
import { insertLink } from '../agents/password-reset/password-links';
import { createTestBrowser } from '../testing/browser';
import { CELL_SECRET, openSide, PASSWORD, type Side } from '../testing/cell-side';
import { openTestCells, type TestCells } from '../testing/cells';
import { addShop } from '../testing/channel-world';
import { until } from '../testing/fake-graph';
import { freePort } from '../testing/ports';
import { startServer } from '../testing/server-process';
import { readCells } from './cells';
import { findOnce } from './find-once';

const METRICS_TOKEN = 'a token of some length';
const CLIENT = { clientId: 'inbox', clientSecret: 'a secret of the inbox and the provider' };

let cells: TestCells;
let dataDir: string;
let one: Side;
let two: Side;
const running = new Set<ChildProcess>();
let directory: { url: string; smtpPort: number; said(): string };
let provider: IdentityProvider;

beforeAll(async () => {
  cells = await openTestCells();
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-directory-'));
  const port = await freePort();
  const inboxUrl = `http://localhost:${port}`;
  const people = new Map<string, Person>();
  provider = await startIdentityProvider({ inboxUrl, ...CLIENT, people });
  one = await openSide(cells.one, dataDir, (merchant) => ({
    INBOX_OIDC_ISSUER: provider.issuer,
    INBOX_OIDC_CLIENT_ID: CLIENT.clientId,
    INBOX_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    INBOX_OIDC_MERCHANT: merchant,
    INBOX_OIDC_URL: inboxUrl,
  }));
  people.set('meera', { email: one.agent.email, email_verified: true, name: 'Meera', groups: [] });
  two = await openSide(cells.two, dataDir);
  const address = (name: string, { inbox }: Side) => `${name}=${inbox.url}+127.0.0.1:${inbox.smtpPort}`;
  const env = {
    PORT: String(port),
    INBOX_CELLS: [address('one', one), address('two', two)].join(','),
    INBOX_CELL_SECRET: CELL_SECRET,
    INBOX_DATA_DIR: dataDir,
    INBOX_METRICS_TOKEN: METRICS_TOKEN,
    INBOX_METRICS_PORT: '0',
  };
  const server = startServer(env, running, 'directory');
  const url = await server.url();
  directory = { url, smtpPort: Number(/mail at port (\d+)/.exec(server.output())?.[1]), said: server.output };
});

afterAll(async () => {
  for (const child of running) child.kill('SIGTERM');
  await provider?.close();
  await one?.inbox.close();
  await two?.inbox.close();
  await cells?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (token: string, path = '/api/connect/inbox/settings/') => {
  const answer = await fetch(directory.url + path, { headers: { authorization: `jwt ${token}` } });
  return { status: answer.status, json: (await answer.json()) as { data?: { profile?: { id: MerchantId } } } };
};

const figures = async (authorization = `Bearer ${METRICS_TOKEN}`) => {
  const answer = await fetch(`${directory.url}/metrics`, { headers: { authorization } });
  return { status: answer.status, text: await answer.text() };
};

const signIn = (email: string, headers: Record<string, string> = {}) =>
  fetch(`${directory.url}/main-site/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ email, password: PASSWORD }).toString(),
  });

async function deliver(secret: string, ...changes: object[]): Promise<number> {
  const body = JSON.stringify(delivery(...changes));
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret, body) };
  return (await fetch(`${directory.url}/channels/meta`, { method: 'POST', headers, body })).status;
}

const stored = async ({ cell }: Side, externalId: string): Promise<number> => {
  const { rowCount } = await cell.client.query('select from contents where external_id = $1', [externalId]);
  return rowCount ?? 0;
};

const kept = async ({ cell }: Side): Promise<number> =>
  (await cell.client.query('select from inbox_kept')).rowCount ?? 0;

async function mail(to: string | string[], subject: string) {
  const line = createTransport({ host: '127.0.0.1', port: directory.smtpPort, ignoreTLS: true });
  try {
    return await line.sendMail({ from: 'Meera <meera@mail.example>', to, subject, text: 'Where is it?' });
  } finally {
    line.close();
  }
}

const subjects = async ({ cell }: Side): Promise<string[]> =>
  (
    await cell.client.query<{ subject: string }>('select subject from tickets where subject is not null order by id')
  ).rows.map(({ subject }) => subject);

describe('the directory leads', () => {
  it('calls by their token', async () => {
    for (const { token, chats } of [one, two]) {
      const { status, json } = await ask(token);
      expect([status, json.data?.profile?.id]).toEqual([200, chats.merchantId]);
    }
    expect((await ask('nonsense')).status).toBe(401);
  });

  it('who signs in to their cell, and remembers it for what says nothing of them', async () => {
    for (const [name, { agent }] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const answer = await signIn(agent.email);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/validate?')]);
      expect(answer.headers.getSetCookie().join('\n')).toContain(`inbox_cell=${name};`);
      const again = await signIn(agent.email, { cookie: `inbox_cell=${name}` });
      expect(again.headers.getSetCookie().join('\n')).not.toContain('inbox_cell');
    }
    expect((await signIn('nobody@shop.example')).status).toBe(401);
  });

  it('who chooses a password to the cell of their link, whoever has used the browser before', async () => {
    const agent = { merchant_id: two.chats.merchantId, agent_id: two.agent.id };
    const token = (await insertLink(two.cell.store.db, agent, new Date())) ?? '';
    const choose = (link: string) =>
      fetch(`${directory.url}/main-site/reset-password`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'inbox_cell=one' },
        body: new URLSearchParams({ token: link, password: 'short' }).toString(),
      });
    const answer = await choose(token);
    // The form once more, for the password is too short. A cell that does not know the link says 410.
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(two.agent.email)]);
    expect(answer.headers.getSetCookie().join('\n')).toContain('inbox_cell=two;');
    expect((await choose('unknown')).status).toBe(410);
  });

  it('who signs in at a provider of identities to the first cell, whoever has used the browser before', async () => {
    const browser = createTestBrowser();
    const origin = new URL(directory.url);
    browser.cookies.set(origin.hostname, new Map([['inbox_cell', 'two']]));
    const form = await browser.follow(`${directory.url}/main-site/oidc/start`);
    expect(form.text).toContain('Company sign-in');
    const landed = await browser.follow(form.url, { method: 'POST', form: { login: 'meera' }, stop: /\/validate/ });
    const token = new URL(landed.location ?? 'x:').searchParams.get('token') ?? '';
    expect((await ask(token)).json.data?.profile?.id).toBe(one.chats.merchantId);
    expect(browser.cookies.get(origin.hostname)?.get('inbox_cell')).toBe('one');
  });

  it('with whom it leads: where a balancer has it from, and that it came by TLS', async () => {
    const answer = await signIn(two.agent.email, { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' });
    expect(answer.headers.getSetCookie().every((cookie) => cookie.includes('Secure'))).toBe(true);
    const { rows } = await two.cell.client.query<{ address: string }>(
      'select address from sessions where agent_id = $1 order by created_at desc limit 1',
      [two.agent.id],
    );
    expect(rows).toEqual([{ address: '198.51.100.7' }]);
  });

  it('a socket', async () => {
    const socket = new WebSocket(`${directory.url.replace('http', 'ws')}/ws/inbox/?jwt=${two.token}`);
    const [hello] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(hello.toString())).toMatchObject({ type: 'live.hello' });
    socket.close();
    await once(socket, 'close');
  });

  it('each part of a delivery to its cell, once, and to one what nobody knows', async () => {
    // One app for both merchants, as a platform has.
    const app = one.chats.appSecret;
    const vault = await openVault(dataDir);
    const shared = await addShop({ test: two.cell.store, vault }, 'whatsapp');
    const credentials = { access_token: 'x', app_secret: app, verify_token: shared.verifyToken };
    await two.cell.store.db
      .updateTable('accounts')
      .set({ credentials: vault.seal(credentials, `whatsapp:${shared.externalId}`) })
      .where('id', '=', shared.accountId)
      .execute();
    const hello = () => message({ type: 'text', text: { body: 'Hello' } });
    const [ofOne, ofTwo, ofNobody] = [hello(), hello(), hello()];
    const stranger = { ...shared, externalId: '0000' };
    const status = await deliver(
      app,
      change({ messages: [ofOne] }, one.chats),
      change({ messages: [ofTwo] }, shared),
      change({ messages: [ofNobody] }, stranger),
    );
    expect(status).toBe(200);
    expect([await stored(one, ofOne.id), await stored(two, ofOne.id)]).toEqual([1, 0]);
    expect([await stored(one, ofTwo.id), await stored(two, ofTwo.id)]).toEqual([0, 1]);
    expect((await kept(one)) + (await kept(two))).toBe(1);
  });

  it('a delivery that nobody has signed nowhere', async () => {
    expect(
      await deliver('wrong', change({ messages: [message({ type: 'text', text: { body: 'x' } })] }, one.chats)),
    ).toBe(401);
  });

  it.each([
    ['of one cell', () => one.chats.verifyToken, 200],
    ['of the other', () => two.chats.verifyToken, 200],
    ['of none', () => 'unknown', 403],
  ])('the question whether an address is ours, with a token %s', async (_what, token, status) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token(), 'hub.challenge': '42' });
    const answer = await fetch(`${directory.url}/channels/meta?${query.toString()}`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.text()).toBe('42');
  });

  it('a mail to the cell of its recipient, with the answer of the cell', async () => {
    await mail(two.mailbox.externalId, 'To two');
    await until(async () => (await subjects(two)).includes('To two'));
    expect(await subjects(one)).not.toContain('To two');
    await expect(mail('nobody@shop.example', 'To nobody')).rejects.toMatchObject({ responseCode: 550 });
    const both = await mail([one.mailbox.externalId, two.mailbox.externalId], 'To both');
    expect([both.accepted, both.rejected]).toEqual([[one.mailbox.externalId], [two.mailbox.externalId]]);
  });

  it('nobody to what the cells tell the directory', async () => {
    const headers = { [DIRECTORY_HEADER]: CELL_SECRET, 'content-type': 'application/json' };
    const body = JSON.stringify({ about: 'email', values: [one.agent.email] });
    const outside = await fetch(`${directory.url}/cell/whose`, { method: 'POST', headers, body });
    expect(outside.status).toBe(404);
    const inside = await fetch(`${one.inbox.url}/cell/whose`, { method: 'POST', headers, body });
    expect(await inside.json()).toMatchObject({ data: [{ value: one.agent.email, gone: false }] });
    const guessed = { ...headers, [DIRECTORY_HEADER]: 'guessed' };
    expect((await fetch(`${one.inbox.url}/cell/whose`, { method: 'POST', headers: guessed, body })).status).toBe(403);
  });
});

describe('the figures of a directory', () => {
  it('say what it has led where, for who has the token and at a port of their own', async () => {
    expect((await figures('Bearer guessed')).status).toBe(401);
    const { status, text } = await figures();
    expect(status).toBe(200);
    for (const line of [
      'calls_total{cell="one",status="200"} [1-9]',
      'calls_total{cell="two",status="303"} [1-9]',
      'calls_total{cell="none",status="200"} [1-9]',
      'call_seconds_count{cell="two"} [1-9]',
      'deliveries_total{cell="one",status="200"} [1-9]',
      'deliveries_total{cell="two",status="200"} [1-9]',
      'mails_total{answer="taken"} [1-9]',
      'sockets{cell="two"} 0',
      'cell_silent{cell="one"} 0',
    ])
      expect(text).toMatch(new RegExp(`^inbox_directory_${line}`, 'm'));
    for (const name of [one.agent.email, one.mailbox.externalId, one.token]) expect(text).not.toContain(name);

    const [, port] = /Its figures are at 127\.0\.0\.1, port (\d+)/.exec(directory.said()) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  });
});

describe('what is added in one cell', () => {
  const add = async (words: string, input = '') => {
    const list = [one, two].map(({ inbox }, at) => `${at}=${inbox.url}+127.0.0.1:${inbox.smtpPort}`).join(',');
    const given = readCells(list);
    if (given === null) throw new Error('These are no cells.');
    const context = adminContext({
      db: one.cell.store.db,
      vault: await openVault(dataDir),
      input: Readable.from([input]),
      cellOf: (about, value) => findOnce({ cells: given, secret: CELL_SECRET }, about, value),
    });
    const commands = [...merchantCommands, ...agentCommands, ...accountCommands];
    return runCommand(commands, words.split(' '), context);
  };

  it('is in no other', async () => {
    const slug = 'shop-of-two';
    await two.cell.client.query('update merchants set slug = $1 where id = $2', [slug, two.chats.merchantId]);
    await expect(add(`merchant add --merchant ${slug} --name Same`)).rejects.toThrow(`Cell 1 has '${slug}' already.`);
    await add('merchant add --merchant new-shop --name New');
    const agent = 'agent add --merchant new-shop --first-name Asha --password make --email';
    await expect(add(`${agent} ${two.agent.email}`)).rejects.toThrow(`Cell 1 has '${two.agent.email}' already.`);
    await add(`${agent} new@shop.example`);
    const credentials = JSON.stringify({ user: null, password: null });
    const mailbox = 'account add --merchant new-shop --kind email --name Care --out smtp://127.0.0.1:9 --id';
    await expect(add(`${mailbox} ${two.mailbox.externalId}`, credentials)).rejects.toThrow('already');
  });
});

describe('while a merchant moves', () => {
  it('its pages, calls and deliveries follow it, and nothing is lost', async () => {
    const { token, chats } = one;
    const socket = new WebSocket(`${directory.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    await once(socket, 'message');
    const closed = once(socket, 'close');
    const sent: string[] = [];
    const answers: number[] = [];
    let isOver = false;
    const delivering = (async () => {
      while (!isOver) {
        const each = message({ type: 'text', text: { body: 'On the way' } });
        // As Meta does: again until it is taken.
        let status: number;
        do {
          status = await deliver(chats.appSecret, change({ messages: [each] }, chats));
          answers.push(status);
        } while (status !== 200);
        sent.push(each.id);
      }
    })();
    const { slug } = await one.cell.store.db
      .selectFrom('merchants')
      .select('slug')
      .where('id', '=', chats.merchantId)
      .executeTakeFirstOrThrow();
    await moveMerchant({ slug, sourceUrl: one.cell.url, targetUrl: two.cell.url, say: () => undefined });
    const [code] = (await closed) as [number];
    expect(code).toBe(1012);
    const atMove = sent.length;
    await until(() => sent.length > atMove + 3);
    isOver = true;
    await delivering;

    expect(answers.every((status) => status === 200 || status >= 500)).toBe(true);
    const { rows: here } = await two.cell.client.query<{ id: string }>(
      'select external_id as id from contents where external_id = any($1)',
      [sent],
    );
    expect(here.map(({ id }) => id).sort((a, b) => a.localeCompare(b))).toEqual(
      sent.toSorted((a, b) => a.localeCompare(b)),
    );
    expect(await stored(one, sent.at(-1)!)).toBe(0);

    // As a page does: again when it was led to the old cell once more.
    await until(async () => (await ask(token)).status === 200);
    expect((await ask(token)).json.data?.profile?.id).toBe(chats.merchantId);
    const again = new WebSocket(`${directory.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    const [hello] = (await once(again, 'message')) as [Buffer];
    expect(JSON.parse(hello.toString())).toMatchObject({ type: 'live.hello' });
    again.close();
    const signedIn = await signIn(one.agent.email, { cookie: 'inbox_cell=one' });
    expect(signedIn.headers.getSetCookie().join('\n')).toContain('inbox_cell=two;');
  });

  it('the old cell says that it has left, to whom it is led still, and signs nobody out', async () => {
    const answer = await fetch(`${one.inbox.url}/api/connect/inbox/settings/`, {
      headers: { authorization: `jwt ${one.token}` },
    });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ error: expect.objectContaining({ code: 'merchant_gone' }) }),
    ]);
    const socket = new WebSocket(`${one.inbox.url.replace('http', 'ws')}/ws/inbox/?jwt=${one.token}`);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1012);
  });
});

describe('when a cell is away', () => {
  it('its agents are told to try again, and the others work on', async () => {
    await one.inbox.close();
    const unknown = await signIn('nobody@shop.example');
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await ask(two.token)).status).toBe(200);
    const mailed = mail('nobody@shop.example', 'To nobody');
    await expect(mailed).rejects.toMatchObject({ responseCode: 451 });
    expect(directory.said()).toContain('Cell one does not say whom it has');
    expect((await figures()).text).toMatch(/^inbox_directory_cell_silent\{cell="one"\} 1$/m);
  });
});
