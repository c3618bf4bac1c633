import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { addShop, type Shop } from '../../../testing/channel-world';
import { addChat, addOutgoing } from '../../../testing/outgoing';
import { closeSmtp, contents, files, filesOnDisk, here, mail, openShop, openSmtp, send } from '../fixtures';
import { startMailIntake, type MailIntake } from './intake';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(async () => {
  await openShop();
  await rm(join(here.world.dataDir, 'uploads'), { recursive: true, force: true });
});

const WITH_FILE = mail(
  ['From: rohit@home.example', 'Message-ID: <part@home.example>', 'Content-Type: multipart/mixed; boundary=b'],
  ['--b', '', 'See my bill', '--b', 'Content-Disposition: attachment; filename=bill.pdf', '', 'PDF', '--b--'].join(
    '\n',
  ),
);

/** Makes the database refuse new mails of this shop with an SQLSTATE while `work` runs. */
async function whileRefusing(shop: Shop, code: string, work: () => Promise<unknown>, text = '%') {
  const { db } = here.world.test;
  const body = sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`);
  await sql`create function refuse() returns trigger language plpgsql as ${body}`.execute(db);
  await sql`
    create trigger refuse before insert on contents for each row
    when (new.merchant_id = ${sql.lit(shop.merchantId)} and new.message like ${sql.lit(text)}
      and new.content_type = 'email') execute function refuse()`.execute(db);
  try {
    await work();
  } finally {
    await sql`drop trigger refuse on contents; drop function refuse()`.execute(db);
  }
}

describe('a mail that comes again after it was taken for some of its mailboxes', () => {
  it.each([
    ['first', (shops: readonly [Shop, Shop]) => shops[0]],
    ['last', (shops: readonly [Shop, Shop]) => shops[1]],
  ])('is in each of them once, with its files, when the %s could not be stored', async (_name, failing) => {
    const shops = [here.shop, await addShop(here.world, 'email')] as const;
    const to = shops.map(({ externalId }) => externalId);
    await whileRefusing(failing(shops), '57P03', async () => {
      expect(await send(WITH_FILE, { to })).toMatchObject({ responseCode: 451 });
    });
    for (let times = 0; times < 2; times += 1) expect((await send(WITH_FILE, { to })).response).toMatch(/^250/);
    for (const shop of shops) expect(await contents(shop)).toHaveLength(1);
    // In each shop the mail as it came, and its file.
    expect(await filesOnDisk()).toHaveLength(4);
    expect(await files()).toHaveLength(1);
  });
});

describe('a mail that the database refuses as it is written', () => {
  it.each([
    ['of a person', []],
    ['of a program that answers us', ['Auto-Submitted: auto-replied']],
  ])('%s shows without its text, and once however often it comes', async (_name, more) => {
    await addOutgoing(here.world, await addChat(here.world, here.shop, 'email'), 'Which size?');
    const answers = `In-Reply-To: ${(await contents())[0]?.external_id ?? ''}`;
    const raw = mail(['From: rohit@home.example', 'Message-ID: <no@home.example>', answers, ...more], 'Refuse me');
    await whileRefusing(
      here.shop,
      '22P05',
      async () => {
        for (let times = 0; times < 2; times += 1) expect((await send(raw)).response).toMatch(/^250/);
      },
      'Refuse me%',
    );
    expect(await contents()).toMatchObject([{ actor: 'merchant' }, { details: { problem: 'not_understood' } }]);
    expect(await filesOnDisk()).toHaveLength(1);
  });
});

describe('a mail whose connection to the database breaks in the commit', () => {
  let intake: MailIntake;
  let isBroken = true;

  beforeEach(() => {
    isBroken = true;
    const { context } = here.world;
    const committed = (merchantId: Shop['merchantId']): void => {
      if (isBroken) throw Object.assign(new Error('The connection is lost.'), { code: 'ECONNRESET' });
      context.live.committed(merchantId);
    };
    const live = Object.create(context.live, { committed: { value: committed } }) as typeof context.live;
    intake = startMailIntake({ ...here.world, context: { ...context, live } });
  });
  afterEach(() => intake.close());

  it('has its files when it was stored, and is stored once when it comes again', async () => {
    const box = { id: here.shop.accountId, merchant_id: here.shop.merchantId, addresses: [here.shop.externalId] };
    const take = async () => {
      const { storage_key: key } = await here.world.uploads.put(Buffer.from(WITH_FILE), { maxBytes: 10_000 });
      const from = { envelopeSender: 'rohit@home.example', client: { address: '127.0.0.1', helo: '' } };
      await intake.take([box], { key, ...from }).catch(() => undefined);
    };
    await take();
    isBroken = false;
    await take();
    const [row] = await contents();
    expect(await contents()).toHaveLength(1);
    const keys = [row?.details.original_key ?? '', ...(await files()).map(({ storage_key }) => storage_key ?? '')];
    expect(await Promise.all(keys.map((key) => here.world.uploads.has(key)))).toEqual([true, true]);
    expect(await filesOnDisk()).toHaveLength(2);
  });
});
