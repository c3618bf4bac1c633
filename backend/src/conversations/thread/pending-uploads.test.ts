import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { newKey } from '../../platform/files/uploads';
import { addAgent, addMerchant } from '../../testing/rows';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { createUpload, forgetUnsentUploads } from './pending-uploads';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test?.drop());

async function upload(merchantId: MerchantId): Promise<string> {
  const { storage_key } = await createUpload(test.db, {
    merchant_id: merchantId,
    agent_id: await addAgent(test.db, merchantId),
    ticket_id: null,
    storage_key: newKey(),
    kind: 'document',
    filename: 'bill.pdf',
    content_type: 'application/pdf',
    size: 3,
  });
  return storage_key;
}

it('unsent uploads are forgotten, except those of a merchant that another cell serves', async () => {
  const [here, elsewhere] = [await addMerchant(test.db), await addMerchant(test.db)];
  const [ours, theirs] = [await upload(here), await upload(elsewhere)];
  // A move copies uploads long before the merchant and its scheduled mails.
  const client = await test.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    await client.query('delete from merchants where id = $1', [elsewhere]);
    await client.query("set session_replication_role = 'origin'");
  } finally {
    client.release();
  }
  expect(await forgetUnsentUploads(test.db, new Date(Date.now() + 60_000))).toEqual([ours]);
  const left = await test.db.selectFrom('uploads').select('storage_key').execute();
  expect(left).toEqual([{ storage_key: theirs }]);
});
