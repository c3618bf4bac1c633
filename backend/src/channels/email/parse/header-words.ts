import { charsetOf, decodeAs } from '../charset';
import { charsetNamed } from '../charset/labels';

interface Word {
  from: number;
  to: number;
  charset: string;
  bytes: Buffer;
}

/** RFC 2047. Each part ends at the next question mark, so that nothing is read twice. */
const WORD = /=\?([^?\s]{1,80})\?([QqBb])\?([^?]*)\?=/g;
/** RFC 2231: the name of the character set stands before the first part alone. */
const EXTENDED = /(\*(?:0\*)?\s*=\s*"?)([\w.:-]{0,40})('[\w-]{0,20}')/;

/**
 * A header's lines with the character sets that their encoded words are really written in. Words stay encoded: what is in
 * them must not be taken for a part of the header.
 * @param lines as in the mail; what begins with a space goes on with the line before
 * @param hint what the mail's own text is written in
 */
export function relabelWords(lines: readonly string[], hint: string | null): string[] {
  return unfold(lines).map((header) => relabelExtended(relabelEncoded(header, hint), hint));
}

/** One text for each header. They are joined as the parser does it, by nothing: the space of the fold stays. */
function unfold(lines: readonly string[]): string[] {
  const headers: string[][] = [];
  for (const line of lines) {
    const header = headers.at(-1);
    if (header !== undefined && /^[ \t]/.test(line)) header.push(line);
    else headers.push([line]);
  }
  return headers.map((parts) => parts.join(''));
}

function relabelEncoded(header: string, hint: string | null): string {
  if (!header.includes('=?')) return header;
  let out = '';
  let at = 0;
  for (const run of runsOf(header)) {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) continue;
    // A letter may be cut in two by the end of a word, so that words that follow each other are read together.
    const bytes = Buffer.concat(run.map((word) => word.bytes));
    const charset = charsetOf(bytes, { label: first.charset, hint });
    out += header.slice(at, first.from);
    const isRight = run.length === 1 && charset === 'utf-8' && charsetNamed(first.charset) === charset;
    out += isRight ? header.slice(first.from, last.to) : encoded(decodeAs(bytes, charset));
    at = last.to;
  }
  return out + header.slice(at);
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

/** Words of one character set with nothing but space between them. */
function runsOf(header: string): Word[][] {
  const runs: Word[][] = [];
  for (const found of header.matchAll(WORD)) {
    const [whole, charset = '', kind = '', text = ''] = found;
    const word = { from: found.index, to: found.index + whole.length, charset, bytes: bytesOf(kind, text) };
    const run = runs.at(-1);
    const before = run?.at(-1);
    const follows =
      before !== undefined &&
      before.charset.toLowerCase() === charset.toLowerCase() &&
      header.slice(before.to, word.from).trim() === '';
    if (follows) run?.push(word);
    else runs.push([word]);
  }
  return runs;
}

function bytesOf(kind: string, text: string): Buffer {
  if (kind.toUpperCase() === 'B') return Buffer.from(text, 'base64');
  const plain = Buffer.from(text.replaceAll('_', ' '));
  return unescape(plain, 0x3d);
}

/** Bytes in which an escape sign and two hexadecimal digits are one byte. */
function unescape(text: Buffer, sign: number): Buffer {
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text[at] === sign ? /^[0-9a-f]{2}$/i.exec(text.toString('latin1', at + 1, at + 3))?.[0] : undefined;
    bytes[length] = code === undefined ? (text[at] ?? 0) : Number.parseInt(code, 16);
    length += 1;
    if (code !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

/** The parser knows the names of the Encoding Standard. */
const AS_READ: Readonly<Record<string, string>> = { cp949: 'euc-kr' };

/** File names mostly: one character set for all parts of a name that is split. */
function relabelExtended(header: string, hint: string | null): string {
  const found = EXTENDED.exec(header);
  if (found === null) return header;
  const [whole, before = '', label = '', language = ''] = found;
  const value = header.slice(found.index + whole.length);
  const escapes = value.match(/%[0-9a-f]{2}/gi) ?? [];
  const charset = charsetOf(unescape(Buffer.from(escapes.join('')), 0x25), { label, hint });
  return header.slice(0, found.index) + before + (AS_READ[charset] ?? charset) + language + value;
}
