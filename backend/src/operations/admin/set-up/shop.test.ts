import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startShopifyServer, type ShopifyServer } from '@inbox/simulate';
import { openVault, type Vault } from '../../../accounts/vault';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { addMerchant } from '../../../testing/rows';
import { shopCommands } from './shop';
import { adminContext, runCommand } from '../testing';

const domain = 'kala.myshopify.com';
const credentials = JSON.stringify({ access_token: 'shpat_secret', app_secret: 'app-secret' });

let test: TestDatabase;
let vault: Vault;
let dataDir: string;
let shopify: ShopifyServer;
let slug: string;
let other: string;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-shop-'));
  vault = await openVault(dataDir);
  shopify = await startShopifyServer({ port: 0, domain, accessToken: 'shpat_secret' });
  const slugOf = async (id: number) =>
    (await test.pool.query<{ slug: string }>('select slug from merchants where id = $1', [id])).rows[0]?.slug ?? '';
  slug = await slugOf(await addMerchant(test.db));
  other = await slugOf(await addMerchant(test.db));
});
afterAll(async () => {
  await shopify.close();
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What the command prints; its error's words when it fails. */
async function admin(words: readonly string[], input = ''): Promise<string> {
  const lines: string[] = [];
  const context = adminContext({
    db: test.db,
    vault,
    input: Readable.from([input]),
    print: (line) => void lines.push(line),
    mayReachPrivate: true,
  });
  await runCommand(shopCommands, ['shop', ...words], context).catch((error: unknown) => lines.push(String(error)));
  return lines.join('\n');
}

it('a shop is connected with credentials from the input, checked, listed and removed', async () => {
  const of = ['--merchant', slug];
  expect(await admin(['check', ...of])).toContain('This merchant has no shop; see pnpm admin shop add.');
  const added = await admin(['add', ...of, '--domain', 'Kala.MyShopify.com', '--url', shopify.url], credentials);
  expect(added).toBe('The shop kala.myshopify.com is connected. Its webhooks go to /channels/shopify of this inbox.');
  expect(await admin(['check', ...of])).toBe(`✓ ${shopify.url} answers for ${domain}.`);
  shopify.answerWith('refuse', 1);
  expect(await admin(['check', ...of])).toContain(`✗ ${shopify.url}: The shop refuses the access token.`);
  const list = await admin(['list']);
  expect(list).toContain(domain);
  expect(list).not.toContain('shpat_secret');
  const { credentials: stored } = await test.db.selectFrom('shops').select('credentials').executeTakeFirstOrThrow();
  expect(stored.toString('latin1')).not.toContain('shpat_secret');

  const taken = 'This merchant has a shop already, or another merchant has this one.';
  expect(await admin(['add', ...of, '--domain', 'second.myshopify.com'], credentials)).toContain(taken);
  expect(await admin(['add', '--merchant', other, '--domain', domain], credentials)).toContain(taken);
  expect(await admin(['remove', ...of])).toBe('Removed.');
  expect(await admin(['remove', ...of])).toContain('This merchant has no shop.');
});

it('credentials come from a file as well, and Shopify is asked unless another address is set', async () => {
  const file = join(dataDir, 'secrets.json');
  await writeFile(file, credentials);
  await admin(['add', '--merchant', other, '--domain', domain, '--credentials-file', file]);
  expect(await admin(['list', '--merchant', other])).toContain(`https://${domain}/admin/api/`);
});

it.each([
  [['--domain', domain], 'no json', 'The credentials are not JSON.'],
  [['--domain', domain], '{"access_token":"shpat_secret"}', 'do not fit: credentials.app_secret.'],
  [['--domain', 'https://kala'], credentials, 'do not fit: --domain'],
  [['--domain', domain, '--url', 'ftp://x'], credentials, 'do not fit: --url.'],
  [['--domain', domain, '--credentials-file', '/nowhere'], '', '/nowhere cannot be read.'],
])('%s %s is refused in words without the secret', async (options, input, words) => {
  const said = await admin(['add', '--merchant', slug, ...options], input);
  expect(said).toContain(words);
  expect(said).not.toContain('shpat_secret');
});
