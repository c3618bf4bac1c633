import {
  nameOf,
  rowsOf,
  tempIdSchema,
  ticketIdSchema,
  type Schema,
  type SendResult,
  type TempId,
  type TicketSend,
} from '@inbox/domain';
import { MOST_SENDS, SEND_OUTCOMES, SENDS_PER_REQUEST } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { post } from '../call';

export interface ReplyToManyRequest {
  /** With placeholders (spec section 3), which have each ticket's own values. */
  message: string;
  sends: TicketSend[];
}

/** What has become of each ticket's send, in no order. */
export interface SendResults {
  results: SendResult[];
}

const sendResult = (): Schema<SendResult> =>
  z.object({
    ticket_id: ticketIdSchema,
    temp_id: tempIdSchema,
    outcome: nameOf('send.outcome', SEND_OUTCOMES, 'unknown'),
    reason: z.nullable(z.string()),
  });

export const sendResults = (): Schema<SendResults> => z.object({ results: rowsOf('result', sendResult()) });

/** One message to many tickets: in several requests, so that it can be stopped between them. */
export const sendToManyCalls = {
  /**
   * Replies on each ticket by itself, as far as the rules allow it: what is refused on one says nothing of the others. The
   * same temp_id again answers what has become of it, and sends nothing.
   */
  replyToMany: post<SendResults, null, ReplyToManyRequest>('/api/inbox/ticket/reply-many/', () => ({
    body: z.object({
      message: z.string().check(z.maxLength(65_536)),
      sends: z
        .array(z.object({ ticket_id: ticketIdSchema, temp_id: tempIdSchema }))
        .check(z.minLength(1), z.maxLength(SENDS_PER_REQUEST)),
    }),
    answer: sendResults(),
  })),
  /** Which of these messages of one's own the server has, and where they are; sends nothing. */
  sentMessages: post<SendResults, null, { temp_ids: TempId[] }>('/api/inbox/ticket/sent-messages/', () => ({
    body: z.object({ temp_ids: z.array(tempIdSchema).check(z.maxLength(MOST_SENDS)) }),
    answer: sendResults(),
  })),
} as const;
