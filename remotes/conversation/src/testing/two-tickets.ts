import type { ApiError } from '@inbox/api';
import {
  END_OF_LIST,
  type ContentItem,
  type LogEntry,
  type ScheduledMail,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import {
  aComment,
  aMessage,
  anEmail,
  aProfile,
  aQuickReply,
  aTicket,
  createFakePorts,
  aCustomer,
  mountPanel,
  type Answers,
} from '@inbox/panel/testing';
import { act } from '@testing-library/react';
import panel from '../panel';
import { withGates, type Gates } from './gates';
import { farah, rohit, uploaded } from './reply-world';

/** The ticket that is left, and the one that is gone to: nobody's yet, so that replying and assigning shows. */
export const left = aTicket({ ...rohit, owner_id: null, status: 'unassigned' });
export const other = aTicket({ ...farah, owner_id: null, status: 'unassigned' });

/** In all that belongs to the ticket that is left; it must show on no other. */
export const SECRET = 'for Rohit alone';
/** What stands in the other ticket's reply box all the while. */
export const THEIRS = 'for Farah alone';
export const DRAFT_KEY = 'inbox.conversation.1.draft.';

type Failing = 'reply' | 'upload';

/** A server with two tickets, which makes one message of each `temp_id`. */
export interface Server {
  answers: Answers;
  /** What it was told, in its order. */
  said(): string[];
  /** What it was given to be sent later, and still has, in its order. */
  planned(): ScheduledMail[];
  /** The tickets that were marked read. */
  read: number[];
  /** A ticket is so from now on; pages that are open are not notified. */
  change(ticket: Ticket): void;
  /** The tickets that files were uploaded for. */
  uploadedFor: Set<string>;
  /** The next call of this kind fails, once. */
  failNext(call: Failing, error: ApiError): void;
}

export function aServer(first: Ticket): Server {
  const tickets = new Map([first, other].map((ticket) => [ticket.id, ticket]));
  const items = new Map<string, Exclude<ContentItem, LogEntry>>();
  const planned = new Map<string, ScheduledMail>();
  const read: number[] = [];
  const uploadedFor = new Set<string>();
  const failures = new Map<Failing, ApiError>();

  const ticketOf = (id: TicketId): Ticket => {
    const ticket = tickets.get(id);
    if (!ticket) throw new Error(`There is no ticket ${id}`);
    return ticket;
  };
  /** Its agent's now, as it is after a reply too. */
  const takenBy = (id: TicketId): Ticket => {
    const before = ticketOf(id);
    const taken = aTicket({ ...before, owner_id: aProfile().current_user_id, status: 'open', rev: before.rev + 1 });
    tickets.set(id, taken);
    return taken;
  };
  const failIfTold = (call: Failing) => {
    const error = failures.get(call);
    failures.delete(call);
    if (error) throw error;
  };
  const greeting = (ticket: Ticket): ContentItem => {
    const of = { id: ticket.id * 10 + 1, ticket_id: ticket.id, conversation_id: ticket.conversation_id };
    if (ticket.conversation_source === 'email') return anEmail({ ...of, message: 'Hello', html: null });
    if (ticket.conversation_source !== 'comment') return aMessage({ ...of, message: `Hello from ${ticket.full_name}` });
    return aComment({ ...of, comment_id: 'c1', root_comment_id: 'c1' });
  };
  const once = (temp_id: string, make: (id: number) => Exclude<ContentItem, LogEntry>) => {
    const item = items.get(temp_id) ?? make(500 + items.size);
    items.set(temp_id, item);
    return item;
  };

  const answers: Answers = {
    allAgents: () => [],
    content: ({ params }) => {
      const ticket = ticketOf(params.ticket_id);
      const told = [...items.values()].filter(({ ticket_id }) => ticket_id === ticket.id);
      const server_time = new Date().toISOString();
      return {
        ticket,
        siblings: [],
        content: [greeting(ticket), ...told],
        oldest_timestamp: END_OF_LIST,
        seq: 0,
        server_time,
      };
    },
    markRead: ({ body }) => {
      read.push(body.ticket_id);
      const before = ticketOf(body.ticket_id);
      const ticket = before.conversation_read
        ? before
        : aTicket({ ...before, conversation_read: true, rev: before.rev + 1 });
      tickets.set(ticket.id, ticket);
      return { ticket };
    },
    reply: ({ body }) => {
      failIfTold('reply');
      const { temp_id, ticket_id, conversation_id, message } = body;
      const of = { temp_id, ticket_id, conversation_id, message, actor: 'merchant' } as const;
      return { item: once(temp_id, (id) => aMessage({ ...of, id })), ticket: takenBy(ticket_id) };
    },
    commentReply: ({ body }) => {
      const { temp_id, conversation_id, comment, comment_id } = body;
      const of = { temp_id, conversation_id, ticket_id: first.id, message: comment, parent_id: comment_id } as const;
      const by = { actor: 'merchant', username: 'kurta.house', root_comment_id: 'c1' } as const;
      return { item: once(temp_id, (id) => aComment({ ...of, ...by, id, comment_id: `c${id}` })), ticket: first };
    },
    scheduledMails: ({ params }) => [...planned.values()].filter(({ ticket_id }) => ticket_id === params.ticket_id),
    sendLater: ({ body: { send_at, reply } }) => {
      const { temp_id, ticket_id, to, subject = '', message: beginning } = reply;
      const { current_user_id: agent_id, full_name: agent_name } = aProfile();
      const of = { temp_id, ticket_id, agent_id, agent_name, send_at };
      const mail = { ...of, kind: 'reply' as const, to, subject, beginning, failed: null };
      planned.set(temp_id, mail);
      return mail;
    },
    cancelScheduled: ({ params }) => {
      planned.delete(params.temp_id);
      return {};
    },
    transfer: ({ body }) => ({ tickets: body.ticket_ids.map(takenBy), failed: [] }),
    emailGroups: () => [],
    mailSignatures: () => [],
    quickReplies: () => [aQuickReply({ id: 1, shortcut: '/hello', message: `${SECRET}, {{userFirstName}}` })],
    customerDetails: () => aCustomer(),
    customerOrders: () => [],
    handledTime: () => ({ total_time_in_second: 0 }),
    reportHandledTime: () => ({ total_time_in_second: 0 }),
    upload: (form, ticket) => {
      failIfTold('upload');
      uploadedFor.add(ticket);
      return uploaded(form);
    },
  };
  return {
    answers,
    said: () => [...items.values()].map(({ message }) => message),
    planned: () => [...planned.values()],
    read,
    change: (ticket) => void tickets.set(ticket.id, ticket),
    uploadedFor,
    failNext: (call, error) => void failures.set(call, error),
  };
}

/** A page that looks at this ticket; opened anew it finds what the browser kept. */
export async function openPage(gates: Gates, { answers }: Server, { id }: Ticket) {
  const fake = withGates(createFakePorts({ open: id, answers }), gates);
  const { unmount } = await mountPanel(panel, { fake });
  await settle();
  return { ...fake, close: unmount };
}

/** Does this, and gives what follows from it time to reach the page. */
export const settle = (work: () => unknown = () => undefined) =>
  act(async () => {
    work();
    await new Promise<void>((resolve) => setTimeout(resolve));
  });
