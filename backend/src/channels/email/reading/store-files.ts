import { decodeWords, type Attachment } from 'postal-mime';
import { kindOfType, safeFilename, safeType } from '../../../platform/files/file-types';
import type { Uploads } from '../../../platform/files/uploads';
import type { IncomingAttachment } from '../../../conversations/incoming/incoming-message';
import { westernText } from '../text/western-text';

/**
 * Puts a mail's files on the disk.
 * @param keys under which; whoever made them up removes what was stored when it fails
 */
export async function storeFiles(
  uploads: Uploads,
  attachments: readonly Attachment[],
  keys: readonly string[],
): Promise<IncomingAttachment[]> {
  const stored: IncomingAttachment[] = [];
  for (const [index, part] of attachments.entries()) {
    const key = keys[index];
    if (key === undefined) throw new Error(`There are more files than names for them: ${keys.length}.`);
    stored.push(await storeFile(uploads, part, { number: index + 1, key }));
  }
  return stored;
}

async function storeFile(
  uploads: Uploads,
  part: Attachment,
  { number, key }: { number: number; key: string },
): Promise<IncomingAttachment> {
  const { content, mimeType, filename, disposition, related, contentId = null } = part;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  const { storage_key, size, head } = await uploads.put(bytes, { maxBytes: Number.POSITIVE_INFINITY, key });
  const content_type = safeType(mimeType, head);
  return {
    kind: kindOfType(content_type),
    filename: safeFilename(
      filename && westernText(filename),
      mimeType,
      nameOf(mimeType, bytes) ?? `attachment-${number}`,
    ),
    content_type,
    size,
    disposition: related === true || disposition === 'inline' ? 'inline' : 'attachment',
    content_id_header: contentId,
    storage_key,
    external_media_id: null,
  };
}

/** Parts that never bring a name, for what they are. */
const NAMES: Readonly<Record<string, string>> = {
  'message/delivery-status': 'delivery-report',
  'message/global-delivery-status': 'delivery-report',
  'message/disposition-notification': 'receipt',
  'text/rfc822-headers': 'headers-of-your-mail',
  'message/rfc822-headers': 'headers-of-your-mail',
  'application/pgp-signature': 'signature',
  'application/pgp-keys': 'public-key',
  'application/pgp-encrypted': 'pgp-version',
  'application/pkcs7-signature': 'smime',
  'application/x-pkcs7-signature': 'smime',
  'application/pkcs7-mime': 'smime',
  'application/x-pkcs7-mime': 'smime',
};

/** More than the headers of a mail of people. */
const MAX_HEAD = 65_536;

/** The name of a part without one: of a mail its subject, or `mail`. Undefined when nothing gives one. */
function nameOf(type: string, bytes: Buffer): string | undefined {
  if (type !== 'message/rfc822' && type !== 'message/global') return NAMES[type];
  const [head = ''] = bytes
    .subarray(0, MAX_HEAD)
    .toString()
    .split(/\r?\n\r?\n/, 1);
  const subject = /^subject:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1]?.replace(/\r?\n[ \t]*/g, ' ');
  return westernText(decodeWords(subject ?? '')).trim() || 'mail';
}

/** For files whose mail was not stored after all. */
export async function removeFiles(
  uploads: Uploads,
  stored: readonly Pick<IncomingAttachment, 'storage_key'>[],
): Promise<void> {
  for (const { storage_key } of stored) if (storage_key !== null) await uploads.remove(storage_key);
}
