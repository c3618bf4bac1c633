import { idFromText, type AttachmentId } from '@inbox/domain';
import type { FastifyInstance } from 'fastify';
import { findAttachment } from '../../store/attachment-rows';
import { storable } from '../../store/text';
import { WorkError } from '../../work/errors';
import { checkInboxPermission, whoAsks } from './authentication';
import type { HttpDeps } from './deps';
import { badRequest } from './failures';
import { messages } from './messages';

/** What a browser may show by itself: none of these can carry a script. Everything else is only ever saved. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|video\/(?:mp4|3gpp)|audio\/(?:aac|mp4|amr|mpeg|ogg))$/;

const attachmentId = idFromText<AttachmentId>();

/** Files that came with messages, for this merchant's agents. They are strangers' files: inert, whatever they are. */
export function serveAttachments(app: FastifyInstance, { context, uploads }: HttpDeps): void {
  app.get<{ Params: { id: string } }>('/api/inbox/attachments/:id/', async (request, reply) => {
    const who = whoAsks(request);
    checkInboxPermission(who);
    const id = attachmentId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    const found = await findAttachment(context.db, who.merchantId, id.data);
    if (found === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    if (found.storage_key === null) throw new WorkError(404, messages.notFetched, 'not_fetched');

    const { stream, size } = await uploads.open(found.storage_key);
    const type = found.content_type.split(';')[0]?.trim().toLowerCase() ?? '';
    const shown = SHOWN.test(type);
    return reply
      .headers({
        'content-type': shown ? type : 'application/octet-stream',
        'content-length': size,
        'content-disposition': disposition(shown ? 'inline' : 'attachment', found.filename),
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=3600',
      })
      .send(stream);
  });
}

/** With the name in a form that every browser reads, and once more in full (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(storable(filename)).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
