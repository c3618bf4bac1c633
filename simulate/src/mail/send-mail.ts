import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';

export interface CustomerMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** With angle brackets; made when left out. */
  messageId?: string;
  /** Where it asks for answers. */
  replyTo?: string;
  inReplyTo?: string;
  references?: string[];
  date?: Date;
  /** `cid`: by which the HTML names it. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[];
}

/** The mail as a mail program writes it. */
export function composeMail(mail: CustomerMail): Promise<Buffer> {
  return new MailComposer(mail).compile().build();
}

/** Hands a customer's mail to the inbox's door. */
export async function sendMail(smtpPort: number, mail: CustomerMail): Promise<void> {
  await sendRawMail(smtpPort, { from: mail.from.address, to: mail.to }, await composeMail(mail));
}

/** Hands a mail over as these very bytes, whatever they are. */
export async function sendRawMail(
  smtpPort: number,
  envelope: { from: string; to: string },
  raw: Buffer | string,
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope, raw });
  } finally {
    transport.close();
  }
}
