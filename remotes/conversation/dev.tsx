import { ApiError } from '@inbox/api';
import { CONTENT_PAGE_SIZE, END_OF_LIST, type ContentItem, type Ticket } from '@inbox/domain';
import { afterFollowUp, withoutTags, withTags } from '@inbox/domain/conversation';
import {
  aLog,
  aMessage,
  anAgent,
  anAttachment,
  anEmail,
  aTicket,
  runDevPage,
  type Answers,
} from '@inbox/panel/testing';
import panel from './src/panel';

/** The panel on a page of its own: `pnpm dev conversation`. */
const MINUTE = 60_000;
const start = Date.now();
const ago = (minutes: number) => new Date(start - minutes * MINUTE).toISOString();

const whatsapp = aTicket({ session_expiry_at: ago(24 * 60 - 160), conversation_read: false, unread_count: 2 });
const email = aTicket({ id: 48188, full_name: 'Vikram Mehta', conversation_source: 'email' });
const expired = aTicket({ id: 48170, full_name: 'Farah Ali', session_expiry_at: ago(3000) });
const unassigned = aTicket({
  id: 48213,
  full_name: 'प्रिया रघुनाथन वेंकटरमण सुब्रमण्यम',
  status: 'unassigned',
  owner_id: null,
  session_expiry_at: ago(60),
});
const tickets = [whatsapp, email, expired, unassigned];

const asha = { id: 1, first_name: 'Asha', last_name: 'Menon' };
const of = (ticket: Ticket) => ({ ticket_id: ticket.id, conversation_id: ticket.conversation_id });
const own = { actor: 'merchant', message_sent_by: asha } as const;

const long = Array.from({ length: 120 }, (_, n) =>
  aMessage({
    ...of(whatsapp),
    id: n + 1,
    created_at: ago(3000 - n * 3),
    message: `Message ${n + 1}. ${'It was to come last week, they say. '.repeat(n % 5)}`,
    ...(n % 3 === 0 && { ...own, delivered: true, read: true }),
  }),
);

const rohit: ContentItem[] = [
  ...long,
  aLog({ ...of(whatsapp), id: 200, created_at: ago(30) }),
  aMessage({
    ...of(whatsapp),
    id: 201,
    created_at: ago(28),
    message: 'My order was to come yesterday. The tracking says *“address not found”* but the address is right.',
  }),
  aMessage({
    ...of(whatsapp),
    id: 202,
    content_type: 'image',
    created_at: ago(27),
    message: 'This is my building, next to the temple.',
    attachments: [anAttachment()],
  }),
  aMessage({
    ...of(whatsapp),
    ...own,
    id: 203,
    created_at: ago(25),
    delivered: true,
    read: true,
    message: "Thanks Rohit, that helps. I've asked the courier to try again today and call you first.",
    parent: { id: 202, actor: 'customer', message: 'This is my building, next to the temple.', attachment: 'image' },
  }),
  aMessage({
    ...of(whatsapp),
    ...own,
    id: 204,
    created_at: ago(25),
    delivered: true,
    message: 'Tracking: https://delhivery.example/10482',
  }),
  aMessage({
    ...of(whatsapp),
    id: 205,
    content_type: 'document',
    created_at: ago(20),
    message: '',
    attachments: [
      anAttachment({ id: 2, kind: 'document', filename: 'invoice-10482.pdf', content_type: 'application/pdf' }),
    ],
  }),
  aMessage({
    ...of(whatsapp),
    id: 206,
    content_type: 'voice',
    created_at: ago(19),
    message: '',
    attachments: [anAttachment({ id: 3, kind: 'voice', filename: 'voice.ogg', content_type: 'audio/ogg' })],
  }),
  aMessage({ ...of(whatsapp), id: 207, created_at: ago(18), deleted: true, message: '' }),
  aMessage({ ...of(whatsapp), id: 208, created_at: ago(17), message_type: 'unsupported', message: '' }),
  aMessage({
    ...of(whatsapp),
    ...own,
    id: 209,
    created_at: ago(16),
    message: 'Did the courier call?',
    temp_id: '00000000-0000-4000-8000-000000000209',
    send_status: 'not_sent',
    error_message: 'Message undeliverable: the number is not on WhatsApp.',
  }),
  aMessage({ ...of(whatsapp), ...own, id: 210, created_at: ago(15), message: 'And now?', send_status: 'unknown' }),
  aMessage({ ...of(whatsapp), ...own, id: 211, created_at: ago(14), message: 'We are on it.' }),
];

const html = `<style>td { padding: 8px; border: 1px solid #ccc }</style><h2>Order 10482</h2><table><tr><td>Kurta</td>
  <td>₹3,499.00</td></tr></table><p onclick="alert(1)">Please <a href="https://shop.example/10482">see it</a>.</p>
  <script>alert(1)</script><img src="https://tracker.example/pixel.gif" width="300" height="80">`;
const vikram: ContentItem[] = [
  anEmail({ ...of(email), id: 301, created_at: ago(100), html, cc: [{ email: 'accounts@mail.example', name: '' }] }),
  anEmail({
    ...of(email),
    ...own,
    id: 302,
    created_at: ago(60),
    html: null,
    message: 'Here it is.\n\nAsha',
    subject: 'Re: Invoice',
  }),
];

const threads = new Map<number, ContentItem[]>([
  [whatsapp.id, rohit],
  [email.id, vikram],
  [expired.id, [aMessage({ ...of(expired), id: 401, created_at: ago(3000) })]],
  [unassigned.id, [aMessage({ ...of(unassigned), id: 501, created_at: ago(50), message: 'नमस्ते, मेरा ऑर्डर कहाँ है?' })]],
]);
const states = new Map(tickets.map((ticket) => [ticket.id, ticket]));

function change(id: number, changes: Partial<Ticket>): Ticket {
  const ticket = [...states.values()].find((one) => one.id === id);
  if (!ticket) throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
  const changed = { ...ticket, ...changes, rev: ticket.rev + 1 };
  states.set(ticket.id, changed);
  return changed;
}

const tagsOf = (id: number) => [...states.values()].find((one) => one.id === id)?.tags ?? '';

let nextId = 1000;
const answers: Answers = {
  allAgents: () =>
    [
      'Asha Menon',
      'Dev Patel',
      'Meera Iyer',
      'Kabir Shah',
      'Nisha Rao',
      'Arjun Das',
      'Zoya Khan',
      'Ravi Nair',
      'Tara Bose',
    ].map((name, index) => anAgent({ id: index + 1, first_name: name.split(' ')[0], last_name: name.split(' ')[1] })),
  content: ({ params, query }) => {
    const thread = threads.get(params.ticket_id);
    const ticket = states.get(params.ticket_id);
    if (!thread || !ticket) throw new ApiError('refused', 'There is no such ticket.', { status: 404 });
    const end = query.fetch_since === undefined ? thread.length : Number(query.fetch_since);
    const from = Math.max(0, end - (query.page_size ?? CONTENT_PAGE_SIZE));
    return {
      ticket,
      siblings: [],
      content: thread.slice(from, end),
      oldest_timestamp: from === 0 ? END_OF_LIST : String(from),
      seq: 0,
      server_time: new Date().toISOString(),
    };
  },
  markRead: ({ body }) => ({ ticket: change(body.ticket_id, { conversation_read: true, unread_count: 0 }) }),
  transfer: ({ body }) => ({
    tickets: body.ticket_ids.map((id) => change(id, { owner_id: body.transfer_to, status: 'assigned' })),
    failed: [],
  }),
  ticketTags: () => ['COD', 'Refund', 'Exchange', 'Delivery'].map((tag) => ({ tag })),
  addTags: ({ body }) => ({ ticket: change(body.ticket_id, { tags: withTags(tagsOf(body.ticket_id), body.tags) }) }),
  removeTags: ({ body }) => ({
    ticket: change(body.ticket_id, { tags: withoutTags(tagsOf(body.ticket_id), body.tags) }),
  }),
  followUp: ({ body }) => ({ ticket: change(body.ticket_id, afterFollowUp(body.follow_up_hr, Date.now())) }),
  linkTicket: ({ body }) => ({ ticket: change(body.link_ticket_id, {}) }),
  setStatus: ({ body }) => ({ tickets: body.ticket_ids.map((id) => change(id, { status: body.status })), failed: [] }),
  reply: ({ body }) => {
    if (!navigator.onLine) throw new ApiError('offline', 'No line');
    const thread = threads.get(body.ticket_id);
    const sent = thread?.find((item) => item.content_type !== 'log' && item.temp_id === body.temp_id);
    const item = aMessage({
      ...own,
      id: sent?.id ?? nextId++,
      rev: (sent?.rev ?? 0) + 1,
      ticket_id: body.ticket_id,
      conversation_id: body.conversation_id,
      created_at: sent?.created_at ?? new Date().toISOString(),
      temp_id: body.temp_id,
      message: body.message,
    });
    threads.set(body.ticket_id, [...(thread ?? []).filter((one) => one !== sent), item]);
    return { item, ticket: change(body.ticket_id, { status: 'open' }) };
  },
};

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="880" height="496"><rect width="880" height="496" fill="#a98a63"/>
  <path d="M300 496V180l140-100 140 100v316z" fill="#6d5138"/></svg>`;

runDevPage(panel, {
  tickets,
  playsConversation: false,
  width: 1000,
  answers,
  prepare({ ports }) {
    const inner = ports.api.transport;
    ports.api.transport = (request) =>
      request.responseType === 'blob'
        ? Promise.resolve({ status: 200, data: new Blob([picture], { type: 'image/svg+xml' }) })
        : (inner?.(request) ?? Promise.reject(new Error('no transport')));
  },
});
