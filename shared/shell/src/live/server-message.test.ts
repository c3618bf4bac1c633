import { describe, expect, it } from '@jest/globals';
import { aLiveEvent, aMessage } from '@inbox/panel/testing';
import { readServerMessage } from './server-message';

const sending = aMessage({ actor: 'merchant', send_status: 'sending' });
const read = (event: object) => readServerMessage(JSON.stringify(event)).message;

describe('an event with error_on_type', () => {
  it('message_sent counts as a failed send of what is still on its way', () => {
    const event = aLiveEvent({ type: 'conversations.message_failed', items: [sending] });
    expect(read({ ...event, error_on_type: 'message_sent' })).toMatchObject({
      event: { items: [{ send_status: 'not_sent' }] },
    });
  });

  it.each(['comment_deleted', undefined])('%s says nothing of a send', (error_on_type) => {
    const event = aLiveEvent({ type: 'conversations.message_failed', items: [sending] });
    expect(read({ ...event, error_on_type })).toMatchObject({ event: { items: [{ send_status: 'sending' }] } });
  });
});
