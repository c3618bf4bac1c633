import { uploadUrl } from '@inbox/api/wire';
import type { FileProblem, TicketId, UploadedFile, UploadId } from '@inbox/domain';
import {
  claimedType,
  fileKind,
  fileProblem,
  noteFileKind,
  noteFileProblem,
  MAX_FILE_BYTES,
  MAX_TEMPLATE_FILE_BYTES,
  templateFileProblem,
} from '@inbox/domain/conversation';
import type { Queryable } from '../../platform/db/connection';
import { safeFilename } from '../../platform/files/file-types';
import { createUpload, deleteUploads } from '../thread/pending-uploads';
import { findTicket, isErased } from '../../tickets/lifecycle/ticket-rows';
import { TooLargeError, type StoredUpload, type Uploads } from '../../platform/files/uploads';
import { InfectedError } from '../../platform/virus-scan/scanned-uploads';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { checkMayReply } from './check-may-reply';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';
import { trueType } from '../../platform/files/true-type';

/** A file on its way in; nothing of it is believed but its bytes. */
export interface IncomingFile {
  name: string;
  /** As declared. */
  type: string;
  isVoice: boolean;
  /** To be sent as a document, whatever it shows. */
  asDocument: boolean;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Keeps a file for a reply to this ticket, or for an e-mail that begins one. Its type is what its content is, not what it
 * was called.
 * @throws WorkError when there is no such ticket, when this agent may not reply to it, or when no reply on its channel may
 * carry the file (`FileRefused`)
 */
export async function acceptUpload(
  { db, now }: WorkContext,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  ticketId: TicketId | null,
  file: IncomingFile,
): Promise<UploadedFile> {
  const ticket = ticketId === null ? null : await findTicket(db, who.merchantId, ticketId);
  if (ticket === undefined || isErased(ticket)) throw new WorkError(404, messages.noTicket, 'no_ticket');
  if (ticket !== null) checkMayReply({ now: now() }, who, ticket);
  const { asDocument } = file;
  return accept({ db, uploads, who, ticketId, maxBytes: MAX_FILE_BYTES }, file, (of) =>
    fileProblem(ticket?.source ?? 'email', { ...of, asDocument }),
  );
}

/**
 * Keeps a file that a template begins with, by the limits of spec section 5 for them. It belongs to no ticket yet.
 * @throws FileRefused when no template may begin with it
 */
export async function acceptTemplateUpload(
  { db }: Pick<WorkContext, 'db'>,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  file: Omit<IncomingFile, 'isVoice' | 'asDocument'>,
): Promise<UploadedFile> {
  const whole = { ...file, isVoice: false, asDocument: false };
  return accept({ db, uploads, who, ticketId: null, maxBytes: MAX_TEMPLATE_FILE_BYTES }, whole, (of) =>
    templateFileProblem(null, of),
  );
}

/**
 * Keeps a file for a note on this ticket, by the types of spec section 5 for them. Whoever may see the ticket may note.
 * @throws WorkError when there is no such ticket, or when no note may have the file (`FileRefused`)
 */
export async function acceptNoteUpload(
  { db }: Pick<WorkContext, 'db'>,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  ticketId: TicketId,
  file: Omit<IncomingFile, 'isVoice' | 'asDocument'>,
): Promise<UploadedFile> {
  const ticket = await findTicket(db, who.merchantId, ticketId);
  if (ticket === undefined || isErased(ticket)) throw new WorkError(404, messages.noTicket, 'no_ticket');
  const whole = { ...file, isVoice: false, asDocument: false };
  return accept({ db, uploads, who, ticketId, maxBytes: MAX_FILE_BYTES, forNote: true }, whole, noteFileProblem);
}

interface AcceptDeps {
  db: Queryable;
  uploads: Pick<Uploads, 'put' | 'remove'>;
  who: SignedIn;
  ticketId: TicketId | null;
  maxBytes: number;
  /** No reply may carry it. */
  forNote?: boolean;
}

async function accept(
  { db, uploads, who, ticketId, maxBytes, forNote = false }: AcceptDeps,
  file: IncomingFile,
  problemOf: (of: { type: string; size: number }) => FileProblem | null,
): Promise<UploadedFile> {
  const stored = await put(uploads, file, maxBytes);
  try {
    const content_type = trueType(stored.head, file);
    if (content_type === null) throw refused({ code: 'type-not-supported', type: claimedType(file) }, file.name);
    const problem = problemOf({ type: content_type, size: stored.size });
    if (problem !== null) throw refused(problem, file.name);
    const kindOf = forNote ? noteFileKind : fileKind;
    const kind = file.asDocument ? 'document' : (kindOf(content_type) ?? 'document');
    const upload = await createUpload(db, {
      merchant_id: who.merchantId,
      agent_id: who.agent.id,
      ticket_id: ticketId,
      for_note: forNote,
      storage_key: stored.storage_key,
      kind: file.isVoice && kind === 'audio' ? 'voice' : kind,
      filename: safeFilename(file.name, content_type, 'file'),
      content_type,
      size: stored.size,
    });
    const { id, filename: file_name, size } = upload;
    return { id, url: uploadUrl(id), file_name, content_type, size, kind: upload.kind };
  } catch (error) {
    await uploads.remove(stored.storage_key);
    throw error;
  }
}

async function put(uploads: Pick<Uploads, 'put'>, file: IncomingFile, maxBytes: number): Promise<StoredUpload> {
  try {
    return await uploads.put(file.bytes, { maxBytes });
  } catch (error) {
    if (error instanceof InfectedError) {
      throw new FileRefused('infected', messages.infected(safeFilename(file.name, file.type, 'file'), error.virus));
    }
    if (!(error instanceof TooLargeError)) throw error;
    const of = { type: claimedType(file), limit: maxBytes / 1_000_000 };
    throw refused({ code: 'size-too-large', ...of, channel: null, asDocument: false }, file.name);
  }
}

/** No reply may carry this file; of several in one request each is named. */
export class FileRefused extends WorkError {
  constructor(code: FileProblem['code'] | 'infected', message: string) {
    super(400, message, code, { file: [message] });
  }
}

function refused(problem: FileProblem, name: string): FileRefused {
  if (problem.code === 'type-not-supported') {
    return new FileRefused(problem.code, messages.typeNotSupported(name, problem.type));
  }
  const { type, limit, channel } = problem;
  const said = channel === null ? messages.typeTooLarge(type, limit) : messages.typeTooLargeOn(type, limit, channel);
  return new FileRefused(problem.code, messages.ofFile(name, said));
}

/** Forgets uploads of a request of which another file was refused. */
export async function discardUploads(
  { db }: WorkContext,
  uploads: Pick<Uploads, 'remove'>,
  who: SignedIn,
  ids: readonly UploadId[],
): Promise<void> {
  const of = { merchantId: who.merchantId, agentId: who.agent.id, ids };
  for (const storageKey of await deleteUploads(db, of)) await uploads.remove(storageKey);
}
