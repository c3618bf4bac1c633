import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { canDecode, decodeAs } from './decode';
import { charsetNamed, isSevenBits, WESTERN } from './labels';

export { decodeAs };

export interface CharsetClues {
  /** What the part's or word's own header says; null or absent when it says nothing. */
  label?: string | null;
  /** It is HTML, which may name its character set itself. */
  isHtml?: boolean;
  /** What other parts of the same mail turned out to be written in. */
  hint?: string | null;
}

/** As much as a detector needs to know a language by. */
const SAMPLE_BYTES = 32_768;
/** In which the first letters beyond ASCII are looked for. */
const SEARCHED_BYTES = 1_048_576;
/** HTML's own rule is 1,024; mail programs write long comments first. */
const META_BYTES = 8_192;

/** Of a hundred; below it the detector only guesses. */
const SURE = 20;
/** Beyond it a Western reading is as likely as the detector's other one. */
const MAYBE_WESTERN = 30;
/** So few letters beyond ASCII say nothing of a language. */
const FEW_LETTERS = 6;

/**
 * The character set that these bytes are written in, as `TextDecoder` knows it. Programs name wrong ones, so that the
 * bytes are asked first: what is valid UTF-8 beyond ASCII is UTF-8, whatever its label says. Then the label counts, then
 * the HTML's own `<meta>`, then a detector by its knowledge of languages.
 */
export function charsetOf(bytes: Uint8Array, { label = null, isHtml = false, hint = null }: CharsetClues): string {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return marked;
  const named = charsetNamed(label);
  if (named?.startsWith('utf-16')) return bytes.includes(0) ? endian(bytes) : 'utf-8';
  // Seven bits that are not ASCII, although they would be valid UTF-8.
  if (isIso2022Jp(bytes)) return 'iso-2022-jp';
  if (named !== null && isSevenBits(named) && isAscii(bytes)) return named;
  if (isAscii(bytes) || isUtf8(bytes)) return 'utf-8';

  const claims = [named, isHtml ? charsetNamed(metaOf(bytes)) : null].filter((each) => each !== null);
  const particular = claims.find((claim) => claim !== WESTERN && claim !== 'utf-8' && fits(bytes, claim));
  const isWesternOnly = named === WESTERN;
  if (particular !== undefined && (!isWesternOnly || named === particular || isForeign(bytes))) return particular;
  if (claims.includes('utf-8') && named !== WESTERN && isMostlyUtf8(bytes)) return 'utf-8';
  return detected(bytes, { isWestern: claims.includes(WESTERN), hint: charsetNamed(hint) });
}

/** Read as its writer meant it. */
export const decodeText = (bytes: Uint8Array, clues: CharsetClues): string => decodeAs(bytes, charsetOf(bytes, clues));

function byteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** By which halves of the units are empty: nearly all mails in UTF-16 have spaces and line ends. */
function endian(bytes: Uint8Array): string {
  const empty = [0, 0];
  bytes.subarray(0, SAMPLE_BYTES).forEach((byte, at) => {
    if (byte === 0) empty[at % 2] = (empty[at % 2] ?? 0) + 1;
  });
  return (empty[0] ?? 0) > (empty[1] ?? 0) ? 'utf-16be' : 'utf-16le';
}

/** One letter cut in two does not make another character set of a text. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const beyond = text.match(/[^\0-\x7f]/g) ?? [];
  const broken = beyond.filter((letter) => letter === '\ufffd').length;
  return broken * 10 <= beyond.length;
}

/** The escape sequences that begin Japanese letters in seven bits, and nothing above them. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  if (at === -1 || !isAscii(bytes)) return false;
  // oxlint-disable-next-line no-control-regex
  return /\x1b\$(?:[@B]|\([@BD])/.test(latin1(bytes.subarray(at)));
}

/** Whether all of it can be read so. Control characters of Latin-1 are written by nobody. */
function fits(bytes: Uint8Array, charset: string): boolean {
  if (!canDecode(bytes, charset)) return false;
  return charset === WESTERN || !/[\x80-\x84\x86-\x9f]/.test(decodeAs(bytes, charset));
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function metaOf(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, META_BYTES));
  for (const [tag] of head.matchAll(/<meta\s[^<>]{0,500}>/gi)) {
    const found = /charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(tag);
    if (found?.[1] !== undefined) return found[1];
  }
  return null;
}

/** Words around the first letters beyond ASCII, without tags. */
function sampleOf(bytes: Uint8Array): Buffer {
  const text = latin1(bytes.subarray(0, SEARCHED_BYTES)).replace(/<[^<>]*>/g, ' ');
  const first = text.search(/[\x80-\xff]/);
  const from = Math.max(0, first - 200);
  return Buffer.from(text.slice(from, from + SAMPLE_BYTES), 'latin1');
}

function lettersOf(sample: Buffer): { ascii: number; beyond: number } {
  const count = { ascii: 0, beyond: 0 };
  for (const byte of sample) {
    if (byte > 0x7f) count.beyond += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) count.ascii += 1;
  }
  return count;
}

/** In the languages of Western Europe letters with signs stand between others; elsewhere nearly all are beyond ASCII. */
function isForeign(bytes: Uint8Array): boolean {
  const sample = sampleOf(bytes);
  const words = sample.toString('latin1').split(/[\0-\x40\x5b-\x60\x7b-\x7f]+/);
  const { beyond } = lettersOf(sample);
  const inForeignWords = words
    .map((word) => lettersOf(Buffer.from(word, 'latin1')))
    .filter((letters) => letters.beyond > letters.ascii && letters.beyond > 1)
    .reduce((sum, letters) => sum + letters.beyond, 0);
  return inForeignWords * 2 > beyond;
}

function detected(bytes: Uint8Array, { isWestern, hint }: { isWestern: boolean; hint: string | null }): string {
  const sample = sampleOf(bytes);
  const foreign = isForeign(bytes);
  if (hint !== null && hint !== WESTERN && hint !== 'utf-8' && (foreign || !isWestern) && fits(bytes, hint))
    return hint;
  const found = analyse(sample).flatMap(({ name, confidence }) => {
    const charset = charsetNamed(name);
    return charset === null || charset === 'utf-8' ? [] : [{ charset, confidence }];
  });
  const western = found.find(({ charset }) => charset === WESTERN)?.confidence ?? 0;
  const best = found.find(({ charset, confidence }) => confidence >= SURE && fits(bytes, charset));
  if (best === undefined || best.charset === WESTERN) return WESTERN;
  if (foreign) return best.charset;
  const isClear = best.confidence >= 2 * western && western < MAYBE_WESTERN;
  // All character sets of Windows have dashes, quotation marks and the euro below these bytes.
  const letters = sample.filter((byte) => byte > 0xa0).length;
  return isClear && letters >= FEW_LETTERS ? best.charset : WESTERN;
}
