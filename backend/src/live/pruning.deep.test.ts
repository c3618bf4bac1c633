import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addMerchant } from '../testing/rows';
import { KEPT_EVENTS, pruneEvents } from './live-events';
import { change } from '../platform/db/unit-of-work';
import { startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;

beforeAll(async () => {
  inbox = await startTestInbox();
});

afterAll(() => inbox.close());

it('pruning keeps the newest 10,000 events, and never leaves a hole', async () => {
  const shop = await addMerchant(inbox.db);
  const kept = async () => {
    const left = await inbox.db.selectFrom('live_events').select('seq').where('merchant_id', '=', shop).execute();
    return left.map(({ seq }) => seq).sort((a, b) => a - b);
  };
  for (let n = 0; n < 5; n += 1) {
    await change(inbox.context, { merchantId: shop, by: null }, async ({ publish }) => publish('tickets.tickets', {}));
  }
  await pruneEvents(inbox.db, new Date());
  expect(await kept()).toEqual([1, 2, 3, 4, 5]);

  await inbox.db
    .updateTable('merchants')
    .set({ live_seq: KEPT_EVENTS + 4 })
    .where('id', '=', shop)
    .execute();
  await pruneEvents(inbox.db, new Date());
  expect(await kept()).toEqual([5]);
});
