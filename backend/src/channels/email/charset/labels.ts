import iconv from 'iconv-lite';

export const WESTERN = 'windows-1252';

/** They look like ASCII, and a label alone tells them from it. */
const SEVEN_BITS = new Set(['utf-7', 'iso-2022-kr', 'hz-gb-2312']);
export const isSevenBits = (charset: string): boolean => SEVEN_BITS.has(charset);

/** What iconv-lite has a name for, and is no character set, or none of mails. */
const NO_CHARSET = /^(?:base64|hex|binary|ucs-?2|utf-?7-?imap)$/;

/** Names that say only that somebody did not know, or did not care. */
const SAYS_NOTHING =
  /^(?:x-unknown|unknown(?:-8bit)?|8bit|binary|default|none|x-user-defined|us-ascii|ascii|ansi_x3\.4-1968)$/;

/** Names that mean more than they say, and those that the Encoding Standard does not list. */
const MEANT: Readonly<Record<string, string>> = {
  'iso-8859-1': WESTERN,
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  // GB 18030 holds all of GBK, which holds all of GB 2312.
  gb2312: 'gb18030',
  gb_2312: 'gb18030',
  gbk: 'gb18030',
  cp936: 'gb18030',
  'x-gbk': 'gb18030',
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  // Windows' Korean has all of EUC-KR and thousands of syllables more, which the Encoding Standard reads under this name.
  'euc-kr': 'cp949',
  uhc: 'cp949',
  cp950: 'big5',
  'big5-eten': 'big5',
  tis620: 'windows-874',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  'iso-8859-8-i': 'windows-1255',
  'iso-8859-8': 'windows-1255',
  utf7: 'utf-7',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  csiso2022kr: 'iso-2022-kr',
  hz: 'hz-gb-2312',
};

/** The character set of this name as `decodeAs` takes it; null when there is none, or the name says nothing. */
export function charsetNamed(label: string | null | undefined): string | null {
  const name = (label ?? '')
    .trim()
    .toLowerCase()
    // RFC 2231 adds a language, and programs their quotes.
    .replace(/\*.*$/, '')
    .replace(/^["']+|["';]+$/g, '');
  if (name === '' || name.length > 40 || SAYS_NOTHING.test(name)) return null;
  const known = MEANT[name] ?? name.replace(/^(?:x-|cs)?(?:cp|ms|windows_?|win)-?(12\d\d|874)$/, 'windows-$1');
  try {
    const { encoding } = new TextDecoder(known);
    return MEANT[encoding] ?? encoding;
  } catch {
    // Older programs' own, which browsers do not know.
    const isKnown = SEVEN_BITS.has(known) || (!NO_CHARSET.test(known) && iconv.encodingExists(known));
    return isKnown ? known : null;
  }
}
