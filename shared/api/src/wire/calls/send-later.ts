import {
  attachmentIdSchema,
  contentIdSchema,
  idFromText,
  readableOf,
  scheduledMailSchema,
  tempIdSchema,
  uploadedFileSchema,
  type AttachmentId,
  type ContentId,
  type IsoTime,
  type ScheduledMail,
  type Schema,
  type TempId,
  type TicketId,
  type UploadedFile,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { replyRequest, type ReplyRequest } from './conversation';
import { nothing } from './parts';

export interface SendLaterRequest {
  /** Later than now, and within a year. */
  send_at: IsoTime;
  /** A mail of the drawer. */
  reply: ReplyRequest;
}

/** A scheduled mail with all that its writer wrote. */
export interface ScheduledText {
  mail: ScheduledMail;
  to: string[];
  cc: string[];
  bcc: string[];
  /** The mailbox that it leaves from; that of the ticket when left out. */
  from?: string | undefined;
  /** That of the answered mail when left out. */
  subject?: string | undefined;
  /** The mail that it answers or hands on. */
  answered: ContentId | null;
  email_body: string;
  no_quote?: true | undefined;
  attachments: UploadedFile[];
  /** Files of the original that are not handed on. */
  left_out: AttachmentId[];
}

const params = (): Schema<{ temp_id: TempId }> => z.object({ temp_id: tempIdSchema });

/** Mails of the drawer that leave at a chosen time. */
export const sendLaterCalls = {
  /**
   * Stores a mail to be sent at its time, when the same rules count as for `reply`. Requested again with the same temp_id
   * before that, the later request takes the place of the earlier.
   */
  sendLater: post<ScheduledMail, null, SendLaterRequest>('/api/inbox/ticket/reply/later/', () => ({
    body: z.object({ send_at: z.iso.datetime({ offset: true }), reply: replyRequest() }),
    answer: scheduledMailSchema,
  })),
  /** Those of a ticket that wait, or were not sent; the next one first. */
  scheduledMails: get<ScheduledMail[], { ticket_id: TicketId }>('/api/inbox/ticket/:ticket_id/reply/later/', () => ({
    params: z.object({ ticket_id: idFromText<TicketId>() }),
    answer: readableOf('scheduled', scheduledMailSchema),
  })),
  /** For its writer or a store admin. */
  scheduledText: get<ScheduledText, { temp_id: TempId }>('/api/inbox/reply/later/:temp_id/', () => ({
    params: params(),
    answer: z.object({
      mail: scheduledMailSchema,
      to: z.array(z.string()),
      cc: z.array(z.string()),
      bcc: z.array(z.string()),
      from: z.optional(z.string()),
      subject: z.optional(z.string()),
      answered: z.nullable(contentIdSchema),
      email_body: z.string(),
      no_quote: z.optional(z.literal(true)),
      attachments: z.array(uploadedFileSchema),
      left_out: z.array(attachmentIdSchema),
    }),
  })),
  /** Calls it off, for its writer or a store admin, whose uploads its files are then. */
  cancelScheduled: post<Record<string, never>, { temp_id: TempId }>('/api/inbox/reply/later/:temp_id/cancel/', () => ({
    params: params(),
    answer: nothing(),
  })),
} as const;
