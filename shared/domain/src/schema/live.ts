import * as z from 'zod/mini';
import { LIVE_EVENTS, PRESENCE, withFailedSend, type LiveEvent, type LiveSignal, type LiveSignalType } from '../live';
import { contentItemSchema } from './content';
import { ticketSchema } from './entities';
import { agentIdSchema, contentIdSchema, customerIdSchema, ticketIdSchema } from './names';
import { ticketCountsSchema } from './filters';
import { nameOf, readableOf } from './newer';
import { isoTime, type Schema } from './primitives';
import { templateStateSchema } from './template';

/** An event of a newer name is a plain change of its tickets and items: what is applied is the same for all of them. */
export const liveEventSchema: Schema<LiveEvent> = z.lazy(() =>
  z.pipe(
    z.object({
      type: nameOf('event', LIVE_EVENTS, 'tickets.tickets'),
      seq: z.int(),
      at: isoTime,
      by: z.nullable(agentIdSchema),
      tickets: readableOf('event.tickets', ticketSchema),
      items: readableOf('event.items', contentItemSchema),
      error_on_type: z.optional(z.string()),
      new_subscriber: z.optional(agentIdSchema),
    }),
    z.transform(withFailedSend<LiveEvent>),
  ),
);

const presence = z.object({ agent_id: agentIdSchema, doing: nameOf('presence.doing', PRESENCE, 'viewing') });

/** By type, as each is a topic of its own on the bus. */
export const liveSignalSchemas: { [T in LiveSignalType]: Schema<Extract<LiveSignal, { type: T }>> } = {
  'conversations.agent_counter_update': z.object({
    type: z.literal('conversations.agent_counter_update'),
    counts: ticketCountsSchema,
  }),
  'conversations.unassigned_counter_update': z.object({
    type: z.literal('conversations.unassigned_counter_update'),
    counts: ticketCountsSchema,
  }),
  'tickets.popular_tags': z.object({ type: z.literal('tickets.popular_tags'), tags: z.array(z.string()) }),
  'tickets.presence': z.object({
    type: z.literal('tickets.presence'),
    ticket_id: ticketIdSchema,
    agents: readableOf('presence', presence),
  }),
  'tickets.progress': z.object({
    type: z.literal('tickets.progress'),
    ref: z.string(),
    done: z.int(),
    total: z.int(),
  }),
  'customers.changed': z.object({
    type: z.literal('customers.changed'),
    customer_ids: z.array(customerIdSchema),
  }),
  'customers.erased': z.object({
    type: z.literal('customers.erased'),
    revision: z.int(),
    ticket_ids: z.array(ticketIdSchema),
    comment_ids: z.array(contentIdSchema),
  }),
  'tickets.mentioned': z.object({ type: z.literal('tickets.mentioned') }),
  'agents.changed': z.object({ type: z.literal('agents.changed') }),
  'settings.changed': z.object({ type: z.literal('settings.changed') }),
  'quick_replies.changed': z.object({ type: z.literal('quick_replies.changed') }),
  'scheduled_mails.changed': z.object({ type: z.literal('scheduled_mails.changed'), ticket_id: ticketIdSchema }),
  'templates.changed': z.object({
    type: z.literal('templates.changed'),
    templates: readableOf('templates', templateStateSchema),
  }),
};

export const liveSignalSchema: Schema<LiveSignal> = z.union(Object.values(liveSignalSchemas));
