import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import WebSocket from 'ws';
import { addAccount, listUnreadable } from '../../accounts/accounts';
import { openVault } from '../../accounts/vault';
import { KEY_FILE, readVaultKeys } from '../../accounts/vault-keys';
import { hashPassword } from '../../agents/sign-in/password';
import { FIRST_KEY_FILE, readRing } from '../../agents/sessions/signing-keys';
import { inTransaction } from '../../platform/db/transaction';
import { createEmbedSecret, openEmbedSecret } from '../../embed/secrets';
import { findAutomation, writeAutomation } from '../../merchants/automation';
import { addShop, findShop } from '../../shop/shops';
import { IS_TABLE } from '../../platform/db/is-table';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until } from '../../testing/fake-graph';
import { addAgent, addMerchant } from '../../testing/rows';
import { builtProgram } from '../../testing/built-program';
import { startServer } from '../../testing/server-process';
import { keyCommands } from '../admin/data/keys';
import { adminContext, runCommand } from '../admin/testing';
import { findRoot } from '../../app/settings/root';
import { removeReplacedKeys } from './key-care';
import { SEALED_COLUMNS } from './sealed-values';

const PASSWORD = 'correct horse battery';
const EMAIL = 'asha@shop.example';
const APP_SECRET = 'the secret of the app';

let test: TestDatabase;
let dataDir: string;
let merchantId: MerchantId;
const running = new Set<ChildProcess>();
const sockets = new Set<WebSocket>();

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-keys-'));
  merchantId = await addMerchant(test.db);
  await addAgent(test.db, merchantId, { email: EMAIL, password_hash: await hashPassword(PASSWORD) });
  const vault = await openVault(dataDir);
  for (let number = 0; number < 250; number += 1) {
    await addAccount(test.db, vault, merchantId, {
      kind: 'whatsapp',
      external_id: `1000${number}`,
      name: 'Care',
      address: null,
      out_url: 'http://127.0.0.1:1',
      credentials: { access_token: 'x', app_secret: APP_SECRET, verify_token: 'v' },
    });
  }
  await addShop(test.db, vault, merchantId, {
    domain: 'kala.myshopify.com',
    url: 'https://kala.myshopify.com',
    credentials: { access_token: 'shop-token', app_secret: 'shop-secret' },
  });
  await writeAutomation(test.db, vault, merchantId, { url: 'https://auto.example', secret: 'automation-secret' });
});

afterEach(() => {
  for (const socket of sockets) socket.terminate();
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}) => ({ INBOX_DATA_DIR: dataDir, DATABASE_URL: test.url, ...more });
const adminOptions = (more: Record<string, string> = {}) => ({
  cwd: join(findRoot(), 'backend'),
  env: { PATH: process.env['PATH'], ...env(more) },
});

const admin = async (words: string, more: Record<string, string> = {}): Promise<string> =>
  (await promisify(execFile)(process.execPath, [builtProgram('admin'), ...words.split(' ')], adminOptions(more)))
    .stdout;

/** The token, and the cookie that makes the browser known. */
async function signIn(url: string, cookie = ''): Promise<{ token: string; cookie: string }> {
  const answered = await fetch(`${url}/main-site/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    headers: { cookie },
    redirect: 'manual',
  });
  const token = new URL(answered.headers.get('location') ?? '', url).searchParams.get('token') ?? '';
  return { token, cookie: answered.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const callAs = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/api/inbox/all_agents/`, { headers: { authorization: `jwt ${token}` } })).status;

/** A socket that is greeted, and why it was closed, if it was. */
async function openSocket(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
  sockets.add(socket);
  const state: { closed?: number; types: string[] } = { types: [] };
  socket.on('close', (code) => (state.closed = code));
  socket.on('message', (data: Buffer) => state.types.push((JSON.parse(data.toString()) as { type: string }).type));
  await until(() => state.types.includes('live.hello'));
  return state;
}

let delivered = 0;

/** A message of a customer, as Meta delivers it: known by the app secret that the vault has sealed. */
async function deliver(url: string): Promise<number> {
  delivered += 1;
  const from = '919876543210';
  const message = {
    from,
    id: `wamid.${delivered}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Where is my order?' },
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '911', phone_number_id: '10007' },
    contacts: [{ profile: { name: 'Priya' }, wa_id: from }],
    messages: [message],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return (await fetch(`${url}/channels/meta`, { method: 'POST', body, headers })).status;
}

/** The same commands in this process, which is sooner. */
async function keys(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const vault = await openVault(dataDir);
  const given = { keys: { dataDir, vault, tokensBySetting: false }, print: (line: string) => printed.push(line) };
  await runCommand(keyCommands, ['keys', ...words], adminContext({ db: test.db, vault, ...given }));
  return printed.join('\n');
}

/** What the audit has of keys. A server that starts also records the panels that it publishes. */
const audited = async (): Promise<string[]> =>
  (
    await test.db
      .selectFrom('audit_records')
      .select(['what', 'about'])
      .where('merchant_id', '=', 0)
      .where('what', 'like', 'key.%')
      .orderBy('seq')
      .execute()
  ).map(({ what, about }) => `${what} ${about}`);

describe('keys are rotated under running inboxes', () => {
  it('nobody is signed out, sockets stay open, credentials work, and the old credential key goes', async () => {
    // As releases before have left it: one key, and tokens that name none.
    await writeFile(join(dataDir, FIRST_KEY_FILE), `${randomBytes(48).toString('base64')}\n`, { mode: 0o600 });
    const [server, other] = [startServer(env(), running), startServer(env(), running)];
    const [url, otherUrl] = [await server.url(), await other.url()];
    const vault = await openVault(dataDir);
    const embed = await createEmbedSecret(test.db, vault, { merchantId, madeBy: 'a test' });
    const before = await signIn(url);
    const socket = await openSocket(url, before.token);
    expect(await deliver(url)).toBe(200);

    const said = await admin('keys rotate');
    expect(said).toMatch(/Tokens are signed with jwt_\S+ from now on/);
    expect(said).toMatch(/sealed with cred_\S+ from now on: 253 values/);

    const [newest, first] = await readRing(dataDir);
    const after = await signIn(url, before.cookie);
    expect([decodeProtectedHeader(before.token).kid, decodeProtectedHeader(after.token).kid]).toEqual([
      first?.kid,
      newest?.kid,
    ]);
    // The other node has not looked at the ring since.
    expect(await callAs(otherUrl, after.token)).toBe(200);
    for (const each of [url, otherUrl]) expect(await callAs(each, before.token)).toBe(200);
    const count = socket.types.length;
    for (const each of [url, otherUrl]) expect(await deliver(each)).toBe(200);
    await until(() => socket.types.length > count);
    expect(socket.closed).toBeUndefined();

    const fresh = await openVault(dataDir);
    expect(await listUnreadable(test.db, fresh)).toEqual({ sealed: 250, unreadable: [] });
    expect((await findShop(test.db, fresh, { merchantId }))?.credentials.app_secret).toBe('shop-secret');
    expect((await findAutomation(test.db, fresh, merchantId))?.secret).toBe('automation-secret');
    expect((await openEmbedSecret(test.db, fresh, embed.kid))?.secret).toBe(embed.secret);

    const [sealing, replaced] = await readVaultKeys(dataDir);
    const listed = await keys('list');
    expect(listed).toMatch(new RegExp(`${newest?.kid}.*signs`));
    expect(listed).toMatch(new RegExp(`${first?.kid}.*accepted until`));
    expect(listed).toMatch(new RegExp(`${sealing?.name} +seals`));
    for (const { secret } of await readRing(dataDir)) expect(listed).not.toContain(secret);
    await expect(keys('retire', replaced?.name ?? '')).rejects.toThrow('It was replaced just now');
    await expect(keys('retire', newest?.kid ?? '')).rejects.toThrow('This key signs');
    await expect(keys('retire', 'jwt_none')).rejects.toThrow('There is no such key');

    // An hour later, as the inbox looks.
    const care = { db: test.db, vault: fresh, dataDir };
    expect(await removeReplacedKeys(care, new Date())).toEqual([]);
    expect(await removeReplacedKeys(care, new Date(Date.now() + 3_700_000))).toEqual([replaced?.name]);
    // As releases before know it: one key, alone.
    expect((await readFile(join(dataDir, KEY_FILE), 'utf8')).trim()).toBe(sealing?.key.toString('base64'));
    expect(await deliver(url)).toBe(200);
    expect(server.output()).not.toMatch(/"level":[56]0/);

    // A stolen key is taken away: its tokens are refused, its sockets closed; those of the newest stay.
    const kept = await openSocket(url, after.token);
    await keys('retire', first?.kid ?? '');
    await until(async () => (await callAs(url, before.token)) === 401);
    await until(() => socket.closed !== undefined, 90_000);
    expect(socket.closed).toBe(4401);
    expect([await callAs(url, after.token), kept.closed]).toEqual([200, undefined]);
    expect(await audited()).toEqual([
      `key.made key:${newest?.kid}`,
      `key.made key:${sealing?.name}`,
      `key.retired key:${replaced?.name}`,
      `key.retired key:${first?.kid}`,
    ]);
  });

  it('one that is killed in the middle is run again, and nothing is lost', async () => {
    const before = (await readVaultKeys(dataDir)).length;
    // Holds a row of the second hundred, so that the command is in the middle of its work for sure.
    const child = await inTransaction(test.db, async (tx) => {
      await sql`select 1 from accounts where external_id = '1000150' for update`.execute(tx);
      const started = spawn(
        process.execPath,
        [builtProgram('admin'), 'keys', 'rotate', '--what', 'credentials'],
        adminOptions(),
      );
      running.add(started);
      await until(async () => {
        // The server has databases of other tests, which wait for their own locks.
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          test.db,
        );
        return rows.length > 0 || started.exitCode !== null;
      });
      expect(started.exitCode).toBeNull();
      const gone = once(started, 'exit');
      started.kill('SIGKILL');
      await gone;
      return started;
    });
    expect(child.signalCode).toBe('SIGKILL');
    const left = await readVaultKeys(dataDir);
    expect(left).toHaveLength(before + 1);
    expect(await listUnreadable(test.db, await openVault(dataDir))).toEqual({ sealed: 250, unreadable: [] });

    expect(await keys('rotate', '--what', 'credentials')).toMatch(/has come to its end: \d+ values/);
    expect(await readVaultKeys(dataDir)).toEqual(left);
    const vault = await openVault(dataDir);
    const later = new Date(Date.now() + 3_700_000);
    expect(await removeReplacedKeys({ db: test.db, vault, dataDir }, later)).toHaveLength(1);
    expect(await listUnreadable(test.db, await openVault(dataDir))).toEqual({ sealed: 250, unreadable: [] });
  });

  it('with INBOX_JWT_SECRET two are accepted, the first signs, and the command says how to exchange them', async () => {
    const [one, two] = ['the first secret of more than 32 characters', 'the other secret of more than 32 characters'];
    const first = startServer(env({ INBOX_JWT_SECRET: one, INBOX_JWT_SECRET_OTHER: two }), running);
    const before = await signIn(await first.url());
    first.child.kill('SIGTERM');
    await first.ended;
    const settings = { INBOX_JWT_SECRET: two, INBOX_JWT_SECRET_OTHER: one };
    const second = startServer(env(settings), running);
    const url = await second.url();
    const after = await signIn(url, before.cookie);
    for (const { token } of [before, after]) expect(await callAs(url, token)).toBe(200);
    expect(decodeProtectedHeader(after.token).kid).not.toBe(decodeProtectedHeader(before.token).kid);
    expect(await admin('keys rotate --what tokens', settings)).toContain('exchange the two settings');
  });
});

it('every column of bytes is known to be sealed or not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${sql.raw(IS_TABLE)} and a.atttypid = 'bytea'::regtype and not a.attisdropped order by 1`.execute(test.db);
  const notSealed = [
    'accounts.door_digest',
    'audit_chains.hash',
    'audit_chains.pruned_hash',
    'audit_records.hash',
    'audit_records.previous',
    'channel_notices.digest',
    'inbox_kept.body',
    'inbox_kept.digest',
    'panel_tokens.digest',
    // Both are public.
    'passkeys.credential_id',
    'passkeys.public_key',
    'password_links.digest',
    'pending_sign_ins.digest',
    'recovery_codes.digest',
  ];
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name)).toEqual([...sealed, ...notSealed].sort());
});
