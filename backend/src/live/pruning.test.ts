import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addMerchant } from '../testing/rows';
import { KEPT_EVENTS, pruneEvents } from './live-events';
import { change } from '../db/unit-of-work';
import { startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;

beforeAll(async () => {
  inbox = await startTestInbox();
});

afterAll(() => inbox.close());

it('pruning keeps the newest events of a day, and never leaves a hole', async () => {
  const shop = await addMerchant(inbox.db);
  const kept = async () => {
    const left = await inbox.db.selectFrom('live_events').select('seq').where('merchant_id', '=', shop).execute();
    return left.map(({ seq }) => seq).sort((a, b) => a - b);
  };
  for (let n = 0; n < 5; n += 1) {
    await change(inbox.context, { merchantId: shop, by: null }, async ({ publish }) => publish('tickets.tickets', {}));
  }
  const old = new Date(Date.now() - 25 * 3_600_000);
  await inbox.db.updateTable('live_events').set({ created_at: old }).where('seq', 'in', [1, 3]).execute();
  await pruneEvents(inbox.db, new Date());
  expect(await kept()).toEqual([4, 5]);

  await inbox.db
    .updateTable('merchants')
    .set({ live_seq: KEPT_EVENTS + 4 })
    .where('id', '=', shop)
    .execute();
  await pruneEvents(inbox.db, new Date());
  expect(await kept()).toEqual([5]);
});
