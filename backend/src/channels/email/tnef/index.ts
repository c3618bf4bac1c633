import { claimedType } from '@inbox/domain/conversation';
import type { Attachment, Email } from 'postal-mime';
import { decodeTnef, isTnef, roomOfMail, type TnefFile, type TnefMessage } from './decode';

const TYPE = /^application\/(?:vnd\.)?ms-tnef$/i;

/**
 * Outlook wraps what it sends to those it takes for its own into one file, winmail.dat. Here its words and files take their
 * places in the mail, as if it had been sent like others; the mail as it came stays in 'Show original'.
 */
export function unwrapTnef(email: Email): Email {
  if (!email.attachments.some(isWrapped)) return email;
  let { html, text } = email;
  const attachments: Attachment[] = [];
  const room = roomOfMail();
  for (const attachment of email.attachments) {
    const message = isWrapped(attachment) ? decodeTnef(bytesOf(attachment), room) : null;
    if (message === null) {
      attachments.push(attachment);
      continue;
    }
    // What stands in the mail itself is what its sender's program made for everybody; it has no more than the words.
    html ||= message.html ?? undefined;
    text = text?.trim() ? text : (message.text ?? text);
    attachments.push(...filesOf(message));
  }
  return { ...email, html, text, attachments };
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(new Uint8Array(content));

const isWrapped = (attachment: Attachment): boolean =>
  (TYPE.test(attachment.mimeType) || attachment.filename?.toLowerCase() === 'winmail.dat') &&
  isTnef(bytesOf(attachment));

function filesOf({ files, html }: TnefMessage): Attachment[] {
  return files.map(({ name, type, bytes, contentId }: TnefFile) => {
    const isInline = contentId !== null && html?.includes(`cid:${contentId}`) === true;
    return {
      filename: name,
      mimeType: claimedType({ name: name ?? '', type: type ?? '' }),
      disposition: isInline ? 'inline' : 'attachment',
      related: isInline,
      ...(contentId !== null && { contentId: `<${contentId}>` }),
      content: Uint8Array.from(bytes).buffer,
    };
  });
}
