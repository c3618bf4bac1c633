import {
  conversationIdSchema,
  conversationSourceSchema,
  tempIdSchema,
  ticketIdSchema,
  type ContentItem,
  type ConversationId,
  type ConversationSource,
  type IsoTime,
  type Schema,
  type TempId,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';

/** A send that the server has not confirmed. Everything it needs is in it: nothing is read from the open ticket later. */
export interface Outgoing {
  /** Made once; every attempt carries it, and the server makes one message of them. */
  temp_id: TempId;
  ticket_id: TicketId;
  conversation_id: ConversationId;
  conversation_source: ConversationSource;
  message: string;
  created_at: IsoTime;
  /** The `rev` of the failed item that is sent again, 0 for a new message: a later one confirms the send. */
  after_rev: number;
  /** Null while it waits for the server; else why the server refused it. */
  refused: string | null;
}

export const outboxSchema: Schema<Outgoing[]> = z.array(
  z.object({
    temp_id: tempIdSchema,
    ticket_id: ticketIdSchema,
    conversation_id: conversationIdSchema,
    conversation_source: conversationSourceSchema,
    message: z.string(),
    created_at: z.string(),
    after_rev: z.int(),
    refused: z.nullable(z.string()),
  }),
);

/** Does this item of the server show that the send has arrived? */
export function confirms(item: ContentItem, outgoing: Outgoing): boolean {
  return item.content_type !== 'log' && item.temp_id === outgoing.temp_id && item.rev > outgoing.after_rev;
}
