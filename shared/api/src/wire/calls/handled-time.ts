import { MAX_STRETCH_SECONDS, type Schema, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { ticketParams } from './parts';

/** How long agents have handled the ticket, all of them together. */
export interface HandledTime {
  total_time_in_second: number;
}

export interface HandledTimeReport {
  time_in_second: number;
  /** Made by the client, once for a stretch of handling: however often it is reported, it counts once. */
  stretch_id: string;
}

const answer = (): Schema<HandledTime> => z.object({ total_time_in_second: z.int() });

export const handledTimeCalls = {
  handledTime: get<HandledTime, { ticket_id: TicketId }>('/api/inbox/ticket/handled-time/:ticket_id/', () => ({
    params: ticketParams(),
    answer: answer(),
  })),
  reportHandledTime: post<HandledTime, { ticket_id: TicketId }, HandledTimeReport>(
    '/api/inbox/ticket/handled-time/:ticket_id/',
    () => ({
      params: ticketParams(),
      body: z.object({
        time_in_second: z.int().check(z.minimum(1), z.maximum(MAX_STRETCH_SECONDS)),
        stretch_id: z.uuid(),
      }),
      answer: answer(),
    }),
  ),
} as const;
