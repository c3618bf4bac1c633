import { uploadedFileSchema, type Schema, type TicketId, type UploadedFile } from '@inbox/domain';
import * as z from 'zod/mini';

/**
 * Files for a reply to this ticket, as multipart/form-data (spec section 7): one or more files, each answered in their
 * order. A field `voice` before a file makes it a voice message.
 */
export const MEDIA_PATH = '/api/inbox/conversations/:ticket_id/media/';

/** The same with the ticket's id in a field `ticket_id` that comes before the files. */
export const MULTIPLE_MEDIA_PATH = '/api/inbox/multiple/media-upload/';

export const mediaPath = (ticket: TicketId): string => MEDIA_PATH.replace(':ticket_id', String(ticket));

export const uploadedFilesSchema: Schema<UploadedFile[]> = z.array(uploadedFileSchema);
