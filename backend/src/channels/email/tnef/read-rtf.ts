import { decodeText } from './code-page';

/** Deeper groups are no mail's. */
const MAX_DEPTH = 200;
/** Groups that hold no words. */
const NO_WORDS = new Set(['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'footer']);
/** Control words that stand for a letter. */
const LETTERS = new Map([
  ['par', '\r\n'],
  ['line', '\r\n'],
  ['tab', '\t'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
]);
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|[{}]|[^\\{}]+|\\/giy;

interface Group {
  /** Nothing of it is said. */
  isSilent: boolean;
  /** What stands here is there for programs that show no HTML. */
  isForRtf: boolean;
  /** Letters that follow a Unicode letter, for programs that do not know it. */
  skips: number;
}

/**
 * What a mail in RTF says: the HTML that it was made of ([MS-OXRTFEX]), where it carries that, else its words. One pass,
 * whatever it holds.
 */
export function readRtf(rtf: Buffer): { kind: 'html' | 'text'; content: string } {
  const source = rtf.toString('latin1');
  const head = source.slice(0, 1_000);
  const kind = /\\fromhtml1?(?!\d)/.test(head) ? 'html' : 'text';
  const codePage = Number(/\\ansicpg(\d{3,5})/.exec(head)?.[1] ?? 1252);
  const said: string[] = [];
  const outer: Group[] = [];
  let group: Group = { isSilent: false, isForRtf: false, skips: 1 };
  let bytes: number[] = [];
  let toSkip = 0;
  let isOptional = false;

  const flush = (): void => {
    if (bytes.length > 0) said.push(decodeText(Uint8Array.from(bytes), codePage));
    bytes = [];
  };
  const say = (text: string): void => {
    if (group.isSilent || group.isForRtf) return;
    flush();
    said.push(text);
  };
  /** Letters of the document's own character set, several bytes each in some. */
  const spell = (letters: string): void => {
    const left = letters.slice(toSkip);
    toSkip = Math.max(0, toSkip - letters.length);
    if (group.isSilent || group.isForRtf) return;
    for (let at = 0; at < left.length; at++) bytes.push(left.charCodeAt(at));
  };
  const control = (word: string, number: number | null): void => {
    const wasOptional = isOptional;
    isOptional = false;
    if (word === 'htmlrtf') group.isForRtf = kind === 'html' && number !== 0;
    else if (word === 'htmltag') group.isSilent ||= kind === 'text';
    else if (wasOptional || NO_WORDS.has(word)) group.isSilent = true;
    else if (word === 'uc') group.skips = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === 'u' && number !== null) {
      say(String.fromCharCode(number & 0xffff));
      toSkip = group.skips;
    } else say(LETTERS.get(word) ?? '');
  };

  for (const [token, word, number, hex, symbol] of source.matchAll(TOKEN)) {
    if (token === '{') {
      if (outer.length >= MAX_DEPTH) break;
      outer.push(group);
      group = { ...group };
      isOptional = false;
    } else if (token === '}') {
      flush();
      group = outer.pop() ?? group;
      toSkip = 0;
    } else if (word !== undefined) control(word.toLowerCase(), number === undefined ? null : Number(number));
    else if (hex !== undefined) spell(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (symbol === '*') isOptional = true;
    else if (symbol === '~') say('\u00a0');
    else if (symbol === '\n' || symbol === '\r') say('\r\n');
    else if (symbol !== undefined && '\\{}'.includes(symbol)) spell(symbol);
    else if (symbol === undefined) spell(token.replace(/[\r\n]+/g, ''));
  }
  flush();
  return { kind, content: said.join('').trim() };
}
