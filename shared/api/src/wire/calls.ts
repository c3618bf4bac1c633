import {
  AGENT_STATUSES,
  agentIdSchema,
  agentSchema,
  CONTENT_PAGE_SIZE,
  contentIdSchema,
  contentItemSchema,
  conversationIdSchema,
  conversationSourceSchema,
  customerSchema,
  idFromText,
  inboxSettingsSchema,
  LIST_PAGE_SIZE,
  listFiltersSchema,
  profileSchema,
  quickReplySchema,
  SETTABLE_STATUSES,
  siblingTicketSchema,
  tempIdSchema,
  ticketCountsSchema,
  ticketIdSchema,
  ticketSchema,
  type Agent,
  type AgentId,
  type AgentStatus,
  type ContentId,
  type ContentItem,
  type ConversationId,
  type ConversationSource,
  type Customer,
  type InboxSettings,
  type ListFilters,
  type Profile,
  type QuickReply,
  type Schema,
  type SettableStatus,
  type SiblingTicket,
  type TempId,
  type Ticket,
  type TicketCounts,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from './call';

const ticketParams: Schema<{ ticket_id: TicketId }> = z.object({ ticket_id: idFromText<TicketId>() });
const conversationParams: Schema<{ conversation_id: ConversationId }> = z.object({
  conversation_id: idFromText<ConversationId>(),
});

/** Where the next page begins: opaque to the caller, `na` when there is none. */
const marker = z.string().check(z.maxLength(200));

export interface TicketListRequest {
  filters: ListFilters;
  page_size: number;
  /** The `oldest_timestamp` of the page before; null for the first. */
  fetch_since: string | null;
  inbox_version: string;
}

export interface TicketListAnswer {
  tickets: Ticket[];
  oldest_timestamp: string;
  /** The live sequence that this answer includes: older events change nothing in it. */
  seq: number;
}

const ticketListRequest: Schema<TicketListRequest> = z.object({
  filters: z.prefault(listFiltersSchema, {}),
  page_size: z._default(z.int().check(z.minimum(1), z.maximum(100)), LIST_PAGE_SIZE),
  fetch_since: z._default(z.nullable(marker), null),
  inbox_version: z._default(z.string().check(z.maxLength(20)), 'old'),
});

export interface ContentQuery {
  page_size: number;
  /** The `oldest_timestamp` of the page before; left out for the newest. */
  fetch_since?: string | undefined;
}

export interface ContentAnswer {
  ticket: Ticket;
  /** All tickets of the conversation, oldest first. */
  siblings: SiblingTicket[];
  /** Oldest first: the whole conversation's thread, across its tickets. */
  content: ContentItem[];
  oldest_timestamp: string;
  seq: number;
  /** The server's clock, for countdowns. */
  server_time: string;
}

export interface ReplyRequest {
  message: string;
  conversation_id: ConversationId;
  temp_id: TempId;
  conversation_source: ConversationSource;
  ticket_id: TicketId;
  /** E-mails: addresses. When all three are empty the answer goes to whom the last mail came from. */
  to: string[];
  cc: string[];
  bcc: string[];
  /** Quotes this item (channels that can), or names the mail that is answered. */
  convmsg_message_id: ContentId | null;
}

const addresses = z._default(z.array(z.string().check(z.maxLength(320))).check(z.maxLength(100)), []);

const replyRequest: Schema<ReplyRequest> = z.object({
  message: z.string().check(z.minLength(1, 'Write a message first.'), z.maxLength(65_536)),
  conversation_id: conversationIdSchema,
  temp_id: tempIdSchema,
  conversation_source: conversationSourceSchema,
  ticket_id: ticketIdSchema,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  convmsg_message_id: z._default(z.nullable(contentIdSchema), null),
});

/** What a change of one or more tickets did, ticket by ticket; nothing half-done is hidden. */
export interface ChangeAnswer {
  tickets: Ticket[];
  failed: { ticket_id: TicketId; message: string }[];
}

const changeAnswer: Schema<ChangeAnswer> = z.object({
  tickets: z.array(ticketSchema),
  failed: z.array(z.object({ ticket_id: ticketIdSchema, message: z.string() })),
});

const ticketIds = z.array(ticketIdSchema).check(z.minLength(1), z.maxLength(5000));
const oneTicket: Schema<{ ticket: Ticket }> = z.object({ ticket: ticketSchema });
const nothing: Schema<Record<string, never>> = z.object({});

/** The calls, by the name they have in the client. */
export const calls = {
  allAgents: get<Agent[]>('/api/inbox/all_agents/', { answer: z.array(agentSchema) }),

  agentStatus: get<{ agent_status: AgentStatus }>('/api/inbox/agent/online_status/', {
    answer: z.object({ agent_status: z.enum(AGENT_STATUSES) }),
  }),
  setAgentStatus: post<{ agent_status: AgentStatus }, null, { agent_status: AgentStatus }>(
    '/api/inbox/agent/online_status/',
    {
      body: z.object({ agent_status: z.enum(AGENT_STATUSES) }),
      answer: z.object({ agent_status: z.enum(AGENT_STATUSES) }),
    },
  ),

  /** Carries the profile as it is now: permissions may have changed since the token was made. */
  settings: get<InboxSettings & { profile: Profile }>('/api/connect/inbox/settings/', {
    answer: z.intersection(inboxSettingsSchema, z.object({ profile: profileSchema })),
  }),

  ticketList: post<TicketListAnswer, null, TicketListRequest>('/api/inbox/ticket/list/', {
    body: ticketListRequest,
    answer: z.object({ tickets: z.array(ticketSchema), oldest_timestamp: z.string(), seq: z.int() }),
  }),

  ticketCounter: post<TicketCounts, null, { filters: ListFilters }>('/api/inbox/ticket/counter/', {
    body: z.object({ filters: z.prefault(listFiltersSchema, {}) }),
    answer: ticketCountsSchema,
  }),

  content: get<ContentAnswer, { ticket_id: TicketId }, ContentQuery>('/api/inbox/ticket/:ticket_id/content-v2/', {
    params: ticketParams,
    query: z.object({
      page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), CONTENT_PAGE_SIZE),
      fetch_since: z.optional(marker),
    }),
    answer: z.object({
      ticket: ticketSchema,
      siblings: z.array(siblingTicketSchema),
      content: z.array(contentItemSchema),
      oldest_timestamp: z.string(),
      seq: z.int(),
      server_time: z.string(),
    }),
  }),

  /** Stores the reply and its way out in one transaction; the same temp_id again answers the same item. */
  reply: post<{ item: ContentItem; ticket: Ticket }, null, ReplyRequest>('/api/inbox/ticket/reply/', {
    body: replyRequest,
    answer: z.object({ item: contentItemSchema, ticket: ticketSchema }),
  }),

  setStatus: post<ChangeAnswer, null, { ticket_ids: TicketId[]; status: SettableStatus; send_csat: boolean }>(
    '/api/inbox/ticket/set-status/',
    {
      body: z.object({
        ticket_ids: ticketIds,
        status: z.enum(SETTABLE_STATUSES),
        send_csat: z._default(z.boolean(), false),
      }),
      answer: changeAnswer,
    },
  ),

  transfer: post<ChangeAnswer, null, { ticket_ids: TicketId[]; transfer_to: AgentId }>(
    '/api/inbox/ticket/transfer/owner-ship/',
    { body: z.object({ ticket_ids: ticketIds, transfer_to: agentIdSchema }), answer: changeAnswer },
  ),

  markRead: post<{ ticket: Ticket }, null, { ticket_id: TicketId }>('/api/inbox/ticket/mark-read/', {
    body: z.object({ ticket_id: ticketIdSchema }),
    answer: oneTicket,
  }),
  markUnread: post<{ ticket: Ticket }, null, { ticket_id: TicketId }>('/api/inbox/ticket/mark-unread/', {
    body: z.object({ ticket_id: ticketIdSchema }),
    answer: oneTicket,
  }),

  customerDetails: get<Customer, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/customer_details/',
    { params: conversationParams, answer: customerSchema },
  ),
  customerTickets: get<SiblingTicket[], { conversation_id: ConversationId }>(
    '/api/inbox/conversation/:conversation_id/tickets/',
    { params: conversationParams, answer: z.array(siblingTicketSchema) },
  ),

  quickReplies: get<QuickReply[]>('/api/inbox/canned-message/', { answer: z.array(quickReplySchema) }),

  logout: post<Record<string, never>, null, { token: string }>('/api/shopify/logout/', {
    body: z.object({ token: z.string().check(z.maxLength(8192)) }),
    answer: nothing,
  }),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** On the main site (spec section 7). */
export interface PaymentCheck {
  has_payment_error: boolean;
  payment_settings_url: string | null;
}

export const paymentCheckCall = get<PaymentCheck>('/api/whatsapp/config/has_error/', {
  answer: z.object({ has_payment_error: z.boolean(), payment_settings_url: z.nullable(z.string()) }),
});
