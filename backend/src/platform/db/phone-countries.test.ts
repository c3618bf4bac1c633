import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { MerchantId } from '@inbox/domain';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { addConversation, addMerchant } from '../../testing/rows';
import { phoneCountriesMigration } from './migrations/072_phone_countries';

let test: TestDatabase;
let shop: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  shop = await addMerchant(test.db);
});
afterAll(() => test.drop());

it('numbers that were stored before countries were known are read as what they were', async () => {
  const { db } = test;
  // WhatsApp's id without a plus; one that an agent typed; one as a provider wrote it; a caller of another country.
  await addConversation(db, shop, 'whatsapp', { phone: '6581234567' });
  await addConversation(db, shop, 'phone', { phone: '6581234568' });
  await addConversation(db, shop, 'phone', { phone: '098-7654 3210' });
  const line = await addConversation(db, shop, 'phone', { phone: '+4512345678' });
  const digits = { contact: '4512345678' };
  await db.updateTable('conversations').set(digits).where('id', '=', line.conversationId).execute();

  const undone = new Error('undone');
  let found: unknown;
  const migrating = db.transaction().execute(async (tx) => {
    await sql`alter table merchants drop column country cascade`.execute(tx);
    await sql`alter table shop_records drop column phone_numbers`.execute(tx);
    await phoneCountriesMigration.up(tx);
    found = [
      (await tx.selectFrom('customers').select('phone').where('merchant_id', '=', shop).orderBy('id').execute()).map(
        ({ phone }) => phone,
      ),
      (await tx.selectFrom('conversations').select('contact').where('merchant_id', '=', shop).orderBy('id').execute())
        .map(({ contact }) => contact)
        .at(-1),
    ];
    // What follows it in one transaction can change the table.
    await sql`alter table customers add column shelf int`.execute(tx);
    throw undone;
  });
  await expect(migrating).rejects.toBe(undone);
  expect(found).toEqual([['+6581234567', '6581234568', '09876543210', '+4512345678'], '+4512345678']);
});
