/** How a stretch of text is set. */
export interface TextStyle {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  /** Where it leads; null leads nowhere. */
  href: string | null;
}

/** Text of one style. */
export interface Run extends TextStyle {
  text: string;
}

/** Null is where lines of the text's own direction begin. */
export type Align = 'left' | 'center' | 'right' | null;

export type TextKind = 'paragraph' | 'bullet' | 'number';

export interface TextBlock {
  kind: TextKind;
  /** Of a list's item: 0 to MOST_DEPTH. */
  depth: number;
  align: Align;
  /** May hold line ends. */
  runs: Run[];
}

export interface ImageBlock {
  kind: 'image';
  align: Align;
  /** A data URL: the picture's bytes go with the text. */
  src: string;
  /** What it shows, for who does not see it. */
  alt: string;
}

export type Block = TextBlock | ImageBlock;

/** What is written in the editor: all that it can hold, and nothing else. */
export type RichText = readonly Block[];

export const MOST_DEPTH = 4;
export const PLAIN: TextStyle = { bold: false, italic: false, underline: false, href: null };
export const EMPTY: RichText = [{ kind: 'paragraph', depth: 0, align: null, runs: [] }];

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i;
/** And what is no character of any text. */
const CONTROLS = /(?!\n)\p{Cc}|[\ufdd0-\ufdef\ufffe\uffff]/gu;

/** Is it a picture that goes with the text? Never an address, by which a reader could be followed, or a drawing with code. */
export const isInlineImage = (src: string): boolean => IMAGE.test(src);

/** Bytes of the picture that a data URL holds. */
export const imageBytes = (src: string): number => Math.floor(((src.length - src.indexOf(',') - 1) * 3) / 4);

/** An address to which a link may lead, as it was written; null for any other, such as one that runs code. */
export function safeHref(text: string): string | null {
  const href = wellFormed(text.trim());
  if (/[\s\p{Cc}<>"]/u.test(href) || href.length > 4_000 || !URL.canParse(href)) return null;
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(href).protocol) ? href : null;
}

/** As text stands in a document: no control characters, one kind of line end, no-break spaces and tabs as spaces. */
export const cleanText = (text: string): string =>
  wellFormed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/\u00a0/g, ' ')
    .replace(CONTROLS, '');

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const isSameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.underline === b.underline && a.href === b.href;

/** Neighbours of one style as one run, none without text. */
export function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.text === '') continue;
    if (last !== undefined && isSameStyle(last, run)) last.text += run.text;
    else merged.push({ ...run });
  }
  return merged;
}

/** The same document in its one form: what cannot be written is left out, and lists are no deeper than they can be. */
export function normalText(blocks: RichText): RichText {
  const normal: Block[] = [];
  let deepest = -1;
  for (const block of blocks) {
    if (block.kind === 'image') {
      deepest = -1;
      if (isInlineImage(block.src)) {
        normal.push({ ...block, alt: cleanText(block.alt).replace(/\n/g, ' ').slice(0, 300) });
      }
      continue;
    }
    const isItem = block.kind !== 'paragraph';
    const depth = isItem ? Math.max(0, Math.min(block.depth, deepest + 1, MOST_DEPTH)) : 0;
    deepest = isItem ? depth : -1;
    const runs = block.runs.map((run) => ({
      ...run,
      text: cleanText(run.text),
      href: run.href === null ? null : safeHref(run.href),
    }));
    normal.push({ ...block, depth, runs: mergeRuns(runs) });
  }
  return normal.length === 0 ? EMPTY : normal;
}

export const textOf = (block: TextBlock): string => block.runs.map(({ text }) => text).join('');

/** The words alone, a line for each block; of a picture what it shows. */
export const plainText = (blocks: RichText): string =>
  blocks.map((block) => (block.kind === 'image' ? block.alt : textOf(block))).join('\n');

/** Is nothing written that anybody could see? */
export const isBlank = (blocks: RichText): boolean =>
  blocks.every((block) => block.kind !== 'image' && textOf(block).trim() === '');

const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Does the first letter belong to a script that is written from right to left? */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);
