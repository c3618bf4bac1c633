import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  change,
  closeWebhook,
  contents,
  deadLettersHere,
  deliver,
  delivery,
  here,
  message,
  openShop,
  openWebhook,
  SENDER,
} from '../meta/fixtures';

beforeAll(() => openWebhook());
afterAll(closeWebhook);
beforeEach(openShop);

/** A delivery of a field that holds no messages. */
const field = (name: string, value: object): object => delivery({ ...change(value), field: name });

describe('what the phone app had before it was connected', () => {
  it.each([
    [
      'history',
      { history: [{ threads: [{ id: SENDER, messages: [message({ type: 'text', text: { body: 'Old' } })] }] }] },
    ],
    ['history', { history: [{ errors: [{ code: 2593109, title: 'History is not shared' }] }] }],
    ['smb_app_state_sync', { state_sync: [{ type: 'contact', contact: { full_name: 'Esha', phone_number: SENDER } }] }],
  ])('%s makes no ticket, and no failure', async (name, value) => {
    expect(await deliver(field(name, value))).toBe(200);
    expect([await contents(), await deadLettersHere()]).toEqual([[], []]);
  });
});

describe('a call on WhatsApp', () => {
  const call = (more: object): object => ({
    id: `wacid.${here.shop.externalId}`,
    from: SENDER,
    to: '91',
    timestamp: '1795933455',
    ...more,
  });

  it('is one line of the thread, from its beginning to its end', async () => {
    const connect = call({ event: 'connect', direction: 'USER_INITIATED' });
    const terminate = call({ event: 'terminate', direction: 'USER_INITIATED', status: 'COMPLETED', duration: 42 });
    for (const each of [connect, terminate]) expect(await deliver(field('calls', { calls: [each] }))).toBe(200);
    expect(await contents()).toMatchObject([{ actor: 'customer', message: 'Called on WhatsApp' }]);
    expect(await deadLettersHere()).toEqual([]);
  });
});

describe('an error beside a message', () => {
  const errors = [
    { code: 131000, title: 'Something went wrong', error_data: { details: 'Unsupported webhook payload' } },
  ];

  it('shows in Meta’s words where the message says nothing', async () => {
    await deliver(delivery(change({ messages: [message({ type: 'interactive' })], errors })));
    expect(await contents()).toMatchObject([
      {
        message: 'A message that WhatsApp does not hand out\nUnsupported webhook payload',
        message_type: 'unsupported',
      },
    ]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('hides nothing of a message that is understood', async () => {
    await deliver(delivery(change({ messages: [message({ type: 'text', text: { body: 'Hello' } })], errors })));
    expect(await contents()).toMatchObject([{ message: 'Hello' }]);
  });

  it('is kept for the operator where it is about none, or one of several', async () => {
    await deliver(delivery(change({ errors })));
    expect(await deadLettersHere()).toMatchObject([{ reason: 'Meta reports an error.' }]);
  });
});
