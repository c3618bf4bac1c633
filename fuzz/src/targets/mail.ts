import { composeMail, sampleWinmail } from '@inbox/simulate';
import { readAutomatic } from '../../../backend/src/channels/email/reports/automatic';
import { parseMail } from '../../../backend/src/channels/email/parse';
import { readMail } from '../../../backend/src/channels/email/content/read-mail';
import { readReport } from '../../../backend/src/channels/email/reports';
import { openCms } from '../../../backend/src/channels/email/smime/cms';
import { compressed, encrypted, signed } from '../../../backend/src/channels/email/smime/fixtures';
import { decodeTnef } from '../../../backend/src/channels/email/tnef/decode';
import { unwrapTnef } from '../../../backend/src/channels/email/tnef';
import { orRefused, type Target } from '../target';

const now = new Date('2026-11-20T06:00:00Z');

const composed = (given: Partial<Parameters<typeof composeMail>[0]>): Promise<Buffer> =>
  composeMail({
    from: { name: 'Priya R', address: 'priya@mail.example' },
    to: 'care@shop.example',
    subject: 'Where is my parcel?',
    text: 'It was to come on Friday.',
    date: now,
    messageId: '<one@mail.example>',
    ...given,
  });

const winmail = (): Buffer => sampleWinmail('Minutes of the call', { name: 'a.txt', bytes: Buffer.from('one') });

const BOUNCE = [
  'From: MAILER-DAEMON@mail.example',
  'To: care@shop.example',
  'Subject: Undelivered',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'No such user',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mail.example',
  '',
  'Final-Recipient: rfc822; nobody@mail.example',
  'Action: failed',
  'Status: 5.1.1',
  '--b',
  'Content-Type: text/rfc822-headers',
  '',
  'Message-ID: <two@shop.example>',
  '--b--',
  '',
].join('\r\n');

const PLAIN_REPORT = [
  'From: MAILER-DAEMON@relay.example',
  'To: care@shop.example',
  'Subject: failure notice',
  '',
  'Sorry, it could not be delivered.',
  '',
  '<nobody@mail.example>:',
  'Remote host said: 550 5.1.1 No such user',
  '',
  'Message-ID: <two@shop.example>',
  '',
].join('\r\n');

/** A whole mail, as the workers read it. */
export const mail: Target = {
  name: 'mail',
  seeds: async () => [
    await composed({}),
    await composed({
      html: '<p>It was to come on <b>Friday</b>.</p>',
      inReplyTo: '<two@shop.example>',
      references: ['<two@shop.example>'],
    }),
    await composed({
      from: { name: 'प्रिया', address: 'priya@mail.example' },
      subject: 'मेरा पार्सल',
      attachments: [{ filename: 'बिल.pdf', content: Buffer.from('%PDF-1.4'), contentType: 'application/pdf' }],
    }),
    await composed({
      attachments: [{ filename: 'winmail.dat', content: winmail(), contentType: 'application/ms-tnef' }],
    }),
    await composed({
      attachments: [{ filename: 'smime.p7m', content: signed(BOUNCE), contentType: 'application/pkcs7-mime' }],
    }),
    Buffer.from(BOUNCE),
    Buffer.from(PLAIN_REPORT),
  ],
  read: (input) =>
    orRefused(
      async () => {
        const { email: wrapped } = await parseMail(input);
        const report = readReport(wrapped);
        readMail(unwrapTnef(wrapped), { envelopeSender: '', now });
        readAutomatic(wrapped, report);
      },
      // Said in words by the parsers; a TypeError is nobody's refusal.
      ({ name, message }) => name === 'Error' && /^(?:The mail has more than|Maximum .* exceeded)/.test(message),
    ),
};

/** Outlook's wrapping of a mail. */
export const tnef: Target = {
  name: 'tnef',
  seeds: async () => [winmail()],
  read: async (input) => void decodeTnef(Buffer.from(input)),
};

/** The files of S/MIME that mails are signed, compressed or encrypted in. */
export const smime: Target = {
  name: 'smime',
  seeds: async () => [signed(BOUNCE), signed(BOUNCE, { piece: 100 }), signed(null), compressed(BOUNCE), encrypted()],
  read: async (input) => void openCms(input, { inflated: 100_000 }),
};
