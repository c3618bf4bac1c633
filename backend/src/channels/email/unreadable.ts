import type { EmailAddress } from '@inbox/domain';
import { isAddress } from './mail-people';
import type { ReadMail } from './read-mail';

/** What is known of a mail whose headers, too, cannot be read: whom it came from, as its server said. */
export function unreadable(mail: { key: string; envelopeSender: string; now: Date }): ReadMail {
  const messageId = `<${mail.key}@no-message-id.invalid>`;
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
    details: { subject: '', ...people, html: null, message_id: messageId, references: [], digest: mail.key },
  };
}
