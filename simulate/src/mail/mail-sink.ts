import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';

/** A mail that the inbox sent to a customer. */
export interface SentMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  messageId: string;
  inReplyTo: string;
  raw: Buffer;
  at: Date;
}

export interface MailSink {
  port: number;
  readonly sent: readonly SentMail[];
  close(): Promise<void>;
}

/** The customers' mail server: takes whatever the inbox sends. */
export async function startMailSink({
  port,
  onSent,
}: {
  port: number;
  onSent?: (mail: SentMail) => void;
}): Promise<MailSink> {
  const sent: SentMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    lenientAddressParsing: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const from = session.envelope.mailFrom;
        PostalMime.parse(raw)
          .then((mail) => {
            const one: SentMail = {
              from: from ? from.address : '',
              to: session.envelope.rcptTo.map(({ address }) => address),
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              messageId: mail.messageId ?? '',
              inReplyTo: mail.inReplyTo ?? '',
              raw,
              at: new Date(),
            };
            sent.push(one);
            done();
            onSent?.(one);
          })
          .catch(done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // A connection that breaks off is the other side's business, and must not end the sink.
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    sent,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
