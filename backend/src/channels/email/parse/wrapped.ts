import PostalMime, { addressParser, decodeWords } from 'postal-mime';
import type { MimeNode } from './postal-mime';

const TYPE = /^application\/(?:x-)?pkcs7-mime$/;
/** Name of a signed document, such as `invoice.pdf.p7m`. Its content is not part of the mail. */
const DOCUMENT = /\.[a-z0-9]{1,8}\.p7m$/i;

/** Whether a part is a file of S/MIME that may have the mail in it (RFC 8551 section 3.2.1), by type or by name. */
export function isWrapping({ contentType, contentDisposition }: MimeNode): boolean {
  const { value, params } = contentType.parsed;
  const name = decodeWords(contentDisposition.parsed.params['filename'] ?? params['name'] ?? '').trim();
  if (DOCUMENT.test(name)) return false;
  return TYPE.test(value) || (value.startsWith('application/') && /\.p7m$/i.test(name));
}

const HEAD_BYTES = 65_536;
const FIELD = /^[!-9;-~]+[ \t]*:/;
const MIME_FIELD = /^(?:content-[a-z-]+|mime-version|from|subject)[ \t]*:/im;

/** The headers that bytes begin with, or as much as there is of a text without any. */
function headOf(content: ArrayBuffer): string {
  const [head = ''] = Buffer.from(content, 0, Math.min(content.byteLength, HEAD_BYTES))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return head;
}

/**
 * Content that was wrapped, as the part of a mail that it is. Some programs sign a text without the headers of a part.
 * @returns null when it is a file instead
 */
export function entityOf(content: Uint8Array<ArrayBuffer>): ArrayBuffer | null {
  const head = headOf(content.buffer);
  if (FIELD.test(head) && MIME_FIELD.test(head)) return content.buffer;
  if (content.includes(0)) return null;
  const text = new Uint8Array(content.length + 2);
  text.set([0x0d, 0x0a]);
  text.set(content, 2);
  return text.buffer;
}

/**
 * Whether an attached mail is the very mail that it is in: S/MIME puts a mail with its headers into itself to sign them, too
 * (RFC 8551 section 3.1). A mail of somebody else is a forwarded one.
 * @param from the sender of the mail around it
 */
export async function isSameMail({ contentType, content }: MimeNode, from: string | undefined): Promise<boolean> {
  if (content === null || contentType.parsed.value !== 'message/rfc822') return false;
  if (contentType.parsed.params['forwarded']?.toLowerCase() === 'no') return true;
  const inner = await PostalMime.parse(Buffer.from(`${headOf(content)}\r\n\r\n`, 'latin1'));
  return from !== undefined && inner.from?.address?.toLowerCase() === from.toLowerCase();
}

/** The address of the first sender in the From of a mail. */
export function senderOf({ headers }: MimeNode): string | undefined {
  const from = headers.find(({ key }) => key === 'from')?.value;
  return from === undefined ? undefined : addressParser(from, { flatten: true })[0]?.address;
}
