import { UPLOAD_PATH, type ReplyRequest } from '@inbox/api/wire';
import { MAX_FILES_PER_SEND, type UploadId } from '@inbox/domain';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';

/**
 * The files of a reply, each once, in their order: those named by id, then those named as their uploads answered them
 * (spec section 7, `attachment`).
 * @throws WorkError when there are more than one reply takes
 */
export function uploadIdsOf({
  attachment_ids,
  attachment = [],
}: Pick<ReplyRequest, 'attachment_ids' | 'attachment'>): UploadId[] {
  const named = attachment.flatMap(({ url }) => {
    const id = UPLOAD_PATH.exec(url)?.[1];
    return id === undefined ? [] : [Number(id) as UploadId];
  });
  const ids = [...new Set([...attachment_ids, ...named])];
  if (ids.length <= MAX_FILES_PER_SEND) return ids;
  throw new WorkError(400, messages.tooManyFiles, 'too_many_files', { attachment: [messages.tooManyFiles] });
}
