import * as z from 'zod/mini';
import { LIVE_EVENTS, type LiveEvent } from '../live';
import { agentIdSchema, contentItemSchema, ticketSchema } from './entities';
import { isoTime, type Schema } from './primitives';

export const liveEventSchema: Schema<LiveEvent> = z.object({
  type: z.enum(LIVE_EVENTS),
  seq: z.int(),
  at: isoTime,
  by: z.nullable(agentIdSchema),
  tickets: z.array(ticketSchema),
  items: z.array(contentItemSchema),
});
