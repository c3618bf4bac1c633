import { expect, it } from '@jest/globals';
import { signed } from '../smime/fixtures';
import { parseMail } from '.';

/** Number of parts; twice as many exceed the limit of one mail. */
const MANY = 16_000;

const multipart = (boundary: string, parts: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n` +
  parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('') +
  `--${boundary}--\r\n`;

/** Parts in a file as S/MIME makes it. */
function inFile(parts: readonly string[]): string {
  const bytes = signed(multipart('inner', parts)).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes}`;
}

const text = 'Content-Type: text/plain\r\n\r\nHello';
const many = Array.from({ length: MANY }, () => text);

it.each([
  ['its own', multipart('outer', [...many, ...many])],
  ['of files that S/MIME made', multipart('outer', [inFile(many), inFile(many)])],
])('a mail with too many parts, %s, is refused', async (_whose, mail) => {
  await expect(parseMail(Buffer.from(mail))).rejects.toThrow(/^The mail has more than/);
});
