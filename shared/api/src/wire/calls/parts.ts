import {
  agentIdSchema,
  BULK_LIMIT,
  idFromText,
  isoTime,
  listFiltersSchema,
  readableOf,
  ticketIdSchema,
  ticketSchema,
  type ConversationId,
  type ListFilters,
  type Schema,
  type SeenTicket,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';

export const ticketParams = (): Schema<{ ticket_id: TicketId }> => z.object({ ticket_id: idFromText<TicketId>() });
export const conversationParams = (): Schema<{ conversation_id: ConversationId }> =>
  z.object({
    conversation_id: idFromText<ConversationId>(),
  });

/** Where the next page begins: opaque to the caller, `na` when there is none. */
export const marker = () => z.string().check(z.maxLength(200));

/** Which tickets a change is for. `BulkTarget` of the domain, as the specification's flat body has it. */
export interface ManyTickets {
  /** Empty when filters say which. */
  ticket_ids: TicketId[];
  /** All that these match at that moment, but not the closed ones; 5,000 at most, or the request is refused whole. */
  filters?: ListFilters | undefined;
  /** Not these. */
  except?: TicketId[] | undefined;
  /**
   * Made by the client. `tickets.progress` carries it; and the same request made again under the same `ref` finishes
   * what the first began, and counts what that had done as done.
   */
  ref?: string | undefined;
}

/** What was seen of the tickets when the change was asked for; without it their state now is what counts. */
export interface Seeing {
  seen?: SeenTicket | undefined;
}

export const seeing = () => ({
  seen: z.optional(z.object({ owner_id: z.nullable(agentIdSchema), received_at: isoTime })),
});

/** A request's own name, made by the client. */
export const ref = () => z.string().check(z.minLength(1), z.maxLength(64));

const fewTicketIds = () => z.array(ticketIdSchema).check(z.maxLength(BULK_LIMIT));
const ONE_WAY = { error: 'Name tickets, or filters.', path: ['ticket_ids'] };

export const manyTickets = (): Schema<ManyTickets> =>
  z
    .object({
      ticket_ids: z._default(fewTicketIds(), []),
      filters: z.optional(listFiltersSchema),
      except: z.optional(fewTicketIds()),
      ref: z.optional(ref()),
    })
    .check(z.refine(({ ticket_ids, filters }) => ticket_ids.length > 0 !== (filters !== undefined), ONE_WAY));

export const oneTicket = (): Schema<{ ticket: Ticket }> => z.object({ ticket: ticketSchema });
export const nothing = (): Schema<Record<string, never>> => z.object({});

/** What a change of one or more tickets did, ticket by ticket; nothing half-done is hidden. */
export interface ChangeAnswer {
  tickets: Ticket[];
  failed: {
    ticket_id: TicketId;
    message: string;
    /** The ticket as it is, where it is not as the request had `seen` it, and its agent decides. */
    meanwhile?: Ticket | undefined;
  }[];
  /**
   * How many were changed, those included that the same request had changed before. `tickets` holds them while they are
   * no more than a hundred; of more the live events tell.
   */
  changed?: number | undefined;
}

export const changeAnswer = (): Schema<ChangeAnswer> =>
  z.object({
    tickets: readableOf('ticket', ticketSchema),
    failed: readableOf(
      'failed',
      z.object({ ticket_id: ticketIdSchema, message: z.string(), meanwhile: z.optional(ticketSchema) }),
    ),
    changed: z.optional(z.int()),
  });
