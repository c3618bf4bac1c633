import {
  mentionSchema,
  noteSchema,
  rowsOf,
  tempIdSchema,
  type Mention,
  type Note,
  type Schema,
  type TempId,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { ref, ticketParams } from './parts';

export interface NewNoteRequest {
  /** The editor's text as HTML; pictures in it are data URLs. What no note may have is left out. */
  notes: string;
  /** Files that this agent has uploaded for notes of the ticket, as their uploads answered them, and embedded links. */
  media: { url: string; content_type?: string | undefined; file_name?: string | undefined }[];
  /** Made once by the client: the same note again is the same one. */
  temp_id?: TempId | undefined;
}

/** As much as the pictures of a text are in base64, and a long text beside. */
const LONGEST_BODY = 7_500_000;

export const newNoteRequest = (): Schema<NewNoteRequest> =>
  z.object({
    notes: z.string().check(z.maxLength(LONGEST_BODY)),
    media: z._default(
      z
        .array(
          z.object({
            url: z.string().check(z.maxLength(4_000)),
            content_type: z.optional(z.string().check(z.maxLength(200))),
            file_name: z.optional(z.string().check(z.maxLength(300))),
          }),
        )
        .check(z.maxLength(100)),
      [],
    ),
    temp_id: z.optional(tempIdSchema),
  });

/** What agents note for each other. A note is never changed, nor taken away. */
export const noteCalls = {
  /** Newest first. */
  notes: get<Note[], { ticket_id: TicketId }>('/api/inbox/ticket/:ticket_id/notes/', () => ({
    params: ticketParams(),
    answer: rowsOf('note', noteSchema()),
  })),
  addNote: post<Note, { ticket_id: TicketId }, NewNoteRequest>('/api/inbox/ticket/:ticket_id/notes/', () => ({
    params: ticketParams(),
    body: newNoteRequest(),
    answer: noteSchema(),
  })),
  /**
   * The notes that name the agent and that no page of theirs has had yet, oldest first. They are had with this call: only
   * the same `ref` is answered them again, as after an answer that got lost.
   */
  takeMentions: post<Mention[], null, { ref: string }>('/api/inbox/mentions/take/', () => ({
    body: z.object({ ref: ref() }),
    answer: rowsOf('mention', mentionSchema()),
  })),
} as const;
