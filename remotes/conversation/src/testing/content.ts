import {
  contentItemSchema,
  ticketSchema,
  type ChatMessage,
  type ContentItem,
  type EmailMessage,
  type LogEntry,
  type Ticket,
} from '@inbox/domain';

/** Plain numbers for ids: the schemas make them ids, as they do on the wire. */
type Loose<T> = { [K in keyof T]?: T[K] extends number ? number : T[K] | null };
type Changes<T> = Omit<Loose<T>, 'temp_id'> & { temp_id?: string | null };

const AT = '2026-11-20T04:30:00.000Z';

export function someTicket(changes: Changes<Ticket> = {}): Ticket {
  return ticketSchema.parse({
    id: 48207,
    rev: 1,
    conversation_id: 70,
    conversation_source: 'whatsapp',
    conv_source_acc_id: 3,
    subject: null,
    full_name: 'Rohit Khanna',
    status: 'open',
    owner_id: 1,
    priority: 0,
    tags: '',
    subscribers: [],
    conversation_read: true,
    unread_count: 0,
    last_message: null,
    received_at: AT,
    session_expiry_at: null,
    follow_up_at: null,
    is_csat_sent: false,
    created_at: AT,
    ...changes,
  });
}

const base = { id: 1, rev: 1, conversation_id: 70, ticket_id: 48207, created_at: AT };
const message = {
  ...base,
  actor: 'customer',
  temp_id: null,
  send_status: 'sent',
  delivered: false,
  read: false,
  deleted: false,
  error_message: null,
  message_sent_by: null,
  attachments: [],
  message: 'Where is my order?',
};

export function someMessage(changes: Changes<ChatMessage> = {}): ContentItem {
  return contentItemSchema.parse({
    ...message,
    content_type: 'message',
    message_type: 'session',
    parent: null,
    ...changes,
  });
}

export function someEmail(changes: Changes<EmailMessage> = {}): ContentItem {
  return contentItemSchema.parse({
    ...message,
    content_type: 'email',
    subject: 'Invoice for order 10482',
    from: [{ email: 'vikram@mail.example', name: 'Vikram Mehta' }],
    to: [{ email: 'help@store.example', name: '' }],
    cc: [],
    bcc: [],
    html: null,
    ...changes,
  });
}

export function someLog(changes: Changes<LogEntry> = {}): ContentItem {
  return contentItemSchema.parse({
    ...base,
    content_type: 'log',
    event: 'assigned',
    comment: 'Assigned to Asha by Dev',
    ...changes,
  });
}
