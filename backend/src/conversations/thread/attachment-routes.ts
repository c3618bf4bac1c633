import { idFromText, type AttachmentId, type ContentId, type NoteId, type UploadId } from '@inbox/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { findAttachment, findOriginalMail } from './attachment-rows';
import { findWholeMail } from './long-mails';
import { findUpload } from './pending-uploads';
import { findRaw } from './message-raws';
import { findPostPicture } from './posts';
import { findNoteFile } from '../../notes/note-queries';
import type { PostRowId } from './tables';
import type { Uploads } from '../../platform/files/uploads';
import { storable } from '../../platform/db/storable-text';
import { WorkError, codeOf } from '../../platform/errors/errors';
import { checkInboxPermission, whoAsks, whoAsksAtAll } from '../../http/authentication';
import type { SignedIn } from '../../agents/sessions/session';
import type { HttpDeps } from '../../http/deps';
import { badRequest } from '../../http/failures';
import { messages } from '../../http/messages';
import { checkFileScope } from '../../http/scope-gate';
import type { Named } from '../../embed/reach';

/** What a browser may show by itself: none of these can carry a script. Everything else is only ever saved. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|video\/(?:mp4|3gpp)|audio\/(?:aac|mp4|amr|mpeg|ogg))$/;

const attachmentId = idFromText<AttachmentId>();
const contentId = idFromText<ContentId>();
const postId = idFromText<PostRowId>();
const uploadId = idFromText<UploadId>();
const noteId = idFromText<NoteId>();

/** Files that came with messages, for this merchant's agents. They are strangers' files: inert, whatever they are. */
export function serveAttachments(app: FastifyInstance, { context, uploads }: HttpDeps): void {
  const mayRead = (who: SignedIn, names: Named) => checkFileScope(context.db, who, { writes: false, names });
  app.get<{ Params: { id: string } }>('/api/inbox/attachments/:id/', async (request, reply) => {
    const who = whoAsksAtAll(request);
    checkInboxPermission(who);
    const id = attachmentId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    await mayRead(who, { attachments: [id.data] });
    const found = await findAttachment(context.db, who.merchantId, id.data);
    if (found === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    if (found.infected) throw new WorkError(404, messages.isInfected, 'infected');
    if (found.storage_key === null) throw new WorkError(404, messages.notFetched, 'not_fetched');

    const type = found.content_type.split(';')[0]?.trim().toLowerCase() ?? '';
    const shown = SHOWN.test(type);
    return sendFile(reply, uploads, {
      storageKey: found.storage_key,
      type: shown ? type : 'application/octet-stream',
      disposition: disposition(shown ? 'inline' : 'attachment', found.filename),
    });
  });

  app.get<{ Params: { id: string } }>('/api/inbox/uploads/:id/', async (request, reply) => {
    const who = whoAsksAtAll(request);
    checkInboxPermission(who);
    const id = uploadId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    await mayRead(who, { uploads: [id.data] });
    const found = await findUpload(context.db, { merchantId: who.merchantId, agentId: who.agent.id, id: id.data });
    if (found === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    const shown = SHOWN.test(found.content_type);
    return sendFile(reply, uploads, {
      storageKey: found.storage_key,
      type: shown ? found.content_type : 'application/octet-stream',
      disposition: disposition(shown ? 'inline' : 'attachment', found.filename),
    });
  });

  app.get<{ Params: { id: string; position: string } }>(
    '/api/inbox/notes/:id/media/:position/',
    async (request, reply) => {
      const who = whoAsksAtAll(request);
      checkInboxPermission(who);
      const id = noteId.safeParse(request.params.id);
      if (!id.success) throw badRequest('id', id.error.issues);
      await mayRead(who, { notes: [id.data] });
      const position = /^\d{1,3}$/.test(request.params.position) ? Number(request.params.position) : -1;
      const found = await findNoteFile(context.db, who.merchantId, id.data, position);
      if (found === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
      const shown = SHOWN.test(found.content_type);
      return sendFile(reply, uploads, {
        storageKey: found.storage_key,
        type: shown ? found.content_type : 'application/octet-stream',
        disposition: disposition(shown ? 'inline' : 'attachment', found.filename),
      });
    },
  );

  app.get<{ Params: { id: string } }>('/api/inbox/posts/:id/picture/', async (request, reply) => {
    const who = whoAsksAtAll(request);
    checkInboxPermission(who);
    const id = postId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    await mayRead(who, { posts: [id.data] });
    const found = await findPostPicture(context.db, who.merchantId, id.data);
    if (found === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    const shown = SHOWN.test(found.content_type);
    return sendFile(reply, uploads, {
      storageKey: found.storage_key,
      type: shown ? found.content_type : 'application/octet-stream',
      disposition: disposition(shown ? 'inline' : 'attachment', `post-${id.data}`),
    });
  });

  app.get<{ Params: { id: string } }>('/api/inbox/emails/:id/original/', async (request, reply) => {
    const who = whoAsksAtAll(request);
    checkInboxPermission(who);
    const id = contentId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    await mayRead(who, { contents: [id.data] });
    const storageKey = await findOriginalMail(context.db, who.merchantId, id.data);
    if (storageKey === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    return sendFile(reply, uploads, {
      storageKey,
      type: 'application/octet-stream',
      disposition: disposition('attachment', `mail-${id.data}.eml`),
    });
  });

  app.get<{ Params: { id: string } }>('/api/inbox/emails/:id/whole/', async (request, reply) => {
    const who = whoAsksAtAll(request);
    checkInboxPermission(who);
    const id = contentId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    await mayRead(who, { contents: [id.data] });
    const whole = await findWholeMail(context.db, who.merchantId, id.data);
    if (whole === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    // Text, which a browser that is led here shows as such, whatever it says.
    return reply
      .headers(inert('text/plain; charset=utf-8', disposition('attachment', `mail-${id.data}.txt`)))
      .send(whole);
  });
}

/** Messages of unknown kinds as the channel told them, for store admins: they may hold what nobody else should read. */
export function serveRawMessages(app: FastifyInstance, { context }: HttpDeps): void {
  app.get<{ Params: { id: string } }>('/api/inbox/messages/:id/raw/', async (request, reply) => {
    const who = whoAsks(request);
    checkInboxPermission(who);
    if (!who.agent.is_store_admin) throw new WorkError(403, messages.adminsOnly, 'admins_only');
    const id = contentId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    const raw = await findRaw(context.db, who.merchantId, id.data);
    if (raw === undefined) throw new WorkError(404, messages.noAttachment, 'no_attachment');
    return reply
      .headers(inert('application/octet-stream', disposition('attachment', `message-${id.data}.json`)))
      .send(raw);
  });
}

/** As inert as a file can be: nothing in it runs or loads, even where it is opened as a page. */
async function sendFile(
  reply: FastifyReply,
  uploads: Pick<Uploads, 'open'>,
  file: { storageKey: string; type: string; disposition: string },
): Promise<FastifyReply> {
  const { stream, size } = await uploads.open(file.storageKey).catch((error: unknown) => {
    // The database came here without its files; the operator was told at the start.
    if (codeOf(error) === 'ENOENT') throw new WorkError(404, messages.fileMissing, 'file_missing');
    throw error;
  });
  return reply
    .headers({
      ...inert(file.type, file.disposition),
      'content-length': size,
      'cache-control': 'private, max-age=3600',
      // A browser may be signed in as somebody else within the hour.
      vary: 'origin, authorization',
    })
    .send(stream);
}

const inert = (type: string, shown: string) => ({
  'content-type': type,
  'content-disposition': shown,
  'content-security-policy': "default-src 'none'; sandbox",
});

/** With the name in a form that every browser reads, and once more in full (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(storable(filename)).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
