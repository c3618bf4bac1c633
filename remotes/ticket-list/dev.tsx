import { END_OF_LIST, matches, type Ticket, type TicketId } from '@inbox/domain';
import { aLiveEvent, anAgent, aTicket, runDevPage, type FakePorts, type Overrides } from '@inbox/panel/testing';
import panel from './src/panel';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const customer = {
  actor: 'customer',
  sent_by: null,
  attachment: null,
  is_bot: false,
  delivered: true,
  read: false,
  deleted: false,
} as const;
const says = (message: string, change: Overrides<NonNullable<Ticket['last_message']>> = {}) => ({
  ...customer,
  message,
  created_at: ago(0),
  sent_by: null,
  subject: null,
  ...change,
});

/** One row of each look. */
const looks: Overrides<Ticket>[] = [
  {
    full_name: 'Priya Raghunathan',
    conversation_read: false,
    unread_count: 2,
    tags: 'exchange',
    session_expiry_at: ago(21 * HOUR + 20 * MINUTE),
    last_message: says('Hi, the kurta arrived but the size is wrong, can you exchange it?'),
  },
  {
    priority: 1,
    last_message: says("I've asked the courier to try again today", { actor: 'merchant' }),
  },
  {
    full_name: 'Sneha Nair',
    conversation_source: 'instagram',
    owner_id: null,
    tags: 'pre-sale',
    last_message: says('is this in stock?'),
  },
  {
    full_name: 'Vikram Mehta',
    conversation_source: 'email',
    conversation_read: false,
    unread_count: 1,
    tags: 'invoice',
    last_message: says('Dear team', { subject: 'Re: Invoice for order 10482' }),
  },
  {
    full_name: 'Farah Ali',
    owner_id: 2,
    tags: '',
    session_expiry_at: ago(25 * HOUR),
    last_message: says('', { attachment: 'voice' }),
  },
  {
    full_name: 'Joseph Thomas',
    conversation_source: 'messenger',
    status: 'follow_up',
    tags: '',
    follow_up_at: new Date(Date.now() + 3.5 * HOUR).toISOString(),
    last_message: says('Thanks, got it!'),
  },
  {
    full_name: 'مريم عبد الرحمن الهاشمي',
    conversation_source: 'phone',
    priority: 2,
    tags: 'refund, wholesale, festive offer, second order',
    last_message: says('أين طلبي؟ لقد دفعت منذ أسبوع ولم يصلني أي شيء حتى الآن من فضلكم'),
  },
  {
    full_name: 'लक्ष्मी नारायण श्रीनिवासन त्रिवेदी चट्टोपाध्याय-भट्टाचार्य',
    conversation_read: false,
    last_message: says('क्या यह कुर्ता लाल रंग में भी मिलेगा? கிடைக்குமா'),
    owner_id: 3,
  },
  {
    full_name: 'Maximilian-Alexander Wolfeschlegelsteinhausenbergerdorff the Younger',
    priority: 3,
    tags: 'a-very-long-tag-that-somebody-once-made-for-a-campaign',
    session_expiry_at: ago(25 * HOUR),
    owner_id: 3,
    last_message: says('', { deleted: true }),
  },
];

const STATUSES = ['assigned', 'open', 'unassigned', 'closed'] as const;

const tickets = new Map(
  Array.from({ length: 400 }, (_, index) =>
    aTicket({
      id: 48_213 - index,
      status: STATUSES[index < 2 * looks.length ? 0 : index % STATUSES.length] ?? 'open',
      ...looks[index % looks.length],
      received_at: ago(2 * MINUTE + index * index * 4 * MINUTE),
    }),
  ).map((ticket) => [ticket.id, ticket]),
);
const newestFirst = (a: Ticket, b: Ticket) => Date.parse(b.received_at) - Date.parse(a.received_at) || b.id - a.id;
let seq = 1;

function happen(fake: FakePorts, id: TicketId, to: Partial<Ticket>): void {
  const before = tickets.get(id);
  if (!before) return;
  const after = { ...before, ...to, rev: before.rev + 1 };
  tickets.set(id, after);
  seq += 1;
  fake.emitLive({ ...aLiveEvent({ seq }), tickets: [after] });
}

/** Somebody writes every few seconds. */
function keepTalking(fake: FakePorts): void {
  setInterval(() => {
    const ids = [...tickets.keys()].slice(0, 40);
    const id = ids[Math.floor(Math.random() * ids.length)];
    const before = id === undefined ? undefined : tickets.get(id);
    if (!before) return;
    happen(fake, before.id, {
      received_at: ago(0),
      conversation_read: false,
      unread_count: before.unread_count + 1,
      last_message: aTicket({ last_message: says('Any news?') }).last_message,
    });
  }, 1_500);
}

runDevPage(panel, {
  width: 376,
  tickets: [...tickets.values()].slice(0, 2),
  answers: {
    allAgents: () => [
      anAgent(),
      anAgent({ id: 2, first_name: 'Dev', last_name: '' }),
      anAgent({ id: 3, first_name: 'Venkatanarasimharajuvaripeta', last_name: 'Subramaniam' }),
    ],
    customerInfo: ({ query: { phone } }) =>
      phone === '9876543210'
        ? { phone, email: 'priya@mail.example', first_name: 'Priya', last_name: 'Raghunathan' }
        : { phone: null, email: null, first_name: null, last_name: null },
    createPhoneTicket: ({ body: { subject } }) => {
      const ticket = aTicket({
        id: Math.max(...tickets.keys()) + 1,
        conversation_source: 'phone',
        subject,
        last_message: null,
      });
      tickets.set(ticket.id, ticket);
      return { ticket };
    },
    ticketTags: () => ['exchange', 'invoice', 'pre-sale', 'refund'].map((tag) => ({ tag })),
    ticketCounter: () => {
      const counts: Record<string, number> = {};
      for (const { status, conversation_source: source } of tickets.values()) {
        for (const key of [status, 'all', `${source}:${status}`, `${source}:all`]) counts[key] = (counts[key] ?? 0) + 1;
      }
      return counts;
    },
    ticketList: ({ body: { filters, page_size, fetch_since } }) => {
      const rows = [...tickets.values()].filter((ticket) => matches(filters, ticket) === 'yes').sort(newestFirst);
      const from = Number(fetch_since ?? 0);
      const end = from + page_size;
      return { tickets: rows.slice(from, end), oldest_timestamp: end < rows.length ? String(end) : END_OF_LIST, seq };
    },
  },
  prepare: keepTalking,
});
