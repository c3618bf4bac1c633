import * as z from 'zod/mini';
import { SEND_OUTCOMES, type ManyRun, type ManyWork } from '../bulk/send-to-many';
import { tempIdSchema, ticketIdSchema } from './names';
import type { Schema } from './primitives';
import { templateIdSchema } from './template';

const work: Schema<ManyWork> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), message: z.string() }),
  z.object({
    kind: z.literal('template'),
    template_id: templateIdSchema,
    parameters: z.record(z.string(), z.string()),
    button_url: z.nullable(z.string()),
    media_url: z._default(z.nullable(z.string()), null),
  }),
]);

/** A message that is being written, as a browser stores it. */
export const manyTextSchema: Schema<string> = z.string();

/** A run as a browser stores it. */
export const manyRunSchema: Schema<ManyRun> = z.object({
  work,
  sends: z.array(z.object({ ticket_id: ticketIdSchema, temp_id: tempIdSchema })),
  skipped: z.array(z.object({ ticket_id: ticketIdSchema, reason: z.string() })),
  asked: z.int(),
  isStopped: z.boolean(),
  results: z.record(z.string(), z.object({ outcome: z.enum(SEND_OUTCOMES), reason: z.nullable(z.string()) })),
});
