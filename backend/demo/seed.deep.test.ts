import { readFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONVERSATION_SOURCES,
  MEDIA_KINDS,
  TICKET_STATUSES,
  type ConversationId,
  type MerchantId,
} from '@inbox/domain';
import {
  readSimulatorFile,
  readStocks,
  SHOPS_FILE,
  SIMULATOR_FILE,
  simulatedShopUrl,
  startSimulator,
  type Simulator,
} from '@inbox/simulate';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openVault } from '../src/accounts/vault';
import { createTestDatabase, type TestDatabase } from '../src/testing/database';
import { createUploads } from '../src/platform/files/uploads';
import { createShopConnector, type ShopConnector } from '../src/shop/shop-connector';
import { listShops } from '../src/shop/shops';
import type { SeedDeps } from './deps';
import { seedDemo } from './seed';

describe('demo data', () => {
  let test: TestDatabase;
  let deps: SeedDeps;
  const logged: string[] = [];
  const steps: number[] = [];
  let began = false;

  beforeAll(async () => {
    test = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'seed-'));
    deps = {
      db: test.db,
      vault: await openVault(dataDir),
      uploads: createUploads(join(dataDir, 'uploads')),
      httpPort: 4000,
      smtpPort: 2525,
      simulator: { graph_port: 4010, mail_port: 4011 },
      dataDir,
      now: new Date(),
      tickets: 240,
      longest: 20,
      log: (line) => logged.push(line),
      progress: (done) => steps.push(done),
    };
    // What a start that was cut short leaves behind.
    await test.db.insertInto('seeds').values({ name: 'demo' }).execute();
    await test.db.insertInto('merchants').values({ slug: 'kala-threads', name: 'Half made' }).execute();
    began = await seedDemo(deps);
  });
  afterAll(async () => {
    await test.drop();
    await rm(deps.dataDir, { recursive: true });
  });

  const distinct = async (sql: string) =>
    (await test.pool.query<{ value: string }>(sql)).rows.map(({ value }) => value);
  const count = async (sql: string) => Number((await test.pool.query<{ n: number }>(sql)).rows[0]?.n);

  it('begins a start that was cut short again, from nothing', async () => {
    expect(began).toBe(true);
    expect(await distinct('select name as value from merchants order by id')).toEqual(['Kala Threads', 'Ghar & Co']);
  });

  it('knows where every customer lives, and gives nobody’s address or phone to another', async () => {
    expect(
      await count(`select count(*) n from customers where address is null or phone is null or email is null`),
    ).toBe(0);
    const shared = `select count(*) n from customers a join customers b on b.merchant_id = a.merchant_id and b.id > a.id
      and (b.email = a.email or b.phone = a.phone) and b.full_name <> a.full_name`;
    expect(await count(shared)).toBe(0);
    expect(await count(`select count(*) - count(distinct (merchant_id, phone)) n from customers`)).toBe(0);
  });

  it('is made once', async () => {
    expect(await seedDemo(deps)).toBe(false);
  });

  it('fills every channel and every state', async () => {
    expect((await distinct('select distinct source as value from tickets')).sort()).toEqual(
      [...CONVERSATION_SOURCES].sort(),
    );
    expect((await distinct('select distinct status as value from tickets')).sort()).toEqual(
      [...TICKET_STATUSES].sort(),
    );
    expect(await count('select count(*) n from tickets')).toBeGreaterThanOrEqual(220);
  });

  it('has surveys that were answered', async () => {
    const answered = await count(`
      select count(*) n from contents s where s.details @> '{"survey": true}' and exists (
        select from contents c where c.conversation_id = s.conversation_id and c.actor = 'customer'
          and c.created_at between s.created_at and s.created_at + interval '1 hour' and c.message ~ '^[1-5]$')`);
    expect(answered).toBeGreaterThan(0);
  });

  it('brings notes, tags, pictures and documents', async () => {
    for (const what of ['notes', 'quick_replies']) {
      expect(await count(`select count(*) n from ${what}`)).toBeGreaterThan(0);
    }
    expect(await count(`select count(*) n from tickets where tags <> '{}'`)).toBeGreaterThan(0);
    expect((await distinct('select distinct kind as value from attachments')).sort()).toEqual([...MEDIA_KINDS].sort());
    expect(await count('select count(*) n from attachments where storage_key is null')).toBe(0);
  });

  it('lets stories and comments in, also under advertisements, and knows everybody by name', async () => {
    expect(
      (
        await distinct(
          `select distinct details ->> 'msg_type' as value from contents where details ->> 'msg_type' <> ''`,
        )
      ).sort(),
    ).toEqual(['story_mention', 'story_replies']);
    expect(
      await count(`select count(*) n from posts where ad_type = 'FEED' and storage_key is not null`),
    ).toBeGreaterThan(0);
    expect(await count(`select count(*) n from contents where content_type = 'comment' and post_id is null`)).toBe(0);
    expect(
      await count(`select count(*) n from contents where content_type = 'comment' and actor = 'merchant'`),
    ).toBeGreaterThan(0);
    expect(await count(`select count(*) n from tickets where full_name like '% user'`)).toBe(0);
  });

  it.each([
    ['a text with a bot’s menu', `message_type = 'session_outbound_bot'`],
    ['a template', `message_type = 'template'`],
    ['what the channel does not hand out', `message_type = 'unsupported'`],
    ['an answer that failed, and why', `send_status = 'not_sent' and error_message is not null`],
    ['a message that was taken back', `content_type <> 'comment' and deleted`],
    ['a comment that was taken back', `content_type = 'comment' and deleted`],
    ['a hidden comment', `(details ->> 'hidden')::boolean`],
    ['an answer to a picture', `parent_id in (select content_id from attachments where kind = 'image')`],
    ['an answer to a story that is gone', `details ->> 'msg_type' = 'story_replies' and message = 'And this?'`],
    ['a calendar’s invitation', `id in (select content_id from attachments where content_type = 'text/calendar')`],
    ['a mail in Hindi', `content_type = 'email' and message like '%नमस्ते%'`],
  ])('shows %s', async (_what, where) => {
    expect(await count(`select count(*) n from contents where ${where}`)).toBeGreaterThan(0);
  });

  it('understands all of its own deliveries, and leaves nothing to be sent', async () => {
    expect(logged).toEqual([]);
    expect(await count('select count(*) n from inbox_kept')).toBe(0);
    expect(await count(`select count(*) n from outbox where state <> 'done'`)).toBe(0);
    expect(await count(`select count(*) n from contents where send_status = 'sending'`)).toBe(0);
  });

  it('lies in the past', async () => {
    expect(await count('select count(*) n from contents where created_at > now()')).toBe(0);
    expect(await count('select count(*) n from tickets where received_at > now()')).toBe(0);
    expect(
      await count(`select count(*) n from tickets where (last_message ->> 'created_at')::timestamptz > now()`),
    ).toBe(0);
  });

  it('keeps the merchants apart', async () => {
    const shared = `select count(*) n from contents c join tickets t on t.id = c.ticket_id where t.merchant_id <> c.merchant_id`;
    expect(await count(shared)).toBe(0);
  });

  it('tells the simulator what it must know, and nobody else', async () => {
    const path = join(deps.dataDir, SIMULATOR_FILE);
    const file = await readSimulatorFile(path);
    expect(file.accounts.map(({ kind }) => kind)).toEqual(
      [1, 2].flatMap(() => ['whatsapp', 'instagram', 'messenger', 'email', 'phone', 'shop']),
    );
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(await readFile(path, 'utf8')).not.toContain('verify_token');
  });

  describe('the shops, which the simulator answers for', () => {
    let simulator: Simulator;
    let shop: ShopConnector;
    const problems: string[] = [];

    beforeAll(async () => {
      const file = await readSimulatorFile(join(deps.dataDir, SIMULATOR_FILE));
      const stocks = await readStocks(join(deps.dataDir, SHOPS_FILE));
      simulator = await startSimulator(
        { ...file, graph_port: 0, mail_port: 0 },
        {
          deliveredAfter: null,
          readAfter: null,
          log: () => undefined,
          shops: { stocks, save: async () => undefined },
        },
      );
      for (const { domain } of await listShops(deps.db)) {
        const url = simulatedShopUrl(simulator.graph.port, domain);
        await deps.db.updateTable('shops').set({ url }).where('domain', '=', domain).execute();
      }
      const { db, vault } = deps;
      const live = { committed: () => undefined, signal: () => undefined };
      const context = { db, live, now: () => new Date() };
      shop = createShopConnector({ context, vault, log: (line) => problems.push(line), mayReachPrivate: false });
    });
    afterAll(async () => {
      await shop.stop();
      await simulator.close();
    });

    it('have the order that a customer writes about, though they are on this machine', async () => {
      const rows = await deps.db
        .selectFrom('tickets')
        .select(['merchant_id', 'conversation_id', 'subject'])
        .where('source', '=', 'email')
        .where('subject', 'like', 'Exchange for order %')
        .where('status', '<>', 'closed')
        .limit(3)
        .execute();
      expect(rows).not.toEqual([]);
      for (const { merchant_id, conversation_id, subject } of rows) {
        const orders = await shop.orders(merchant_id, conversation_id);
        const numbers = orders?.map(({ order_number }) => order_number);
        expect(numbers).toContain(`#${/\d{5}/.exec(subject ?? '')?.[0]}`);
      }
      expect(problems).toEqual([]);
    });

    it('know some by their phone alone and some by their address alone, some have left a basket, and some bought nothing', async () => {
      const rows = await deps.db
        .selectFrom('conversations')
        .select(['merchant_id', 'id'])
        .where('source', '=', 'whatsapp')
        .orderBy('id')
        .limit(30)
        .execute();
      const of = async <T>(list: (merchantId: MerchantId, id: ConversationId) => Promise<T[] | undefined>) =>
        (await Promise.all(rows.map(({ merchant_id, id }) => list(merchant_id, id)))).map((all) => all ?? []);
      const orders = await of(shop.orders);
      expect(problems).toEqual([]);
      expect(orders.some((all) => all.length === 0)).toBe(true);
      const all = orders.flat();
      expect(all.some(({ user_email }) => user_email === null)).toBe(true);
      expect(all.some(({ user_phone_number }) => user_phone_number === null)).toBe(true);
      expect(all.some(({ is_cod }) => is_cod)).toBe(true);
      expect(all.some(({ is_cancelled }) => is_cancelled)).toBe(true);
      expect(all.some(({ shipment_details }) => shipment_details?.shipment_tracking_url)).toBe(true);
      expect((await of(shop.checkouts)).flat()).not.toEqual([]);
    });
  });

  it('shows its progress to the end', () => {
    expect(steps).toEqual(steps.map((_, at) => at + 1));
  });
});
