import { analyse } from 'chardet';

export interface FileText {
  text: string;
  /** The character set, as `TextDecoder` names it. */
  charset: string;
  /** The file does not name its character set, so the agent must check the letters. */
  isGuess: boolean;
}

/** Character sets that an agent can choose from, as spreadsheets name them. `macintosh` is the one of Excel for Mac. */
export const CHARSETS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Western European (Mac)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  'iso-2022-jp': 'Japanese (JIS)',
  'euc-kr': 'Korean (949)',
  gb18030: 'Chinese, simplified (936)',
  big5: 'Chinese, traditional (950)',
} as const;

/** Bytes: as much as a detector needs to know a language by. */
const SAMPLE = 32_768;
/** Capitals and signs within a word, and control characters: a wrong character set makes them. */
const ODD = /\p{Ll}\p{Lu}|[\p{L}\p{M}][¤¦¬¯¶¸§©®±÷ø×ºª°]\p{L}|[\u0080-\u009f\ue000-\uf8ff]/gu;

/** Reads bytes in a character set; null when they are none of it. */
export function decodeAs(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a file in the character set that it names, else in the likeliest one; null if it is not text. */
export function readText(bytes: Uint8Array): FileText | null {
  const marked = byMark(bytes);
  if (marked !== null) return certain(bytes, marked);
  if (bytes.subarray(0, SAMPLE).includes(0)) return byEmptyHalves(bytes);
  return certain(bytes, 'utf-8') ?? guess(bytes);
}

function certain(bytes: Uint8Array, charset: string): FileText | null {
  const text = decodeAs(bytes, charset);
  return text === null ? null : { text, charset, isGuess: false };
}

function byMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without its mark: separators and line ends have one empty half, always the same. Other files have both. */
function byEmptyHalves(bytes: Uint8Array): FileText | null {
  const empty: [number, number] = [0, 0];
  bytes.subarray(0, SAMPLE).forEach((byte, at) => {
    if (byte === 0) empty[at % 2 === 0 ? 0 : 1] += 1;
  });
  if (Math.min(...empty) * 10 > Math.max(...empty)) return null;
  const charset = empty[0] > empty[1] ? 'utf-16be' : 'utf-16le';
  const text = decodeAs(bytes, charset);
  return text === null ? null : { text, charset, isGuess: true };
}

/** Chooses, among the detector's findings and the Mac's own set, the reading with the fewest odd letters. */
function guess(bytes: Uint8Array): FileText | null {
  const sample = bytes.subarray(0, SAMPLE);
  const found = analyse(sample).map(({ name }) => nameOf(name));
  const readings = [...new Set([...found, 'windows-1252', 'macintosh'])].flatMap((charset) => {
    const text = charset in CHARSETS ? decodeAs(bytes, charset) : null;
    return text === null ? [] : [{ charset, text, odd: text.slice(0, SAMPLE).match(ODD)?.length ?? 0 }];
  });
  const [best] = readings.toSorted((one, other) => one.odd - other.odd);
  return best === undefined ? null : { text: best.text, charset: best.charset, isGuess: true };
}

/** Character sets of Windows, by the standard that the detector names. A few letters differ. */
const OF_WINDOWS: Readonly<Record<string, string>> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
};

/** The detector's name as that of the set that spreadsheets and browsers have for it. */
function nameOf(name: string): string {
  try {
    const { encoding } = new TextDecoder(name);
    return OF_WINDOWS[encoding] ?? encoding;
  } catch {
    return name.toLowerCase();
  }
}
