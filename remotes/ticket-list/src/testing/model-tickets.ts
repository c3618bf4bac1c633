import { TICKET_STATUSES, type AgentId, type LiveEventType, type Ticket } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';

export const ME = 1 as AgentId;
export const OTHER = 2 as AgentId;
export const START = Date.UTC(2026, 10, 20, 10);
const HOUR = 3_600_000;
export const SOURCES = ['whatsapp', 'email', 'instagram'] as const;
const TAGS = ['', 'refund', 'refund, delivery'];
export const NAMES = ['Priya', 'Rohit'] as const;
const OWNERS = [ME, OTHER, null];
/** Tickets there are at first: more than three pages. */
export const TICKETS = 90;

export function pick<T>(from: readonly T[], by: number): T {
  const item = from[by % from.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
const iso = (time: number) => new Date(time).toISOString();

/** Tickets of every look, the same for every run; equal times are common. */
export const made = (number: number, at: number): Ticket =>
  aTicket({
    id: number,
    rev: 0,
    full_name: pick(NAMES, number),
    status: pick(TICKET_STATUSES, number * 7),
    conversation_source: pick(SOURCES, number * 5),
    owner_id: pick(OWNERS, number),
    priority: pick([0, 0, 1], number),
    tags: pick(TAGS, number),
    conversation_read: number % 2 === 0,
    received_at: iso(at - Math.floor(number / 2) * HOUR),
    replied_at: number % 3 === 0 ? null : iso(at - number * HOUR),
    session_expiry_at: number % 4 === 0 ? null : iso(at - ((number * 5) % 60) * HOUR - HOUR / 2),
  });
export const AT_FIRST = Array.from({ length: TICKETS }, (_, index) => made(index + 1, START));

const said = (ticket: Ticket, change: Partial<NonNullable<Ticket['last_message']>>): Partial<Ticket> =>
  ticket.last_message === null ? {} : { last_message: { ...ticket.last_message, ...change } };

export const written = (ticket: Ticket): Partial<Ticket> => ({
  received_at: iso(Date.now()),
  session_expiry_at: iso(Date.now()),
  conversation_read: false,
  unread_count: ticket.unread_count + 1,
});

/** What each event does to a ticket; `by` chooses among what it may do. */
export const EFFECTS: Record<LiveEventType, (ticket: Ticket, by: number) => Partial<Ticket>> = {
  'tickets.tickets': (_, by) => ({ status: pick(TICKET_STATUSES, by), owner_id: pick(OWNERS, by) }),
  'tickets.ownership_transferred_to_me': () => ({ owner_id: ME, status: 'assigned' }),
  'tickets.ownership_transferred': () => ({ owner_id: OTHER, status: 'assigned' }),
  'tickets.status_updated': (_, by) => ({ status: pick(TICKET_STATUSES, by) }),
  'tickets.priority_updated': (_, by) => ({ priority: pick([0, 1, 2], by) }),
  'tickets.tags_added': (_, by) => ({ tags: pick(TAGS, by) }),
  'tickets.tags_removed': () => ({ tags: '' }),
  'tickets.subscriber_added': () => ({ subscribers: [ME] }),
  'tickets.subscriber_removed': () => ({ subscribers: [] }),
  'tickets.ticket_content_v2': (_, by) => ({ conversation_read: by % 2 === 0, unread_count: by % 2 }),
  'conversations.new_message': written,
  'conversations.conversation_initiated': () => ({ replied_at: iso(Date.now()) }),
  'conversations.message_sent': () => ({ replied_at: iso(Date.now()), conversation_read: true, unread_count: 0 }),
  'conversations.message_failed': (ticket) => said(ticket, { delivered: false }),
  'conversations.message_delivered': (ticket) => said(ticket, { delivered: true }),
  'conversations.message_read': (ticket) => said(ticket, { read: true }),
  'conversations.message_deleted': (ticket) => said(ticket, { deleted: true, message: '' }),
  'conversations.new_comment': written,
  'conversations.comment_created': (ticket) => said(ticket, { message: 'Thank you!', actor: 'merchant' }),
  'conversations.comment_deleted': (ticket) => said(ticket, { deleted: true, message: '' }),
  'tickets.note_added': () => ({}),
};
