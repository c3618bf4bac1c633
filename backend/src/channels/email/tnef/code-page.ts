import { westernText } from '../text/western-text';

const WESTERN = 'windows-1252';

/** Windows' numbers of character sets, where they are not in the name. */
const NAMES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'cp949',
  950: 'big5',
  20866: 'koi8-r',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  51932: 'euc-jp',
  51949: 'cp949',
  54936: 'gb18030',
  65001: 'utf-8',
};

const labelOf = (codePage: number): string => {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage >= 28592 && codePage <= 28606) return `iso-8859-${codePage - 28590}`;
  return NAMES[codePage] ?? WESTERN;
};

/** Text in one of Windows' character sets; Western European when the number is none that is known. */
export function decodeText(bytes: Uint8Array, codePage: number): string {
  const label = labelOf(codePage);
  try {
    if (label !== WESTERN) return new TextDecoder(label).decode(bytes);
  } catch {
    // There is no such set, such as ISO 8859-12.
  }
  return westernText(new TextDecoder(WESTERN).decode(bytes));
}

/** UTF-8 if it is that, else the character set given. */
export function decodeUtf8Or(bytes: Uint8Array, codePage: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeText(bytes, codePage);
  }
}
