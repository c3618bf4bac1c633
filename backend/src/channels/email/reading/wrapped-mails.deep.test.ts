import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSmtp, contents, files, here, openShop, openSmtp, plain, send } from '../fixtures';
import { encrypted, signed } from '../smime/fixtures';

beforeAll(openSmtp);
afterAll(closeSmtp);
beforeEach(openShop);

const parts = (type: string, ...each: string[]): string =>
  `Content-Type: multipart/${type}; boundary=b\r\n\r\n${each.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
const wrapped = (bytes: Buffer): string =>
  `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`;
const TEXT = 'Content-Type: text/plain\r\n\r\nMy new address is inside';
const NOTE = 'Content-Type: text/csv; name=address.csv\r\n\r\nPune';

/** A mail of one part: the headers of the part follow those of the mail. */
const sendPart = (part: string) => {
  const [head = '', ...body] = part.split('\r\n\r\n');
  return send(plain(head.split('\r\n'), body.join('\r\n\r\n')));
};
const names = async () => (await files()).map(({ filename }) => filename);

describe('a mail that is signed by S/MIME with its text in a file', () => {
  it('shows the text and the files in the place of the file, with its original beside', async () => {
    await sendPart(wrapped(signed(parts('mixed', TEXT, NOTE))));
    const [row] = await contents();
    expect(row).toMatchObject({ message: 'My new address is inside', details: { subject: 'Order 12' } });
    expect(row?.details.problem).toBeUndefined();
    expect(await names()).toEqual(['address.csv']);
    const original = await here.world.uploads.open(row?.details.original_key ?? '');
    expect(Buffer.concat(await original.stream.toArray()).toString()).toContain('pkcs7-mime');
  });
});

describe('a mail that cannot be opened', () => {
  it.each([
    ['is encrypted by S/MIME', wrapped(encrypted()), 'encrypted', ['smime.p7m']],
    [
      'is encrypted by OpenPGP',
      parts(
        'encrypted',
        'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
        'Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\nhQEM',
      ),
      'encrypted',
      ['pgp-version.txt', 'encrypted.asc'],
    ],
    [
      'is encrypted by OpenPGP in its text',
      'Content-Type: text/plain\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n-----END PGP MESSAGE-----\r\n',
      'encrypted',
      [],
    ],
    ['is cut', wrapped(signed(TEXT).subarray(0, 30)), 'not_opened', ['smime.p7m']],
  ])('because it %s says so in the place of its text, and leaves its files', async (_what, part, problem, left) => {
    await sendPart(part);
    expect(await contents()).toMatchObject([
      {
        message: expect.stringMatching(/^(?:This mail is encrypted|The text of this mail is in a file)/),
        details: { problem, subject: 'Order 12', original_key: expect.any(String) },
      },
    ]);
    expect(await names()).toEqual(left);
  });

  it('in one of its parts shows the others, and says it of the part', async () => {
    await sendPart(parts('mixed', TEXT, wrapped(encrypted())));
    const [row] = await contents();
    expect(row).toMatchObject({
      message: 'My new address is inside',
      details: { left_out: { unreadable: 'encrypted' } },
    });
    expect(row?.details.problem).toBeUndefined();
  });
});
