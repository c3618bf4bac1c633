import iconv from 'iconv-lite';
import { westernText } from '../text/western-text';
import { WESTERN } from './labels';

/** Character sets that write the letters of another one in seven bits. */
const IN_SEVEN_BITS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'iso-2022-kr': (bytes) => new TextDecoder('euc-kr').decode(withoutShifts(bytes)),
  'hz-gb-2312': (bytes) => new TextDecoder('gb18030').decode(withoutTildes(bytes)),
};

/** Text in this character set, by the name that `charsetNamed` gives it; what does not belong to it becomes U+FFFD. */
export function decodeAs(bytes: Uint8Array, charset: string): string {
  const inSevenBits = IN_SEVEN_BITS[charset];
  if (inSevenBits !== undefined) return inSevenBits(bytes);
  if (!isTextDecoders(charset)) return iconv.decode(bytes, charset);
  const text = new TextDecoder(charset).decode(bytes);
  return charset === WESTERN ? westernText(text) : text;
}

/** Whether all of it can be read so. */
export function canDecode(bytes: Uint8Array, charset: string): boolean {
  if (!isTextDecoders(charset)) return !decodeAs(bytes, charset).includes('\ufffd');
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isTextDecoders(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

const upperBits = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) | 0x80));

/** RFC 1557: letters of EUC-KR without their upper bits, between the signs that shift out and in. */
function withoutShifts(bytes: Uint8Array): Buffer {
  const [plain = '', ...shifted] = Buffer.from(bytes).toString('latin1').replaceAll('\u001b$)C', '').split('\u000e');
  const texts = shifted.map((text) => {
    const [letters = '', ...rest] = text.split('\u000f');
    return upperBits(letters) + rest.join('');
  });
  return Buffer.from(plain + texts.join(''), 'latin1');
}

/** RFC 1843: letters of GB 2312 without their upper bits, between `~{` and `~}`. */
function withoutTildes(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const plain = text.replace(/~(?:\{((?:[!-}][!-~])*)(?:~\}|)|~|\r?\n)/g, (sign, letters: string | undefined) => {
    if (letters !== undefined) return upperBits(letters);
    return sign === '~~' ? '~' : '';
  });
  return Buffer.from(plain, 'latin1');
}
