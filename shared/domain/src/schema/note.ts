import * as z from 'zod/mini';
import type { Mention, Note } from '../note';
import { agentIdSchema, mediaKindRead, mentionIdSchema, noteIdSchema, tempIdSchema, ticketIdSchema } from './names';
import { readableOf } from './newer';
import { isoTime, type Schema } from './primitives';

/** Made when notes are first read: a page shows its list before. */
export const noteSchema = (): Schema<Note> =>
  z.object({
    id: noteIdSchema,
    ticket_id: ticketIdSchema,
    notes: z.string(),
    agent_id: agentIdSchema,
    agent_name: z.string(),
    created_at: isoTime,
    media: readableOf(
      'note.media',
      z.object({
        url: z.string(),
        file_name: z.string(),
        content_type: z.string(),
        size: z.nullable(z.int()),
        kind: mediaKindRead,
      }),
    ),
    temp_id: z._default(z.nullable(tempIdSchema), null),
  });

export const mentionSchema = (): Schema<Mention> =>
  z.object({ id: mentionIdSchema, ticket_id: ticketIdSchema, agent_name: z.string(), created_at: isoTime });
