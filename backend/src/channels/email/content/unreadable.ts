import type { EmailAddress } from '@inbox/domain';
import { isAddress } from './mail-people';
import type { ReadMail } from './read-mail';

/**
 * Everything that is known of a mail whose headers, too, cannot be read: whom it came from, as its server said.
 * @param mail.digest of what the mail says: the same mail is known by it when it comes again
 */
export function unreadable(mail: { digest: string; envelopeSender: string; now: Date }): ReadMail {
  const messageId = `<${mail.digest}@no-message-id.invalid>`;
  const sender: EmailAddress = { email: mail.envelopeSender, name: '' };
  const from = [sender].filter(isAddress);
  const people = { from, to: [], cc: [], bcc: [], reply_to: [] };
  return {
    messageId,
    ownId: messageId,
    answers: [],
    authors: { addresses: from, name: '' },
    sentAt: mail.now,
    text: '',
    details: { subject: '', ...people, html: null, message_id: messageId, references: [], digest: mail.digest },
  };
}
