import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { compressed, encrypted, signed } from '../smime/fixtures';
import { parseMail } from '.';

const lines = (...all: string[]): string => all.join('\r\n');
const HEAD = lines('From: Asha <asha@mail.example>', 'Subject: Order 12', 'Message-ID: <out@mail.example>', '');
const PKCS7 = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m';

/** A part, or what follows a mail's own headers: a file in base64. */
const file = (bytes: Buffer, type = PKCS7): string =>
  lines(type, 'Content-Transfer-Encoding: base64', '', bytes.toString('base64').replace(/.{76}/g, '$&\r\n'), '');
const multipart = (type: string, ...parts: string[]): string =>
  lines(`Content-Type: multipart/${type}; boundary=b-${type}`, '', '') +
  parts.map((part) => `--b-${type}\r\n${part}\r\n`).join('') +
  `--b-${type}--\r\n`;

const TEXT = 'Content-Type: text/plain; charset=utf-8\r\n\r\nनमस्ते, where is it?';
const PHOTO = lines(
  'Content-Type: image/png; name=a.png',
  'Content-ID: <a@x>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw==',
);
const PAGE = 'Content-Type: text/html\r\n\r\n<p>Is it <b>here</b>? <img src="cid:a@x"></p>';
const SIGNATURE = 'Content-Type: application/pgp-signature\r\n\r\n-----BEGIN PGP SIGNATURE-----';
const OTHERS = lines('From: Rohit <rohit@home.example>', 'Subject: Not yours', '', 'Not said by Asha');

async function read(mail: string | Buffer) {
  const { email, leftOut } = await parseMail(Buffer.isBuffer(mail) ? mail : Buffer.from(HEAD + mail));
  return {
    text: email.text?.trim(),
    html: email.html?.trim(),
    files: email.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    unreadable: leftOut.unreadable,
    subject: email.subject,
  };
}

const NOTHING = { html: undefined, files: [], unreadable: undefined, subject: 'Order 12' };
const SAID = { ...NOTHING, text: 'नमस्ते, where is it?' };
const CLOSED = { ...NOTHING, text: undefined, files: ['smime.p7m'] };

describe('a mail that S/MIME has put into a file', () => {
  it.each([
    ['is its text', file(signed(TEXT)), SAID],
    ['is its text when it came in pieces', file(signed(TEXT, { piece: 5 })), SAID],
    ['is its text under the older type', file(signed(TEXT), 'Content-Type: application/x-pkcs7-mime'), SAID],
    [
      'is its text when only the name says so',
      file(signed(TEXT), 'Content-Type: application/octet-stream; name=SMIME.P7M'),
      SAID,
    ],
    ['is its text when it is compressed', file(compressed(TEXT)), SAID],
    [
      'is its text when it was signed without headers',
      file(signed('Only words\r\n\r\nof it')),
      { ...SAID, text: 'Only words\r\n\r\nof it'.replaceAll('\r', '') },
    ],
    [
      'is its HTML with inline pictures and files',
      file(signed(multipart('mixed', multipart('related', PAGE, PHOTO), PHOTO))),
      {
        ...SAID,
        text: undefined,
        html: expect.stringContaining('cid:a@x'),
        files: ['a.png', 'a.png'],
      },
    ],
    ['is its text when it was signed twice', file(signed(file(signed(TEXT)))), SAID],
    [
      'is its text and its signature when one is beside it',
      file(signed(multipart('signed', TEXT, SIGNATURE))),
      { ...SAID, files: ['application/pgp-signature'] },
    ],
    [
      'is before the words that a mailing list puts below',
      multipart('mixed', file(signed(TEXT)), 'Content-Type: text/plain\r\n\r\nThe list'),
      {
        ...SAID,
        text: 'नमस्ते, where is it?\n\nThe list',
      },
    ],
    [
      'keeps the headers that are around it',
      file(signed(lines('Subject: Inside', 'From: boss@bank.example', 'Message-ID: <in@x>', TEXT))),
      SAID,
    ],
    [
      'is the mail that was signed with its own headers',
      file(signed(lines('Content-Type: message/rfc822', '', 'From: ASHA@mail.example', 'Subject: Order 12', TEXT))),
      SAID,
    ],
    [
      'leaves a mail of somebody else a file',
      file(signed(lines('Content-Type: message/rfc822', '', OTHERS))),
      {
        ...NOTHING,
        text: undefined,
        files: ['message/rfc822'],
      },
    ],
    ['is a file and said to be encrypted', file(encrypted()), { ...CLOSED, unreadable: 'encrypted' }],
    [
      'is a file and said to be encrypted when its encryption is signed',
      file(signed(file(encrypted()))),
      { ...CLOSED, unreadable: 'encrypted' },
    ],
    [
      'is a file and said to be damaged when it is cut',
      file(signed(TEXT).subarray(0, 40)),
      { ...CLOSED, unreadable: 'not_opened' },
    ],
    [
      'is a file and said to be not opened when it is wrapped too often',
      file(Array.from({ length: 6 }).reduce<Buffer>((inner) => signed(file(inner)), signed(TEXT))),
      { ...CLOSED, unreadable: 'not_opened' },
    ],
    ['is a file when it has only certificates', file(signed(null)), CLOSED],
    [
      'is a file when it is a signed document',
      file(signed('%PDF-1.7'), 'Content-Type: application/pkcs7-mime; name=bill.pdf.p7m'),
      { ...CLOSED, files: ['bill.pdf.p7m'] },
    ],
    ['is a file when its content is one', file(signed('%PDF-\0')), CLOSED],
  ])('%s', async (_what, mail, said) => {
    expect(await read(mail)).toEqual(said);
  });

  it('is its text when it came as binary, with line ends among its bytes', async () => {
    const wrapped = signed(TEXT, { piece: 13 });
    const type = `${PKCS7}\r\nContent-Transfer-Encoding: binary\r\n\r\n`;
    const part = (end: string) => Buffer.concat([Buffer.from(`${HEAD}${type}`), wrapped, Buffer.from(end)]);
    expect(wrapped.includes('\r')).toBe(true);
    expect(await read(part(''))).toEqual(SAID);
    const mixed = Buffer.from(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n`);
    const inMixed = Buffer.concat([mixed, part('\r\n--b--\r\n').subarray(HEAD.length)]);
    expect(await read(inMixed)).toEqual(SAID);
  });

  it('said to be encrypted by OpenPGP leaves its files', async () => {
    const version = 'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1';
    const data = 'Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----';
    expect(await read(multipart('encrypted', version, data))).toMatchObject({
      text: undefined,
      files: ['application/pgp-encrypted', 'encrypted.asc'],
      unreadable: 'encrypted',
    });
  });

  it('cut anywhere in its file says its words, or that it is damaged', async () => {
    const whole = Buffer.from(HEAD + file(signed(multipart('mixed', TEXT, PHOTO), { piece: 40 })));
    const body = whole.indexOf('\r\n\r\n') + 4;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: body, max: whole.length }), async (length) => {
        const { unreadable, text } = await read(whole.subarray(0, length));
        expect([text, unreadable].filter((each) => each !== undefined)).toEqual([
          expect.stringMatching(/^(?:नमस्ते, where is it\?|not_opened)$/),
        ]);
      }),
    );
  });
});
