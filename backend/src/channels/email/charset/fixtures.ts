import iconv from 'iconv-lite';
import { westernText } from '../text/western-text';

const decode = (bytes: Buffer, charset: string): string => {
  const text = new TextDecoder(charset).decode(bytes);
  return charset === 'windows-1252' ? westernText(text) : text;
};

const tables = new Map<string, Map<string, Buffer>>();

/** All letters of one and of two bytes, by what they are decoded to. */
function tableOf(charset: string): Map<string, Buffer> {
  const known = tables.get(charset);
  if (known !== undefined) return known;
  const table = new Map<string, Buffer>();
  const add = (bytes: Buffer): void => {
    const text = decode(bytes, charset);
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let one = 0; one < 256; one += 1) add(Buffer.from([one]));
  if (!/^(?:windows|iso-8859|koi8)/.test(charset)) {
    for (let first = 0x81; first < 255; first += 1) {
      for (let second = 0x40; second < 255; second += 1) add(Buffer.from([first, second]));
    }
  }
  tables.set(charset, table);
  return table;
}

/**
 * Text as a program writes it in a character set, which Node reads and does not write.
 * @throws when a letter does not belong to the character set
 */
export function encodeAs(text: string, charset: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'iso-2022-jp') return iso2022Jp(text);
  if (charset === 'cp949') return iconv.encode(text, charset);
  const table = tableOf(charset);
  return Buffer.concat(
    Array.from(text, (letter) => {
      const bytes = table.get(letter);
      if (bytes === undefined) throw new Error(`${charset} has no ${letter}.`);
      return bytes;
    }),
  );
}

/** JIS X 0208 stands in EUC-JP with its upper bits set. */
function iso2022Jp(text: string): Buffer {
  const parts = text
    .split(/([^\0-\x7f]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? Buffer.from(part)
        : Buffer.concat([
            Buffer.from('\x1b$B'),
            Buffer.from(encodeAs(part, 'euc-jp').map((byte) => byte & 0x7f)),
            Buffer.from('\x1b(B'),
          ]),
    );
  return Buffer.concat(parts);
}
