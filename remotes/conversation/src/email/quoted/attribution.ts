import { OPENED, WROTE } from './languages';

/** UTF-16 units of the longest line above a quote that a program writes. */
const LONGEST = 300;
/** Lines that a long one is broken into. */
const MOST_LINES = 3;
/** Empty lines between it and the quote. */
const MOST_EMPTY = 3;

const ADDRESS = /[<([]\s?(?:mailto:)?[^\s<>()[\]]{1,80}@[^\s<>()[\]]{1,120}\s?[>)\]]|^\S{1,80}@\S{1,120}(?=\s)/u;
const DATE = /\p{Nd}{4}|\p{Nd}{1,2}[./-]\s?\p{Nd}{1,2}/u;
const TIME = /\p{Nd}{1,2}[:.٫]\p{Nd}{2}/u;
/** A date, or the short name of a day before it. */
const DATED = /^(?:\p{Nd}|[\p{L}\p{M}]{1,14}[.,·]{0,2}\s\p{Nd})/u;
/** A name with its address. */
const NAMED = /^["'“”„]?([^<>()[\]@]{1,80})[<([]\s?(?:mailto:)?[^\s<>()[\]]{1,80}@[^\s<>()[\]]{1,120}[>)\]]/u;
const MOST_NAMES = 5;
/** Beginning of a word in a name: a capital letter, or a letter of a script without capitals. */
const NAME = /^[\p{Lu}\p{Lo}\p{Nd}]/u;
const NAMED_WROTE = /^(?:\p{Lu}[^\s<>]{0,40}\s){1,5}(?:kirjoitti|skrev|schreef|schrieb|wrote)(?=\s)/u;
/** Words of the customer's may be before it in its line, where the line breaks were lost. */
const SENTENCE_END = /[!?。]|\p{Ll}{3}\.\s+\p{Lu}/u;

/** Any line that has an author and a date, and goes over into a quote: also one with other words in it. */
function introduces(text: string): boolean {
  if (text.length > LONGEST || !/[:：]$/.test(text)) return false;
  const isDated = DATE.test(text);
  return ADDRESS.test(text) ? isDated || WROTE.test(text) : isDated && WROTE.test(text);
}

/** A line that has nothing in it but what a program writes above a quote. */
function isAttribution(written: string): boolean {
  // Zoho writes it between dashes.
  const text = written.replace(/^-{2,}\s?(.{1,300}?)\s?-{2,}$/u, '$1:');
  if (text.length > LONGEST || !/[:：]$/.test(text) || SENTENCE_END.test(text)) return false;
  const hasAddress = ADDRESS.test(text);
  const isTimed = TIME.test(text.slice(0, -1)) && DATE.test(text);
  if (OPENED.test(text) || DATED.test(text)) return WROTE.test(text) || (hasAddress && isTimed);
  if (beginsWithName(text)) return WROTE.test(text) || isTimed;
  return NAMED_WROTE.test(text) && isTimed;
}

function beginsWithName(text: string): boolean {
  const words = NAMED.exec(text)?.[1]?.trim().split(' ') ?? [];
  return words.length > 0 && words.length <= MOST_NAMES && words.every((word) => NAME.test(word));
}

/** A line as far as it may be part of an attribution. */
interface AttributableLine {
  text: string;
  hasContent: boolean;
  isQuoted: boolean;
  isAttribution: boolean;
}

export interface Attribution {
  /** Index of its first line. Equal to that of the quote if the line has other words in it, and so is not part of it. */
  from: number;
}

/** Finds the line above a quote that names its author, broken into up to three; null if there is none. */
export function attributionAbove(lines: readonly AttributableLine[], quote: number): Attribution | null {
  let end = quote;
  while (end > 0 && quote - end < MOST_EMPTY && lines[end - 1]?.hasContent === false) end -= 1;
  let from = end;
  while (from > 0 && end - from < MOST_LINES && lines[from - 1]?.isAttribution) from -= 1;
  if (from < end) return { from };
  let text = '';
  let found: Attribution | null = null;
  for (from = end - 1; from >= 0 && end - from <= MOST_LINES; from -= 1) {
    const line = lines[from];
    if (!line?.hasContent || line.isQuoted) break;
    text = `${line.text} ${text}`.trim();
    if (isAttribution(text)) {
      found = { from };
      // The date may be in the line before.
      if (DATE.test(text)) break;
    } else if (introduces(text)) found ??= { from: quote };
  }
  return found;
}

/** Whether a quote begins with the line that names its author, as Apple's do. */
export function beginsWithAttribution(lines: readonly AttributableLine[], quote: number): boolean {
  let text = '';
  for (const line of lines.slice(quote, quote + MOST_LINES)) {
    if (!line.hasContent || !line.isQuoted) return false;
    text = `${text} ${withoutMark(line.text)}`.trim();
    if (isAttribution(text)) return true;
  }
  return false;
}

/** A line of a text without the marks before it that say that it is quoted. */
const withoutMark = (text: string): string => text.replace(/^[>＞\s]+/, '');
