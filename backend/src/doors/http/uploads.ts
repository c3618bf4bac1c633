import multipart, { type Multipart } from '@fastify/multipart';
import { MEDIA_PATH, MULTIPLE_MEDIA_PATH, type Success } from '@inbox/api/wire';
import { idFromText, MAX_FILE_BYTES, MAX_FILES_PER_SEND, type TicketId, type UploadedFile } from '@inbox/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeUpload } from '../../work/take-upload';
import { checkInboxPermission, whoAsks } from './authentication';
import type { HttpDeps } from './deps';
import { badRequest, BadRequest } from './failures';
import { messages } from './messages';

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

/** Files for replies, streamed to the disk as they come (spec section 7). */
export function serveUploads(app: FastifyInstance, deps: Pick<HttpDeps, 'context' | 'uploads'>): void {
  app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS });
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
  const who = whoAsks(request);
  checkInboxPermission(who);
  const fields = new Map<string, unknown>();
  const taken: UploadedFile[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, part.value);
    else {
      const ticket = named ?? ticketOf(fields.get('ticket_id'));
      taken.push(await takeUpload(context, uploads, who, ticket, incoming(part, fields.get('voice') === 'true')));
    }
  }
  if (taken.length === 0) throw new BadRequest(messages.noFile, { file: [messages.noFile] });
  return { success: true, data: taken };
}

const incoming = (part: Extract<Multipart, { type: 'file' }>, isVoice: boolean) => ({
  name: part.filename,
  type: part.mimetype,
  isVoice,
  bytes: part.file,
});
