import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import {
  addAccount,
  changeAccount,
  findAccount,
  findAccountsOf,
  findMailbox,
  listAccounts,
  type NewAccount,
} from './accounts';
import { openVault, type Vault } from './vault';
import { addMerchant } from '../testing/rows';
import { createTestDatabase, type TestDatabase } from '../testing/database';

let test: TestDatabase;
let dir: string;
let vault: Vault;
let merchantId: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'inbox-vault-'));
  vault = await openVault(dir);
  merchantId = await addMerchant(test.db);
});
afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true, force: true });
});

describe('the vault', () => {
  it('opens what it sealed, also after a restart, under its own label only', async () => {
    const sealed = vault.seal({ token: 'geheim' }, 'whatsapp:1');
    expect(sealed.toString('latin1')).not.toContain('geheim');
    expect((await openVault(dir)).open(sealed, 'whatsapp:1')).toEqual({ token: 'geheim' });
    expect(() => vault.open(sealed, 'whatsapp:2')).toThrow();
  });

  it('notices every change of what it sealed, and never seals twice alike', () => {
    const sealed = vault.seal('x', 'a');
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => vault.open(changed, 'a')).toThrow();
    }
    expect(vault.seal('x', 'a')).not.toEqual(sealed);
    expect(() => vault.open(sealed.subarray(0, 5), 'a')).toThrow();
  });

  it('has a key for this user alone, and one only though two processes start at once', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'inbox-vault-'));
    const [one, two] = await Promise.all([openVault(fresh), openVault(fresh)]);
    expect(two.open(one.seal(1, 'a'), 'a')).toBe(1);
    const key = join(fresh, 'credentials-key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(key, 'utf8'), 'base64')).toHaveLength(32);
    await rm(fresh, { recursive: true });
  });
});

describe('an account', () => {
  const whatsapp: NewAccount = {
    kind: 'whatsapp',
    external_id: '555',
    name: 'Shop',
    address: '+91 98',
    out_url: 'https://graph.facebook.com/v21.0',
    credentials: { access_token: 'token-geheim', app_secret: 'secret-geheim', verify_token: 'verify-geheim' },
  };

  it('is found by what a delivery names, with its secrets, which are nowhere to be read', async () => {
    const id = await addAccount(test.db, vault, merchantId, whatsapp);
    const [found] = await findAccountsOf(test.db, vault, ['whatsapp'], ['555', '556']);
    expect(found).toEqual({
      ...whatsapp,
      id,
      merchant_id: merchantId,
      enabled: true,
      business_id: null,
      incoming: null,
      aliases: [],
    });
    expect(await findAccountsOf(test.db, vault, ['messenger'], ['555'])).toEqual([]);
    const { rows } = await test.pool.query<{ credentials: Buffer; row: string }>(
      'select credentials, a::text as row from accounts a',
    );
    for (const { credentials, row } of rows) {
      expect(credentials.includes('geheim')).toBe(false);
      expect(row).not.toContain('geheim');
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(await listAccounts(test.db, merchantId))).not.toContain('geheim');
    await expect(addAccount(test.db, vault, await addMerchant(test.db), whatsapp)).rejects.toThrow('duplicate key');
  });

  it('does not stop the others from being found when its secrets cannot be opened', async () => {
    const { incoming: _, ...columns } = whatsapp;
    await test.db
      .insertInto('accounts')
      .values({ ...columns, external_id: '777', merchant_id: merchantId, credentials: Buffer.from('broken') })
      .execute();
    const found = await findAccountsOf(test.db, vault, ['whatsapp', 'messenger'], 'all');
    expect(found.map(({ external_id }) => external_id)).toEqual(['555']);
  });

  it('for mail is found by its address in any case', async () => {
    const mailbox = { ...whatsapp, kind: 'email' as const, external_id: 'help@shop.example' };
    const id = await addAccount(test.db, vault, merchantId, mailbox);
    expect(await findMailbox(test.db, ' HELP@shop.example')).toMatchObject({ id, merchant_id: merchantId });
    expect(await findMailbox(test.db, 'other@shop.example')).toBeUndefined();
  });

  it('is changed as a whole, and another merchant cannot reach it', async () => {
    const [account] = await findAccountsOf(test.db, vault, ['whatsapp'], ['555']);
    if (account === undefined) throw new Error('The account is gone.');
    await changeAccount(test.db, vault, { ...account, name: 'New', enabled: false });
    expect(await findAccount(test.db, vault, merchantId, account.id)).toEqual({
      ...account,
      name: 'New',
      enabled: false,
    });
    expect(await findAccount(test.db, vault, await addMerchant(test.db), account.id)).toBeUndefined();
  });
});
