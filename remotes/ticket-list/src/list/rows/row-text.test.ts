import { describe, expect, it } from '@jest/globals';
import type { AgentId, LastMessage } from '@inbox/domain';
import { aTicket, type Overrides } from '@inbox/panel/testing';
import { hoursLeft, rowAuthor, rowText } from './row-text';

const base = aTicket().last_message!;
const ME = 1 as AgentId;
const nameOf = (id: AgentId) => (id === 2 ? 'Dev' : undefined);

describe('the line of a row', () => {
  it.each<[string, Overrides<LastMessage>, string]>([
    ['the customer’s words stand alone', {}, 'My order was to come yesterday.'],
    ['one’s own words are named so', { actor: 'merchant', sent_by: 1, message: 'On its way' }, 'You: On its way'],
    ['a colleague goes by name', { actor: 'merchant', sent_by: 2, message: 'On its way' }, 'Dev: On its way'],
    ['who has gone has no name', { actor: 'merchant', sent_by: 9, message: 'On its way' }, 'On its way'],
    ['what no agent wrote names nobody', { actor: 'merchant', sent_by: null, message: 'Thanks' }, 'Thanks'],
    ['the bot is not taken for a person', { actor: 'merchant', is_bot: true, message: 'Hello' }, 'Bot: Hello'],
    ['a bare attachment says its kind', { attachment: 'voice', message: '' }, 'Voice message'],
    ['a caption follows the kind', { attachment: 'image', message: 'my building' }, 'Photo · my building'],
    [
      'a sent document says both',
      { actor: 'merchant', sent_by: 1, attachment: 'document', message: '' },
      'You: Document',
    ],
    ['an e-mail says its subject', { subject: 'Re: Invoice', message: 'Dear team' }, 'Re: Invoice'],
    ['an e-mail without a subject says its words', { subject: '', message: 'Dear team' }, 'Dear team'],
    ['the words are shown without their markup', { message: '*Where* is _my_ order?' }, 'Where is my order?'],
    ['what was deleted is not shown any more', { deleted: true }, 'This message was deleted by the sender'],
  ])('%s', (_name, change, expected) => {
    const ticket = aTicket({ last_message: { ...base, ...change } });
    expect(rowText(ticket, rowAuthor(ticket, ME, nameOf))).toBe(expected);
  });

  it('leaves the stars of a mail, which has no markup', () => {
    const last_message = { ...base, subject: '', message: '*** Invoice *** for *you*' };
    expect(rowText(aTicket({ last_message, conversation_source: 'email' }), '')).toBe('*** Invoice *** for *you*');
  });

  it('is the subject while nobody has written', () => {
    expect(rowText(aTicket({ last_message: null, subject: 'Call back' }), '')).toBe('Call back');
    expect(rowText(aTicket({ last_message: null, subject: null }), '')).toBe('');
  });
});

describe('the time to a follow-up', () => {
  const hour = 3_600_000;
  it.each([
    ['exactly four hours', 4 * hour, '4h'],
    ['a minute more is told as the next hour', 4 * hour + 60_000, '5h'],
    ['the last minute', 60_000, '1h'],
    ['due now', 0, null],
    ['overdue', -hour, null],
  ])('%s', (_name, until, expected) => {
    expect(hoursLeft(until, 0)).toBe(expected);
  });
});
