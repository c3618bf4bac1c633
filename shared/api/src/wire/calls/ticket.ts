import { rowsOf, ticketIdSchema, ticketSchema, type Schema, type Ticket, type TicketId } from '@inbox/domain';
import { MAX_FOLLOW_UP_HOURS } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { messages } from '../../messages';
import { get, post } from '../call';
import { oneTicket, ticketParams } from './parts';

export interface TagsRequest {
  ticket_id: TicketId;
  /** Separated by commas. */
  tags: string;
}

const tagsRequest = (): Schema<TagsRequest> =>
  z.object({
    ticket_id: ticketIdSchema,
    tags: z.string().check(z.minLength(1), z.maxLength(2000)),
  });

/** What is done with one ticket beside answering it. Priority and subscribers go over the socket. */
export const ticketCalls = {
  /** 0 hours: no follow-up. */
  followUp: post<{ ticket: Ticket }, null, { ticket_id: TicketId; follow_up_hr: number }>(
    '/api/inbox/ticket/follow-up/',
    () => ({
      body: z.object({
        ticket_id: ticketIdSchema,
        follow_up_hr: z
          .int(messages.followUpHours)
          .check(z.minimum(0, messages.followUpHours), z.maximum(MAX_FOLLOW_UP_HOURS, messages.followUpHours)),
      }),
      answer: oneTicket(),
    }),
  ),

  addTags: post<{ ticket: Ticket }, null, TagsRequest>('/api/inbox/ticket/add-tags/', () => ({
    body: tagsRequest(),
    answer: oneTicket(),
  })),
  removeTags: post<{ ticket: Ticket }, null, TagsRequest>('/api/inbox/ticket/remove-tags/', () => ({
    body: tagsRequest(),
    answer: oneTicket(),
  })),

  /** The tickets that are linked with this one, newest link first. */
  linkedTickets: get<Ticket[], { ticket_id: TicketId }>('/api/inbox/link-ticket/:ticket_id/', () => ({
    params: ticketParams(),
    answer: rowsOf('ticket', ticketSchema),
  })),
  /** Answers the ticket that was linked. */
  linkTicket: post<{ ticket: Ticket }, { ticket_id: TicketId }, { link_ticket_id: TicketId }>(
    '/api/inbox/link-ticket/:ticket_id/',
    () => ({ params: ticketParams(), body: z.object({ link_ticket_id: ticketIdSchema }), answer: oneTicket() }),
  ),
  /** Answers the ticket that was linked. */
  unlinkTicket: post<{ ticket: Ticket }, { ticket_id: TicketId }, { link_ticket_id: TicketId }>(
    '/api/inbox/link-ticket/:ticket_id/remove/',
    () => ({ params: ticketParams(), body: z.object({ link_ticket_id: ticketIdSchema }), answer: oneTicket() }),
  ),
} as const;
