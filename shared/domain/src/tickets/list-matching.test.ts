import { describe, expect, it } from '@jest/globals';
import { NO_FILTERS, type ListFilters } from './filters';
import type { AccountId, AgentId, ConversationId, TicketId } from '../ids';
import { matches } from './list-matching';
import type { Ticket } from './ticket';

const asha = 1 as AgentId;
const dev = 2 as AgentId;

const ticket: Ticket = {
  id: 48207 as TicketId,
  rev: 1,
  conversation_id: 1 as ConversationId,
  conversation_source: 'whatsapp',
  conv_source_acc_id: 1 as AccountId,
  subject: null,
  full_name: 'Rohit Khanna',
  status: 'assigned',
  owner_id: asha,
  priority: 1,
  tags: 'delivery, exchange',
  subscribers: [],
  conversation_read: false,
  unread_count: 2,
  last_message: null,
  received_at: '2026-11-20T10:00:00.000Z',
  replied_at: null,
  session_expiry_at: null,
  follow_up_at: null,
  is_csat_sent: false,
  created_at: '2026-11-20T10:00:00.000Z',
};

const cases: [string, Partial<ListFilters>, Partial<Ticket>, 'yes' | 'no' | 'unknown'][] = [
  ['no filter passes everything', {}, {}, 'yes'],
  ['the status must be the same', { ticket_status: 'assigned' }, {}, 'yes'],
  ['another status is out', { ticket_status: 'open' }, {}, 'no'],
  ['the channel must be the same', { conversation_source: 'whatsapp' }, {}, 'yes'],
  ['another channel is out', { conversation_source: 'email' }, {}, 'no'],
  ['the priority must be the same', { priority_filter: 1 }, {}, 'yes'],
  ['priority None is a filter like the others', { priority_filter: 0 }, {}, 'no'],
  ['unread lets the unread pass', { unread: true }, {}, 'yes'],
  ['unread keeps the read out', { unread: true }, { conversation_read: true }, 'no'],
  ['read keeps the unread out', { unread: false }, {}, 'no'],
  ['read lets the read pass', { unread: false }, { conversation_read: true }, 'yes'],
  ['one of the chosen tags is enough', { tag_filter: ['refund', 'exchange'] }, {}, 'yes'],
  ['a part of a tag is not the tag', { tag_filter: ['change'] }, {}, 'no'],
  ['the owner is among the chosen', { agent_ids: [asha, dev] }, {}, 'yes'],
  ['the owner is not among the chosen', { agent_ids: [dev] }, {}, 'no'],
  ['what nobody owns passes any choice of agents', { agent_ids: [dev] }, { owner_id: null }, 'yes'],
  ['the search is the server’s to answer', { search: 'kurta' }, {}, 'unknown'],
  ['a search goes through every status', { search: 'kurta', ticket_status: 'assigned_to_bot' }, {}, 'unknown'],
  ['the bot’s tickets alone without a search', { ticket_status: 'assigned_to_bot' }, {}, 'no'],
  ['dates are the server’s to answer', { date_filter_start: '2026-11-01' }, {}, 'unknown'],
  ['who began is the server’s to answer', { initiated_by: 'customer' }, {}, 'unknown'],
  ['a rule that fails decides, whatever the search', { search: 'kurta', ticket_status: 'open' }, {}, 'no'],
];

describe('matches', () => {
  it.each(cases)('%s', (_name, filters, change, expected) => {
    expect(matches({ ...NO_FILTERS, ...filters }, { ...ticket, ...change })).toBe(expected);
  });
});
