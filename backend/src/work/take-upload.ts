import {
  claimedType,
  fileKind,
  fileProblem,
  MAX_FILE_BYTES,
  type FileProblem,
  type TicketId,
  type UploadedFile,
} from '@inbox/domain';
import { safeFilename } from '../channels/files';
import { createUpload, type PendingUpload } from '../store/pending-uploads';
import { findTicket } from '../store/ticket-rows';
import { TooLargeError, type StoredUpload, type Uploads } from '../store/uploads';
import type { WorkContext } from './change';
import { WorkError } from './errors';
import { messages } from './messages';
import type { SignedIn } from './session';
import { trueType } from './true-type';

/** A file on its way in; nothing of it is believed but its bytes. */
export interface IncomingFile {
  name: string;
  /** As declared. */
  type: string;
  isVoice: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/** Where an upload is had, by the agent whose it is. */
const uploadUrl = ({ id }: Pick<PendingUpload, 'id'>): string => `/api/inbox/uploads/${id}/`;

/**
 * Keeps a file for a reply to this ticket. Its type is what its content is, not what it was called.
 * @throws WorkError when there is no such ticket, or when no reply on its channel may carry the file
 */
export async function takeUpload(
  { db }: WorkContext,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  ticketId: TicketId,
  file: IncomingFile,
): Promise<UploadedFile> {
  const ticket = await findTicket(db, who.merchantId, ticketId);
  if (ticket === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  const stored = await put(uploads, file);
  try {
    const content_type = trueType(stored.head, file);
    if (content_type === null) throw refused({ code: 'type-not-supported', type: claimedType(file) }, file.name);
    const problem = fileProblem(ticket.source, { type: content_type, size: stored.size });
    if (problem !== null) throw refused(problem, file.name);
    const kind = fileKind(content_type) ?? 'document';
    const upload = await createUpload(db, {
      merchant_id: who.merchantId,
      agent_id: who.agent.id,
      ticket_id: ticketId,
      storage_key: stored.storage_key,
      kind: file.isVoice && kind === 'audio' ? 'voice' : kind,
      filename: safeFilename(file.name, content_type, 'file'),
      content_type,
      size: stored.size,
    });
    const { id, filename: file_name, size } = upload;
    return { id, url: uploadUrl(upload), file_name, content_type, size, kind: upload.kind };
  } catch (error) {
    await uploads.remove(stored.storage_key);
    throw error;
  }
}

async function put(uploads: Pick<Uploads, 'put'>, file: IncomingFile): Promise<StoredUpload> {
  try {
    return await uploads.put(file.bytes, { maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    throw refused({ code: 'size-too-large', type: claimedType(file), limit: MAX_FILE_BYTES / 1_000_000 }, file.name);
  }
}

function refused(problem: FileProblem, name: string): WorkError {
  const message =
    problem.code === 'size-too-large'
      ? messages.typeTooLarge(problem.type, problem.limit)
      : messages.typeNotSupported(name, problem.type);
  return new WorkError(400, message, problem.code, { file: [message] });
}
