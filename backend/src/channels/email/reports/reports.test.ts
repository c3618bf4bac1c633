import { describe, expect, it } from '@jest/globals';
import { mail } from '../fixtures';
import { parseMail } from '../parse';
import { readReport, type MailReport } from '.';

const OURS = '<ours@shop.example>';

const read = async (headers: readonly string[], body: string): Promise<MailReport | null> =>
  readReport((await parseMail(Buffer.from(mail(headers, body)))).email);

/** A report with these parts, and the headers of our mail. */
const report = (type: string, ...parts: [type: string, text: string][]) =>
  read(
    ['From: postmaster@home.example', `Content-Type: multipart/report; report-type=${type}; boundary=b`],
    [['text/plain', 'See below.'], ...parts, ['text/rfc822-headers', `Message-ID: ${OURS}\nSubject: Re: Order`]]
      .map(([of, text]) => `--b\nContent-Type: ${of}\n\n${text}`)
      .concat('--b--')
      .join('\n'),
  );

const status = (...groups: string[]) =>
  report('delivery-status', ['message/delivery-status', ['Reporting-MTA: dns; home.example', ...groups].join('\n\n')]);

const receipt = (disposition: string) =>
  report('disposition-notification', [
    'message/disposition-notification',
    `Final-Recipient: rfc822; asha@home.example\nOriginal-Message-ID: ${OURS}\nDisposition: ${disposition}`,
  ]);

describe('a delivery status notification', () => {
  it.each<[string, string[], Partial<MailReport>]>([
    [
      'of a failure',
      ['Final-Recipient: rfc822; asha@home.example\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 No\n such user'],
      { kind: 'bounce', recipients: ['asha@home.example'], reason: '550 5.1.1 No such user' },
    ],
    [
      'of one who has it and one who has not',
      [
        'Final-Recipient: rfc822; has@home.example\nAction: relayed\nDiagnostic-Code: smtp; 250 Accepted',
        'Final-Recipient: rfc822; gone@home.example\nAction: Failed (mailbox)\nStatus: 5.2.1',
      ],
      { kind: 'bounce', recipients: ['gone@home.example'], reason: '5.2.1' },
    ],
    [
      'of an address that leads to another',
      ['Original-Recipient: rfc822;asha@home.example\nFinal-Recipient: rfc822;a1@inside.example\nAction: failed'],
      { kind: 'bounce', recipients: ['asha@home.example'], reason: undefined },
    ],
    [
      'of a delay',
      ['Final-Recipient: rfc822; late@home.example\nAction: delayed\nDiagnostic-Code: smtp; 451 4.4.1 No answer'],
      { kind: 'delayed', recipients: ['late@home.example'], reason: '451 4.4.1 No answer' },
    ],
    [
      'of a list',
      ['Final-Recipient: rfc822; list@home.example\nAction: expanded\nStatus: 2.0.0'],
      { kind: 'delivered', recipients: ['list@home.example'], reason: undefined },
    ],
  ])('%s', async (_name, groups, expected) => {
    expect(await status(...groups)).toEqual({ messageIds: [OURS], ...expected });
  });

  it('that says nothing of any recipient is none', async () => {
    expect(await status()).toBeNull();
  });
});

it('a person who forwards a report with its parts writes no report', async () => {
  const part = 'Final-Recipient: rfc822; asha@home.example\nAction: failed';
  const headers = ['From: Asha <asha@home.example>', 'Content-Type: multipart/mixed; boundary=b'];
  const body = `--b\nContent-Type: text/plain\n\nI got this.\n--b\nContent-Type: message/delivery-status\n\n${part}\n--b--`;
  expect(await read(headers, body)).toBeNull();
});

describe('a receipt', () => {
  it.each([
    ['manual-action/MDN-sent-manually; displayed', 'read'],
    ['automatic-action/MDN-sent-automatically; deleted/error', 'not_read'],
    ['automatic-action/MDN-sent-automatically; processed', 'delivered'],
  ])('%s', async (disposition, kind) => {
    expect(await receipt(disposition)).toEqual({
      kind,
      messageIds: [OURS],
      recipients: ['asha@home.example'],
      reason: undefined,
    });
  });
});

describe('a report in plain words', () => {
  const returned = `\n\n> Received: by home.example\n> Message-ID: ${OURS}\n> Subject: Re: Order`;

  it.each<[string, string[], string, MailReport]>([
    [
      'of a server that names those it did not reach in a header',
      [
        'From: Mail Delivery System <robot@home.example>',
        'X-Failed-Recipients: one@home.example, two@home.example',
        `References: ${OURS}`,
      ],
      '  one@home.example\n    host home.example [192.0.2.1]\n    SMTP error after RCPT TO:<one@home.example>:\n    550 5.1.1 Nobody',
      {
        kind: 'bounce',
        messageIds: [OURS],
        recipients: ['one@home.example', 'two@home.example'],
        reason: '550 5.1.1 Nobody',
      },
    ],
    [
      'with the headers of our mail in its text',
      ['From: MAILER-DAEMON@relay.example', 'Subject: failure notice'],
      `Sorry.\n\n<gone@home.example>:\nRemote host said: 550 Mailbox disabled\nGiving up on 192.0.2.1.${returned}`,
      { kind: 'bounce', messageIds: [OURS], recipients: ['gone@home.example'], reason: '550 Mailbox disabled' },
    ],
    [
      'in German',
      ['From: "Mail Delivery Subsystem" <post@relay.example>', 'Subject: Unzustellbar', 'Auto-Submitted: auto-replied'],
      'Ihre Nachricht konnte nicht zugestellt werden:\n\nweg@home.example\n',
      { kind: 'bounce', messageIds: [], recipients: ['weg@home.example'], reason: undefined },
    ],
    [
      'of a delay',
      ['From: postmaster@relay.example', 'Subject: Warning: could not send message for past 4 hours'],
      `late@home.example: 451 4.4.1 Timeout\n\nlate@home.example\nIt will be retried.${returned}`,
      { kind: 'delayed', messageIds: [OURS], recipients: ['late@home.example'], reason: '451 4.4.1 Timeout' },
    ],
    [
      'of delays that end',
      ['From: postmaster@relay.example', 'Subject: Returned mail'],
      `<late@home.example>: host home.example said: 451 4.4.1 Timeout. Giving up after 5 days.${returned}`,
      {
        kind: 'bounce',
        messageIds: [OURS],
        recipients: ['late@home.example'],
        reason: '451 4.4.1 Timeout. Giving up after 5 days.',
      },
    ],
  ])('%s', async (_name, headers, text, expected) => {
    expect(await read(headers, text)).toEqual(expected);
  });

  it.each([
    [
      'a customer who has such an address',
      ['From: postmaster@tiny.example', 'Subject: Parcel not delivered'],
      'It failed.',
    ],
    ['a customer who speaks of one', ['From: asha@home.example', 'Subject: Undeliverable'], `550 5.1.1\n${returned}`],
    [
      'a server that says something else',
      ['From: postmaster@relay.example', 'Auto-Submitted: auto-generated'],
      'Hello.',
    ],
  ])('is not %s', async (_name, headers, text) => {
    expect(await read(headers, text)).toBeNull();
  });
});
