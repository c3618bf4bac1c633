import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sendJson, until } from '../../testing/fake-graph';
import { findTicket } from '../../tickets/lifecycle/ticket-rows';
import { reportDelivery } from '../delivery/report-delivery';
import { setStatus } from '../../tickets/lifecycle/set-status';
import { begin, endTest, events, here, openWorld, sent, settled } from '../../testing/social-outbox';

beforeAll(openWorld);
afterAll(() => here.world.end());
beforeEach(async () => {
  await begin('whatsapp');
  const merchants = here.world.test.db.updateTable('merchants').where('id', '=', here.shop.merchantId);
  await merchants.set({ csat_enabled: true }).execute();
});
afterEach(endTest);

/** The survey waits as long as the close can be taken back; here that time is over at once. */
async function closeAndAsk() {
  const answer = await setStatus(here.world.context, here.me, { ticket_ids: [here.ticket] }, 'closed', {
    sendCsat: true,
  });
  await here.world.test.db
    .updateTable('outbox')
    .set({ next_at: new Date(0) })
    .where('merchant_id', '=', here.shop.merchantId)
    .where('state', '=', 'waiting')
    .execute();
  here.outbox.wake();
  return answer;
}
const isSent = async () => (await findTicket(here.world.test.db, here.shop.merchantId, here.ticket))?.is_csat_sent;

describe('a satisfaction survey', () => {
  it('that the channel refuses counts as not sent, which the agents are told, and may be sent again', async () => {
    const { answer } = here.graph;
    here.graph.answer = (_call, response) => sendJson(response, 400, { error: { code: 131026, message: 'No' } });
    expect(await closeAndAsk()).toMatchObject({ tickets: [{ is_csat_sent: true }], failed: [] });
    await until(async () => (await isSent()) === false);
    expect(await sent()).toMatchObject([{ send_status: 'not_sent' }]);
    expect(await events()).toContain('conversations.message_failed');

    here.graph.answer = answer;
    expect(await closeAndAsk()).toMatchObject({ tickets: [{ is_csat_sent: true }], failed: [] });
    await settled();
    expect((await sent()).map(({ send_status }) => send_status)).toEqual(['not_sent', 'sent']);
    expect(await isSent()).toBe(true);
  });

  it.each([
    ['failed', ['failed'], false],
    ['failed, and delivered after all', ['failed', 'delivered'], true],
    ['delivered, with a failure that comes late', ['delivered', 'failed'], true],
  ] as const)('that is reported %s', async (_, statuses, counts) => {
    await closeAndAsk();
    await settled();
    const [survey] = await sent();
    const of = { merchantId: here.shop.merchantId, accountId: here.shop.accountId, contentId: null, error: null };
    for (const status of statuses) {
      await reportDelivery(here.world.context, { ...of, externalId: survey?.external_id ?? '', status });
    }
    expect(await isSent()).toBe(counts);
  });
});
