import {
  MAIL_KINDS,
  type MailKind,
  contentItemSchema,
  ticketIdSchema,
  ticketSchema,
  type CommentDraft,
  type Outgoing,
  type ReplyDraft,
  type Schema,
  type TicketId,
} from '@inbox/domain';
import { commentDraftSchema, draftSchema, outgoingSchema } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { begunUploadSchema, type BegunUpload } from './begun-upload';
import { KINDS, type Kind } from './record-db';
import { waitingChangeSchema, type WaitingChange } from '../outbox/ticket-change';

/** Some time in which the agent handled a ticket, as the server is told of it: once, whatever fails. */
export interface TimeEntry {
  ticket_id: TicketId;
  stretch_id: string;
  seconds: number;
}

export const timeEntrySchema: Schema<TimeEntry> = z.object({
  ticket_id: ticketIdSchema,
  stretch_id: z.uuid(),
  seconds: z.int(),
});

/** A reply that the server has not confirmed, and its place in the order in which this browser's tabs sent them. */
export interface WaitingReply {
  place: number;
  outgoing: Outgoing;
}

/** What one tab has written of a reply. Each tab has a record of its own, so that no tab overwrites another's words. */
export interface DraftRecord extends ReplyDraft {
  ticket_id: TicketId;
  /** Of a mail in the drawer: which one; absent of the reply box. */
  kind?: MailKind | undefined;
  /** The tab, by a random id. */
  tab: string;
  /** Counts the changes. */
  seq: number;
  /** The record of another tab that this one goes on from, as it was then. */
  over: { tab: string; seq: number } | null;
  /** Milliseconds since 1970, by this browser's clock. */
  written_at: number;
}

/** An e-mail that its writer may still take back. */
export interface UndoRecord {
  outgoing: Outgoing;
  /** Whom it is for. */
  to: string;
  /** Milliseconds since 1970, by this browser's clock. */
  until: number;
  /** The server is being asked. */
  is_undoing: boolean;
}

export interface RecordTypes {
  outbox: WaitingReply;
  drafts: DraftRecord;
  'comment-drafts': CommentDraft;
  uploads: BegunUpload;
  handled: TimeEntry;
  undo: UndoRecord;
  changes: WaitingChange;
}

const draftRecordSchema: Schema<DraftRecord> = z.intersection(
  draftSchema,
  z.object({
    ticket_id: ticketIdSchema,
    kind: z.optional(z.enum(MAIL_KINDS)),
    tab: z.string(),
    seq: z.int(),
    over: z.nullable(z.object({ tab: z.string(), seq: z.int() })),
    written_at: z.number(),
  }),
);

/** What is stored may be of an older version: each record is parsed when it is read. */
export const recordSchemas: { [K in Kind]: Schema<RecordTypes[K]> } = {
  outbox: z.object({ place: z.int(), outgoing: outgoingSchema }),
  drafts: draftRecordSchema,
  'comment-drafts': commentDraftSchema,
  uploads: begunUploadSchema,
  handled: timeEntrySchema,
  undo: z.object({ outgoing: outgoingSchema, to: z.string(), until: z.number(), is_undoing: z.boolean() }),
  changes: waitingChangeSchema,
};

/** What the tabs of one agent say to each other. */
export const tabMessageSchema = z.discriminatedUnion('type', [
  /** These records have changed, and are to be read anew. */
  z.object({ type: z.literal('changed'), records: z.array(z.tuple([z.enum(KINDS), z.string()])) }),
  /** The server has stored this reply. */
  z.object({ type: z.literal('answered'), outgoing: outgoingSchema, item: contentItemSchema, ticket: ticketSchema }),
  /** Attempts that wait are to happen now. */
  z.object({ type: z.literal('wake') }),
]);
export type TabMessage = z.infer<typeof tabMessageSchema>;
