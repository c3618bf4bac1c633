import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantId, PhoneNumber } from '@inbox/domain';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addConversation, addMerchant } from '../testing/rows';
import type { ShopRecord } from './shop-record';
import { forgetShopRecords, storeRecords } from './shop-records';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const connect = (merchant_id: MerchantId) =>
  test.db
    .insertInto('shops')
    .values({
      merchant_id,
      domain: `${merchant_id}.shop.example`,
      url: 'http://127.0.0.1:2',
      credentials: Buffer.alloc(0),
    })
    .execute();

const OLD = new Date('2026-01-01T00:00:00Z');
const NEW = new Date('2026-11-01T00:00:00Z');
const LIMIT = new Date('2026-06-01T00:00:00Z');

it('what is old and of nobody in the inbox is forgotten; what is newer, or of somebody, stays', async () => {
  const { db } = test;
  const [shop, other] = [await addMerchant(db), await addMerchant(db)];
  for (const id of [shop, other]) await connect(id);
  await addConversation(db, shop, 'email', { email: 'Priya@Mail.example' });
  await addConversation(db, shop, 'whatsapp', { phone: '919876543210' });
  const nobody = { emails: [], phones: [] };
  const record = (external_id: string, changed: Partial<ShopRecord>) =>
    ({
      ...{
        kind: 'order',
        external_id,
        updated_at: OLD,
        made_at: OLD,
        contacts: nobody,
        shop_customer_id: null,
        details: {},
      },
      ...changed,
    }) as ShopRecord;
  await storeRecords(db, shop, [
    record('1', {}),
    record('2', { updated_at: NEW }),
    record('3', { contacts: { emails: ['priya@mail.example'], phones: [] } }),
    record('4', { contacts: { emails: [], phones: ['+919876543210' as PhoneNumber] } }),
    record('5', { kind: 'customer', contacts: { emails: ['priya@mail.example'], phones: [] } }),
    record('6', { kind: 'checkout', shop_customer_id: '5' }),
    record('7', { kind: 'customer', contacts: { emails: ['stranger@mail.example'], phones: [] } }),
    record('8', { shop_customer_id: '7' }),
  ]);
  // A customer of another merchant's inbox is nobody here.
  await storeRecords(db, other, [record('9', { contacts: { emails: ['priya@mail.example'], phones: [] } })]);
  expect(await forgetShopRecords(db, LIMIT)).toBe(4);
  const left = await db.selectFrom('shop_records').select('external_id').orderBy('external_id').execute();
  expect(left.map(({ external_id }) => external_id)).toEqual(['2', '3', '4', '5', '6']);
});

it('however many there are', async () => {
  const { db } = test;
  const shop = await addMerchant(db);
  await connect(shop);
  const of = {
    kind: 'order' as const,
    updated_at: OLD,
    made_at: OLD,
    contacts: { emails: [], phones: [] },
    shop_customer_id: null,
  };
  const many = Array.from({ length: 1_001 }, (_, n) => ({ ...of, external_id: `${n}`, details: {} as never }));
  await storeRecords(db, shop, many);
  expect(await forgetShopRecords(db, LIMIT)).toBe(1_001);
});
