import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountId, MerchantId } from '@inbox/domain';
import { addAccount, type NewAccount } from '../accounts/accounts';
import { openVault, type Vault } from '../accounts/vault';
import { addMerchant } from './rows';
import { createTestDatabase, type TestDatabase } from './database';
import { createUploads, type Uploads } from '../platform/files/uploads';
import { withChannels, type UseCaseContext } from '../app/channels';

/** A database, a data folder and what the channels need, for one test file. */
export interface ChannelWorld {
  test: TestDatabase;
  context: UseCaseContext;
  vault: Vault;
  uploads: Uploads;
  dataDir: string;
  /** What was logged. */
  lines: string[];
  log: (line: string) => void;
  /** Called whenever work wakes the outbox. */
  onWake: (wake: () => void) => void;
  end(): Promise<void>;
}

export async function createChannelWorld(): Promise<ChannelWorld> {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'inbox-test-'));
  const lines: string[] = [];
  let wake = (): void => undefined;
  return {
    test,
    dataDir,
    vault: await openVault(dataDir),
    uploads: createUploads(join(dataDir, 'uploads')),
    lines,
    log: (line) => void lines.push(line),
    context: withChannels({
      db: test.db,
      live: { committed: () => undefined, signal: () => undefined },
      outboxWoken: () => wake(),
      now: () => new Date(),
    }),
    onWake: (woken) => (wake = woken),
    async end() {
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Shop {
  merchantId: MerchantId;
  accountId: AccountId;
  /** phone_number_id, or mailbox. */
  externalId: string;
  appSecret: string;
  accessToken: string;
  verifyToken: string;
}

/** A merchant with one account. */
export async function addShop(
  { test, vault }: { test: Pick<TestDatabase, 'db'>; vault: Vault },
  kind: 'whatsapp' | 'instagram' | 'messenger' | 'email',
  {
    outUrl = kind === 'email' ? 'smtp://127.0.0.1:9' : 'http://127.0.0.1:9',
    externalId,
  }: { outUrl?: string; externalId?: string } = {},
): Promise<Shop> {
  const merchantId = await addMerchant(test.db);
  const unique = randomUUID();
  const shop = {
    merchantId,
    externalId: externalId ?? (kind === 'email' ? `help-${unique}@shop.example` : unique),
    appSecret: `app-secret-${unique}`,
    accessToken: `access-token-${unique}`,
    verifyToken: `verify-token-${unique}`,
  };
  const account: NewAccount =
    kind === 'email'
      ? {
          kind,
          external_id: shop.externalId,
          name: 'Shop',
          address: shop.externalId,
          out_url: outUrl,
          credentials: { user: null, password: null },
        }
      : {
          kind,
          external_id: shop.externalId,
          name: 'Shop',
          address: '+919800000001',
          out_url: outUrl,
          credentials: {
            access_token: shop.accessToken,
            app_secret: shop.appSecret,
            verify_token: shop.verifyToken,
          },
        };
  return { ...shop, accountId: await addAccount(test.db, vault, merchantId, account) };
}
