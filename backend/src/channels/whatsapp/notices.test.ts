import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays } from 'date-fns/addDays';
import { deleteOldNotices, listNotices } from '../../conversations/dead-letters/channel-notices';
import {
  change,
  closeWebhook,
  contents,
  deadLettersHere,
  deliver,
  delivery,
  here,
  openShop,
  openWebhook,
  SENDER,
} from '../meta/fixtures';

beforeAll(() => openWebhook());
afterAll(closeWebhook);

const BUSINESS = '10293847560';
beforeEach(async () => {
  await openShop();
  await here.world.test.db
    .updateTable('accounts')
    .set({ business_id: BUSINESS })
    .where('merchant_id', '=', here.shop.merchantId)
    .execute();
});

const tell = (field: string, value: object) =>
  deliver({ object: 'whatsapp_business_account', entry: [{ id: BUSINESS, time: 1, changes: [{ field, value }] }] });
const notices = async () =>
  (await listNotices(here.world.test.db, here.shop.merchantId, new Date(Date.now() + 60_000))).map(
    ({ is_grave, words, times }) => ({ is_grave, words, times }),
  );

describe('store admins read', () => {
  it.each<[string, object, boolean, string]>([
    [
      'message_template_status_update',
      {
        event: 'REJECTED',
        message_template_id: 12,
        message_template_name: 'order_update',
        message_template_language: 'en_US',
        reason: 'INVALID_FORMAT',
      },
      true,
      'A template has another status\nEvent: Rejected\nMessage template name: order_update\nMessage template language: en_US\nReason: Invalid format',
    ],
    [
      'message_template_quality_update',
      { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW', message_template_name: 'order_update' },
      true,
      'The quality of a template has changed\nPrevious quality score: Green\nNew quality score: Yellow\nMessage template name: order_update',
    ],
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_768_435_200 }],
      },
      true,
      'The WhatsApp account has changed\nEvent: Account restriction\nRestriction info:\n• Restriction type: Restricted biz initiated messaging, Expiration: 15 Jan 2026',
    ],
    ['account_review_update', { decision: 'APPROVED' }, false, 'The WhatsApp account was reviewed\nDecision: Approved'],
    [
      'phone_number_quality_update',
      { display_phone_number: '919800000001', event: 'DOWNGRADE', current_limit: 'TIER_1K' },
      true,
      'The quality or the limit of the phone number has changed\nDisplay phone number: 919800000001\nEvent: Downgrade\nCurrent limit: Tier 1k',
    ],
  ])('of a change of %s', async (field, value, is_grave, words) => {
    expect(await tell(field, value)).toBe(200);
    expect(await notices()).toEqual([{ is_grave, words, times: 1 }]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('of each thing once, as it is now, and not of a delivery that comes again', async () => {
    const one = { display_phone_number: '1', event: 'FLAGGED' };
    await tell('phone_number_quality_update', one);
    await tell('phone_number_quality_update', one);
    await tell('phone_number_quality_update', { display_phone_number: '2', event: 'FLAGGED' });
    await tell('phone_number_quality_update', { ...one, event: 'UNFLAGGED' });
    expect(await notices()).toMatchObject([
      { is_grave: false, times: 2, words: expect.stringContaining('Unflagged') },
      { is_grave: true, times: 1 },
    ]);
  });

  it('of what became of a payment', async () => {
    const payment = {
      reference_id: 'order-1042',
      amount: { value: 129_900, offset: 100 },
      currency: 'INR',
      transaction: { id: 't', status: 'success' },
    };
    const status = { id: 'wamid.pay', type: 'payment', status: 'captured', recipient_id: SENDER, payment };
    await deliver(delivery(change({ statuses: [status] })));
    expect(await notices()).toEqual([{ is_grave: false, words: 'Payment order-1042: captured, ₹1,299.00', times: 1 }]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('for thirty days', async () => {
    await tell('account_review_update', { decision: 'APPROVED' });
    const { db } = here.world.test;
    const ofShop = db.selectFrom('channel_notices').where('merchant_id', '=', here.shop.merchantId);
    const stored = () => ofShop.select('id').execute();
    await deleteOldNotices(db, addDays(new Date(), 29));
    expect(await stored()).toHaveLength(1);
    await deleteOldNotices(db, addDays(new Date(), 31));
    expect(await stored()).toEqual([]);
  });

  it('once, of a business with several numbers', async () => {
    await tell('account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } });
    expect(await notices()).toMatchObject([{ is_grave: true, times: 1 }]);
    expect(await contents()).toEqual([]);
  });
});

describe('a field that nothing here reads', () => {
  it('is one line of its kind, however many come', async () => {
    for (const at of [1, 2, 2, 3]) await tell('hologram_update', { at });
    await tell('teleport_update', { at: 1 });
    const kept = await deadLettersHere();
    expect(kept.map(({ reason, times }) => [reason, times])).toEqual([
      ["A change of 'hologram_update' is not taken in here.", 3],
      ["A change of 'teleport_update' is not taken in here.", 1],
    ]);
    expect(kept[0]?.body.toString()).toContain('"at":3');
  });

  it('is so too where it names a number of the shop', async () => {
    for (const at of [1, 2]) await deliver(delivery({ ...change({ at }), field: 'hologram_update' }));
    expect(await deadLettersHere()).toMatchObject([{ times: 2 }]);
  });
});
