import { expect, it } from '@jest/globals';
import type { AgentId } from '@inbox/domain';
import { lastMessageOf } from './last-message';

const message = { content_type: 'message', message_type: 'session', message: 'Hello', details: {}, attachments: [] };
const at = new Date('2026-11-20T10:00:00Z');

it('a row shows as much of a text as it has room for, and cuts no character in two', () => {
  const { message: shown } = lastMessageOf({ actor: 'customer' }, { ...message, message: `a${'🙏'.repeat(300)}` }, at);
  expect(shown).toBe(`a${'🙏'.repeat(199)}`);
});

it('a row names the agent who wrote, and nobody for a customer', () => {
  const agent = 7 as AgentId;
  expect(lastMessageOf({ actor: 'merchant', agent }, message, at)).toMatchObject({ actor: 'merchant', sent_by: 7 });
  expect(lastMessageOf({ actor: 'customer' }, message, at)).toMatchObject({ actor: 'customer', sent_by: null });
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
  expect(lastMessageOf({ actor: 'customer' }, { ...message, ...change }, at)).toMatchObject(expected);
});
