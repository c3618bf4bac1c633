import { describe, expect, it } from '@jest/globals';
import { encodeAs } from '../charset/fixtures';
import { parseMail } from '.';

const SAID = {
  hindi: 'नमस्ते, मेरा ऑर्डर कहाँ है?',
  tamil: 'வணக்கம், என் ஆர்டர் எங்கே?',
  russian: 'Здравствуйте, где мой заказ?',
  chinese: '您好，我的订单在哪里？请尽快回复',
  taiwanese: '您好，我的訂單在哪裡？',
  japanese: 'こんにちは、注文はどこですか',
  western: 'Envoyée à Zoë – „schöne Grüße“',
};

const join = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
const base64 = (text: string, charset: string) => encodeAs(text, charset).toString('base64');
const percent = (text: string, charset: string) =>
  [...encodeAs(text, charset)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

/** Every place in which a mail has words, in one character set, under one label. */
function mailIn(text: string, charset: string, label: string): { encoded: Buffer; raw: Buffer } {
  const name = text.slice(0, 5).trim();
  const word = (said: string) => `=?${label}?B?${base64(said, charset)}?=`;
  const body = (type: string, said: string) =>
    join(`--b\r\nContent-Type: ${type}; charset=${label}\r\n\r\n`, encodeAs(said, charset), '\r\n');
  const head = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n';
  const parts = [body('text/plain', text), body('text/html', `<p>${text}</p>`)];
  const encoded = join(
    `From: ${word(name)} <a@b.example>\r\nSubject: ${word(text)}\r\n${head}\r\n`,
    ...parts,
    `--b\r\nContent-Type: application/pdf; name="${word(`${name}.pdf`)}"\r\n\r\n%PDF\r\n`,
    `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=${label}''${percent(`${name}.pdf`, charset)}\r\n\r\n%PDF\r\n--b--\r\n`,
  );
  const raw = join(
    'From: "',
    encodeAs(name, charset),
    '" <a@b.example>\r\nSubject: ',
    encodeAs(text, charset),
    `\r\n${head}\r\n`,
    ...parts,
    '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="',
    encodeAs(`${name}.pdf`, charset),
    '"\r\n\r\n%PDF\r\n--b--\r\n',
  );
  return { encoded, raw };
}

describe('subject, name, text and file names', () => {
  const cases: [string, string, string, string][] = [
    ...(['hindi', 'tamil', 'russian', 'chinese', 'japanese', 'western'] as const).flatMap((said) =>
      ['utf-8', 'us-ascii', 'X-UNKNOWN', 'iso-8859-1'].map((label): [string, string, string, string] => [
        said,
        SAID[said],
        'utf-8',
        label,
      ]),
    ),
    ['russian', SAID.russian, 'windows-1251', 'windows-1251'],
    ['russian', SAID.russian, 'windows-1251', 'iso-8859-1'],
    ['russian', SAID.russian, 'koi8-r', 'koi8-r'],
    ['russian', SAID.russian, 'koi8-r', 'us-ascii'],
    ['chinese', SAID.chinese, 'gb18030', 'gb2312'],
    ['chinese with letters beyond GB 2312', `${SAID.taiwanese}镕`, 'gb18030', 'gb2312'],
    ['taiwanese', SAID.taiwanese, 'big5', 'big5'],
    ['japanese', SAID.japanese, 'shift_jis', 'shift_jis'],
    ['japanese', SAID.japanese, 'euc-jp', 'x-unknown'],
    ['japanese', SAID.japanese, 'iso-2022-jp', 'iso-2022-jp'],
    ['western', SAID.western, 'windows-1252', 'iso-8859-1'],
    ['western', SAID.western, 'windows-1252', 'us-ascii'],
  ];

  it.each(cases)('%s: %s in %s, labelled %s, in encoded words', async (_what, text, charset, label) => {
    const { email } = await parseMail(mailIn(text, charset, label).encoded);
    const name = text.slice(0, 5).trim();
    expect([email.from?.name, email.subject, email.text?.trim(), email.html]).toEqual([
      name,
      text,
      expect.stringContaining(text),
      expect.stringContaining(`<p>${text}</p>`),
    ]);
    expect(email.attachments.map(({ filename }) => filename)).toEqual([`${name}.pdf`, `${name}.pdf`]);
  });

  it.each(cases)('%s: %s in %s, labelled %s, in raw headers', async (_what, text, charset, label) => {
    const { email } = await parseMail(mailIn(text, charset, label).raw);
    const name = text.slice(0, 5).trim();
    expect([email.from?.name, email.subject]).toEqual([name, text]);
    expect(email.attachments.map(({ filename }) => filename)).toEqual([`${name}.pdf`]);
  });

  it.each([
    ['russian', 'windows-1251'],
    ['western', 'iso-8859-1'],
    ['chinese', 'gb18030'],
  ] as const)('%s in %s, told by the <meta> of the HTML alone', async (said, charset) => {
    const page = `<html><head><meta charset="${charset}"></head><body>${SAID[said]}</body></html>`;
    const written = charset === 'iso-8859-1' ? 'windows-1252' : charset;
    const { email } = await parseMail(join('Content-Type: text/html\r\n\r\n', encodeAs(page, written)));
    expect(email.html).toContain(SAID[said]);
  });

  it.each(['us-ascii', 'utf-8'])(
    'a letter that two encoded words share is whole, which are labelled %s',
    async (label) => {
      const bytes = Buffer.from('नमस्ते');
      const words = [bytes.subarray(0, 7), bytes.subarray(7)].map(
        (part) => `=?${label}?B?${part.toString('base64')}?=`,
      );
      const { email } = await parseMail(join(`Subject: ${words.join('\r\n ')}\r\n\r\nx`));
      expect(email.subject).toBe('नमस्ते');
    },
  );

  it('what is in a word does not become a part of the header', async () => {
    const word = `=?us-ascii?Q?=22Bank_=C3=A9=22_=3Cboss=40bank.example=3E=2C?=`;
    const { email } = await parseMail(join(`From: ${word} <thief@e.example>\r\n\r\nx`));
    expect(email.from).toEqual({ name: '"Bank é" <boss@bank.example>,', address: 'thief@e.example' });
  });
});

describe('too much of it', () => {
  it('of files leaves the rest to the original, and counts it', async () => {
    const part = '--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\na\r\n';
    const { email, leftOut } = await parseMail(
      join('Content-Type: multipart/mixed; boundary=b\r\n\r\n', part.repeat(150), '--b--'),
    );
    expect([email.attachments.length, leftOut]).toEqual([100, { attachments: 50, text: false }]);
  });

  it('of text is cut between letters, and said', async () => {
    const { email, leftOut } = await parseMail(join('Content-Type: text/plain\r\n\r\na', 'न'.repeat(1_100_000)));
    expect([leftOut.text, email.text?.startsWith('aन'), email.text?.includes('\ufffd')]).toEqual([true, true, false]);
  });

  it('of nested parts is refused', async () => {
    const nested = Array.from(
      { length: 200 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    await expect(parseMail(join('Content-Type: multipart/mixed; boundary=b0\r\n\r\n', ...nested))).rejects.toThrow();
  });
});
