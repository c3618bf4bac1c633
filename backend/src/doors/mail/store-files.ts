import type { Attachment } from 'postal-mime';
import { kindOfType, safeFilename, safeType } from '../../channels/files';
import type { Uploads } from '../../store/uploads';
import type { IncomingAttachment } from '../../work/incoming';
import { westernText } from './western-text';

/** Puts a mail's files on the disk; when one cannot be, none stays there. */
export async function storeFiles(uploads: Uploads, attachments: readonly Attachment[]): Promise<IncomingAttachment[]> {
  const stored: IncomingAttachment[] = [];
  try {
    for (const [index, part] of attachments.entries()) stored.push(await storeFile(uploads, part, index + 1));
    return stored;
  } catch (error) {
    await removeFiles(uploads, stored);
    throw error;
  }
}

async function storeFile(uploads: Uploads, part: Attachment, number: number): Promise<IncomingAttachment> {
  const { content, mimeType, filename, disposition, related, contentId = null } = part;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  const { storage_key, size, head } = await uploads.put(bytes, { maxBytes: Number.POSITIVE_INFINITY });
  const content_type = safeType(mimeType, head);
  return {
    kind: kindOfType(content_type),
    filename: safeFilename(filename && westernText(filename), mimeType, `attachment-${number}`),
    content_type,
    size,
    disposition: related === true || disposition === 'inline' ? 'inline' : 'attachment',
    content_id_header: contentId,
    storage_key,
    external_media_id: null,
  };
}

/** For files whose mail was not stored after all. */
export async function removeFiles(
  uploads: Uploads,
  stored: readonly Pick<IncomingAttachment, 'storage_key'>[],
): Promise<void> {
  for (const { storage_key } of stored) if (storage_key !== null) await uploads.remove(storage_key);
}
