import type { Email } from 'postal-mime';
import { idsIn } from './read-mail';

/** A report of a mail server that a mail of ours did not arrive. */
export interface Bounce {
  /** The Message-IDs that it may be about, likeliest first. */
  messageIds: string[];
  /** Whom it did not reach, and the mail server's words; undefined where the report does not say. */
  recipient: string | undefined;
  reason: string | undefined;
}

/** Reads a delivery status notification (RFC 3464) of a failure; null for anything else. */
export function readBounce(email: Email): Bounce | null {
  const contentType = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  const isReport = /^\s*multipart\/report\b/i.test(contentType);
  const partsOf = (...types: string[]) => email.attachments.filter(({ mimeType }) => types.includes(mimeType));
  if (!isReport) return null;

  // Some servers send the explanation, too, as such a part.
  const statuses = partsOf('message/delivery-status', 'message/global-delivery-status').map(({ content }) =>
    textOf(content),
  );
  const fields = statuses.find((text) => /^action:\s*failed/im.test(text));
  if (fields === undefined) return null;
  const [original] = partsOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers', 'message/global');
  const headers = original === undefined ? '' : (textOf(original.content).split(/\r?\n\r?\n/)[0] ?? '');
  const messageIds = [field(headers, 'message-id'), email.inReplyTo, email.references].flatMap((header) =>
    idsIn(header),
  );
  const recipient = field(fields, 'final-recipient')?.replace(/^[^;]*;\s*/, '');
  const words = field(fields, 'diagnostic-code')?.replace(/^[^;]*;\s*/, '') ?? field(fields, 'status');
  return { messageIds, recipient: recipient?.slice(0, 320), reason: words?.slice(0, 500) };
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString();
}

/** A header's value, unfolded. */
function field(headers: string, name: string): string | undefined {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(headers);
  return found?.[1]?.replace(/\s+/g, ' ').trim();
}
