import { uploadedFileSchema, type Schema, type TicketId, type UploadedFile, type UploadId } from '@inbox/domain';
import * as z from 'zod/mini';

/**
 * Files for a reply to this ticket, as multipart/form-data (spec section 7): one or more files, each answered in their
 * order. A field `voice` before a file makes it a voice message, a field `document` one that is sent as a document. When one of
 * them is refused none is kept, and the failure names each that is.
 */
export const MEDIA_PATH = '/api/inbox/conversations/:ticket_id/media/';

/**
 * The same with the ticket's id in a field `ticket_id` that comes before the files. With a field `template` in its place
 * the file is one that a WhatsApp template begins with; with neither they are for an e-mail that begins a ticket. With a
 * field `note` beside `ticket_id` they are for a note on the ticket.
 */
export const MULTIPLE_MEDIA_PATH = '/api/inbox/multiple/media-upload/';

export const mediaPath = (ticket: TicketId): string => MEDIA_PATH.replace(':ticket_id', String(ticket));

/** Where an upload is had by the agent whose it is, until it is sent: its `url`. */
export const uploadUrl = (id: UploadId): string => `/api/inbox/uploads/${id}/`;

/** Such an address, whole or from its path on. */
export const UPLOAD_PATH = /^(?:https?:\/\/[^/]+)?\/api\/inbox\/uploads\/([1-9]\d{0,14})\/$/;

export const uploadedFilesSchema: Schema<UploadedFile[]> = z.array(uploadedFileSchema);
