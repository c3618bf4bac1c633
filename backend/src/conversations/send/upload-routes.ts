import multipart, { type Multipart } from '@fastify/multipart';
import { MEDIA_PATH, MULTIPLE_MEDIA_PATH, type Success } from '@inbox/api/wire';
import { idFromText, MAX_FILES_PER_SEND, type TicketId, type UploadedFile } from '@inbox/domain';
import { MAX_FILE_BYTES, MAX_TEMPLATE_FILE_BYTES } from '@inbox/domain/conversation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acceptNoteUpload,
  acceptTemplateUpload,
  acceptUpload,
  discardUploads,
  FileRefused,
  type IncomingFile,
} from './accept-upload';
import { checkInboxPermission, whoAsksAtAll } from '../../http/authentication';
import type { HttpDeps } from '../../http/deps';
import { badRequest, BadRequest, TooManyFiles } from '../../http/failures';
import { messages } from '../../http/messages';
import { checkFileScope } from '../../http/scope-gate';

const ticketId = idFromText<TicketId>();

function ticketOf(text: unknown): TicketId {
  const parsed = ticketId.safeParse(text);
  if (!parsed.success) throw badRequest('ticket_id', parsed.error.issues);
  return parsed.data;
}

const LIMITS = {
  files: MAX_FILES_PER_SEND,
  // One more than a file may have: what keeps the file finds that it is too large, and says so.
  fileSize: MAX_FILE_BYTES + 1,
  fields: 4,
  fieldSize: 100,
  fieldNameSize: 100,
  parts: MAX_FILES_PER_SEND + 4,
  headerPairs: 20,
};

/** A file that a template begins with may be larger. */
const TEMPLATE_LIMITS = { ...LIMITS, fileSize: MAX_TEMPLATE_FILE_BYTES + 1 };

/** Files for replies and templates, streamed to the disk as they come (spec section 7). */
export function serveUploads(app: FastifyInstance, deps: Pick<HttpDeps, 'context' | 'uploads'>): void {
  app.register(async (scope) => {
    // What keeps a file says itself that it is too large, and the files after it are looked at as well.
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    scope.post<{ Params: { ticket_id: string } }>(MEDIA_PATH, (request) =>
      takeAll(deps, request, ticketOf(request.params.ticket_id)),
    );
    scope.post(MULTIPLE_MEDIA_PATH, (request) => takeAll(deps, request, null));
  });
}

/** @param named the ticket that the address names; without one a field does */
async function takeAll(
  { context, uploads }: Pick<HttpDeps, 'context' | 'uploads'>,
  request: FastifyRequest,
  named: TicketId | null,
): Promise<Success<UploadedFile[]>> {
  const who = whoAsksAtAll(request);
  checkInboxPermission(who);
  const fields = new Map<string, unknown>();
  const taken: UploadedFile[] = [];
  const refused: FileRefused[] = [];
  try {
    for await (const part of request.parts({ limits: named === null ? TEMPLATE_LIMITS : LIMITS })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, part.value);
        continue;
      }
      const forTemplate = named === null && fields.get('template') === 'true';
      const forNote = named === null && fields.get('note') === 'true';
      const said = fields.get('ticket_id');
      // Without any it is for an e-mail that begins a ticket.
      const ticket = named ?? (said === undefined ? null : ticketOf(said));
      const names = forTemplate ? 'own' : ticket === null ? 'all' : { tickets: [ticket] };
      await checkFileScope(context.db, who, { writes: true, names });
      const how = { isVoice: fields.get('voice') === 'true', asDocument: fields.get('document') === 'true' };
      const file = incoming(part, how);
      try {
        if (forTemplate) taken.push(await acceptTemplateUpload(context, uploads, who, file));
        else if (forNote && ticket !== null) taken.push(await acceptNoteUpload(context, uploads, who, ticket, file));
        else taken.push(await acceptUpload(context, uploads, who, ticket, file));
      } catch (error) {
        // What follows it is looked at as well, so that every refused file is named.
        if (!(error instanceof FileRefused)) throw error;
        refused.push(error);
      }
    }
    const [first] = refused;
    if (first) throw refused.length === 1 ? first : allRefused(refused);
    if (taken.length === 0) throw new BadRequest(messages.noFile, { file: [messages.noFile] });
  } catch (error) {
    const ids = taken.map(({ id }) => id);
    await discardUploads(context, uploads, who, ids);
    throw isFilesLimit(error) ? new TooManyFiles() : error;
  }
  return { success: true, data: taken };
}

/** Several refused files in one failure, each in a line of its own. */
function allRefused(refused: readonly FileRefused[]): BadRequest {
  const lines = refused.map(({ message }) => message);
  return new BadRequest(lines.join('\n'), { file: lines });
}

/** The multipart parser's own error for one file too many. */
const isFilesLimit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';

const incoming = (
  part: Extract<Multipart, { type: 'file' }>,
  how: Pick<IncomingFile, 'isVoice' | 'asDocument'>,
): IncomingFile => ({ name: part.filename, type: part.mimetype, bytes: part.file, ...how });
