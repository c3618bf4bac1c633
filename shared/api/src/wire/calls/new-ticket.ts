import {
  agentIdSchema,
  CREATE_VARIANTS,
  LONGEST_FIRST_NOTE,
  type AgentId,
  type CreateVariant,
  type Schema,
  type Ticket,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { post } from '../call';
import { oneTicket, ref } from './parts';

/** Spec section 3, 'New ticket payload'. No field is required; the server says what it cannot do without. */
export interface NewTicketRequest {
  email: string;
  phone: string;
  subject: string;
  /** The owner: whoever asks when it is left out, nobody when it is null or -1. */
  agent_id?: AgentId | -1 | null | undefined;
  /** Plain text. */
  notes: string;
  /** Separated by commas; null for none. */
  tags: string | null;
  customer_first_name: string;
  customer_last_name: string;
  set_status: CreateVariant;
  /** Made by the client: the same request made again under it answers the ticket that the first has made. */
  ref?: string | undefined;
}

/** Null is the same as nothing typed. */
const text = (most: number) =>
  z.pipe(
    z._default(z.nullable(z.string().check(z.maxLength(most))), null),
    z.transform((typed: string | null) => typed ?? ''),
  );

const newTicketRequest = (): Schema<NewTicketRequest> =>
  z.object({
    email: text(320),
    phone: text(50),
    subject: text(2000),
    agent_id: z.optional(z.nullable(z.union([agentIdSchema, z.literal(-1)]))),
    notes: text(LONGEST_FIRST_NOTE),
    tags: z._default(z.nullable(z.string().check(z.maxLength(3000))), null),
    customer_first_name: text(500),
    customer_last_name: text(500),
    set_status: z._default(z.enum(CREATE_VARIANTS), 'create'),
    ref: z.optional(ref()),
  });

/** What an agent begins. */
export const newTicketCalls = {
  createPhoneTicket: post<{ ticket: Ticket }, null, NewTicketRequest>('/api/inbox/create-phone-ticket/', () => ({
    body: newTicketRequest(),
    answer: oneTicket(),
  })),
} as const;
