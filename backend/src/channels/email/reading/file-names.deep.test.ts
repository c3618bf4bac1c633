import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSmtp, files, openShop, openSmtp, plain, send } from '../fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

describe('a part without a name', () => {
  it.each([
    ['a signature of OpenPGP', 'Content-Type: application/pgp-signature\r\n\r\nx', 'signature.asc'],
    ['a public key', 'Content-Type: application/pgp-keys\r\n\r\nx', 'public-key.asc'],
    ['a signature of S/MIME', 'Content-Type: application/x-pkcs7-signature\r\n\r\nx', 'smime.p7s'],
    [
      'an attached mail',
      'Content-Type: message/rfc822\r\n\r\nFrom: a@x.example\r\nSubject: =?utf-8?Q?Re:_=E0=A4=AC?=\r\n =?utf-8?Q?=E0=A4=BF/2?=\r\n\r\nHi',
      'Re: बि 2.eml',
    ],
    ['an attached mail without a subject', 'Content-Type: message/rfc822\r\n\r\nSubject: \r\n\r\nHi', 'mail.eml'],
    [
      'an attached mail of a subject without letters',
      'Content-Type: message/rfc822\r\n\r\nSubject: ...\r\n\r\nHi',
      'file.eml',
    ],
  ])('is named for what it is: %s', async (_what, part, name) => {
    await send(plain(['Content-Type: multipart/mixed; boundary=b'], `--b\r\n${part}\r\n--b--`));
    expect(await files()).toMatchObject([{ filename: name }]);
  });
});
