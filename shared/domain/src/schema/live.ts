import * as z from 'zod/mini';
import { LIVE_EVENTS, PRESENCE, type LiveEvent, type LiveSignal, type LiveSignalType } from '../live';
import { agentIdSchema, contentItemSchema, ticketIdSchema, ticketSchema } from './entities';
import { ticketCountsSchema } from './filters';
import { isoTime, type Schema } from './primitives';

export const liveEventSchema: Schema<LiveEvent> = z.lazy(() =>
  z.object({
    type: z.enum(LIVE_EVENTS),
    seq: z.int(),
    at: isoTime,
    by: z.nullable(agentIdSchema),
    tickets: z.array(ticketSchema),
    items: z.array(contentItemSchema),
    error_on_type: z.optional(z.string()),
    new_subscriber: z.optional(agentIdSchema),
  }),
);

const presence = z.object({ agent_id: agentIdSchema, doing: z.enum(PRESENCE) });

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
    agents: z.array(presence),
  }),
  'tickets.progress': z.object({
    type: z.literal('tickets.progress'),
    ref: z.string(),
    done: z.int(),
    total: z.int(),
  }),
  'agents.changed': z.object({ type: z.literal('agents.changed') }),
  'settings.changed': z.object({ type: z.literal('settings.changed') }),
};

export const liveSignalSchema: Schema<LiveSignal> = z.union(Object.values(liveSignalSchemas));
