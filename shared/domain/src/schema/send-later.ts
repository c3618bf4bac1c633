import * as z from 'zod/mini';
import { MAIL_KINDS } from '../email/mail-kinds';
import type { ScheduledMail } from '../email/send-later';
import { agentIdSchema, tempIdSchema, ticketIdSchema } from './names';
import { nameOf } from './newer';
import { isoTime, type Schema } from './primitives';

export const scheduledMailSchema: Schema<ScheduledMail> = z.object({
  temp_id: tempIdSchema,
  ticket_id: ticketIdSchema,
  agent_id: agentIdSchema,
  agent_name: z.string(),
  kind: nameOf('scheduled.kind', MAIL_KINDS, 'reply'),
  to: z.array(z.string()),
  subject: z.string(),
  beginning: z.string(),
  send_at: isoTime,
  failed: z.nullable(z.string()),
});
