import { composeMail, sampleWinmail } from '@inbox/simulate';
import { readAutomatic } from '../../../backend/src/channels/email/automatic';
import { readBounce } from '../../../backend/src/channels/email/bounce';
import { parseMail } from '../../../backend/src/channels/email/parse';
import { readMail } from '../../../backend/src/channels/email/read-mail';
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
    Buffer.from(BOUNCE),
  ],
  read: (input) =>
    orRefused(
      async () => {
        const { email: wrapped } = await parseMail(input);
        const bounce = readBounce(wrapped);
        readMail(unwrapTnef(wrapped), { envelopeSender: '', now });
        readAutomatic(wrapped, bounce);
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
