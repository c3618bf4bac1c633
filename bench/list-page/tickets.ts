import { END_OF_LIST, type LiveEventType } from '@inbox/domain';

const MINUTE = 60_000;
const NAMES = ['Priya Raghunathan', 'Rohit Khanna', 'Sneha Nair', 'Vikram Mehta', 'लक्ष्मी नारायण'];
const TAGS = ['delivery', 'refund, exchange', '', 'invoice'];
const SOURCES = ['whatsapp', 'instagram', 'email', 'messenger'];
/** Rows in an answer: more than are asked for, so that very long lists are there soon. */
const PAGE = 500;

const pick = (from: readonly string[], by: number) => from[by % from.length] ?? '';
const iso = (time: number) => new Date(time).toISOString();

/** What happens to a listed ticket, in turns: most of it is that somebody writes. */
const TURNS: readonly LiveEventType[] = [
  'conversations.new_message',
  'conversations.message_delivered',
  'conversations.new_message',
  'tickets.priority_updated',
  'conversations.message_read',
  'tickets.tags_added',
];

/** A server's tickets that are made when asked for and kept nowhere, so that the page's memory is the list's. */
export function makeTickets(count: number, begun: number) {
  const revs = new Int32Array(count);
  let seq = 1;

  const ticket = (index: number, receivedAt: number) => ({
    id: count - index,
    rev: revs[index],
    conversation_id: 1_000_000 + index,
    conversation_source: pick(SOURCES, index),
    conv_source_acc_id: 1,
    subject: null,
    full_name: `${pick(NAMES, index)} ${index}`,
    status: 'assigned',
    owner_id: 1,
    priority: index % 20 === 0 ? 1 : 0,
    tags: pick(TAGS, index),
    subscribers: [],
    conversation_read: index % 3 !== 0,
    unread_count: index % 3 === 0 ? 2 : 0,
    last_message: {
      actor: 'customer',
      sent_by: null,
      message: `Where is my order ${index}? It should have come on Monday, and nobody answers.`,
      attachment: null,
      is_bot: false,
      delivered: true,
      read: false,
      deleted: false,
      created_at: iso(receivedAt),
      subject: null,
    },
    received_at: iso(receivedAt),
    replied_at: iso(receivedAt - MINUTE),
    session_expiry_at: iso(receivedAt),
    follow_up_at: null,
    is_csat_sent: false,
    created_at: iso(begun - 2 * MINUTE * index),
  });

  return {
    page(marker: string | null) {
      const from = Number(marker ?? 0);
      const end = Math.min(from + PAGE, count);
      const tickets = [];
      for (let index = from; index < end; index += 1) tickets.push(ticket(index, begun - MINUTE * index));
      return { tickets, oldest_timestamp: end < count ? String(end) : END_OF_LIST, seq };
    },
    /** The next event as the socket brings it. */
    event(): string {
      seq += 1;
      const index = (seq * 7919) % count;
      revs[index] = (revs[index] ?? 0) + 1;
      const type = TURNS[seq % TURNS.length];
      const at = begun + seq;
      const isWritten = type === 'conversations.new_message';
      const state = ticket(index, isWritten ? at : begun - MINUTE * index);
      return JSON.stringify({ type, seq, at: iso(at), by: null, tickets: [state], items: [] });
    },
  };
}
