import { expect, it } from '@jest/globals';
import { lastMessageOf } from './last-message';

const message = { content_type: 'message', message_type: 'session', message: 'Hello', details: {}, attachments: [] };
const at = new Date('2026-11-20T10:00:00Z');

it('a row shows as much of a text as it has room for, and cuts no character in two', () => {
  const { message: shown } = lastMessageOf('customer', { ...message, message: `a${'🙏'.repeat(300)}` }, at);
  expect(shown).toBe(`a${'🙏'.repeat(199)}`);
});

it.each([
  ['a photo', { content_type: 'image', attachments: [{ kind: 'image' as const }] }, { attachment: 'image' }],
  [
    'a mail by its subject, not by what is attached',
    { content_type: 'email', details: { subject: 'Invoice' }, attachments: [{ kind: 'document' as const }] },
    { subject: 'Invoice', attachment: null },
  ],
  ['what the bot wrote as the bot’s', { message_type: 'session_outbound_bot' }, { is_bot: true }],
])('a row shows %s', (_, change, expected) => {
  expect(lastMessageOf('customer', { ...message, ...change }, at)).toMatchObject(expected);
});
