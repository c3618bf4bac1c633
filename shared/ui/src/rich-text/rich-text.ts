import type { AgentId } from '@inbox/domain';
import { imageBytes, isInlineImage, safeHref } from '@inbox/domain/conversation';

export { imageBytes, isInlineImage, safeHref };

/** How a stretch of text is set. */
export interface TextStyle {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  code: boolean;
  /** Where it leads; null leads nowhere. */
  href: string | null;
  /** The agent whom it names. It leads nowhere then. */
  mention: AgentId | null;
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
  /** Per cent of the text's width, 1 to 100; null is the picture's own. */
  width: number | null;
}

export type Block = TextBlock | ImageBlock;

/** What is written in the editor: all that it can hold, and nothing else. */
export type RichText = readonly Block[];

export const MOST_DEPTH = 4;
export const PLAIN: TextStyle = {
  bold: false,
  italic: false,
  underline: false,
  code: false,
  href: null,
  mention: null,
};
export const EMPTY: RichText = [{ kind: 'paragraph', depth: 0, align: null, runs: [] }];

/** And what is no character of any text. */
const CONTROLS = /(?!\n)\p{Cc}|[\ufdd0-\ufdef\ufffe\uffff]/gu;

/** As text stands in a document: no control characters, one kind of line end, no-break spaces and tabs as spaces. */
export const cleanText = (text: string): string =>
  wellFormed(text)
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/\u00a0/g, ' ')
    .replace(CONTROLS, '');

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const isSameStyle = (a: TextStyle, b: TextStyle): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.code === b.code &&
  a.href === b.href &&
  a.mention === b.mention;

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

/**
 * The same document in its one form: what cannot be written is left out, and lists are no deeper than they can be.
 * @param isImage which addresses of pictures a document may have
 */
export function normalText(blocks: RichText, isImage: (src: string) => boolean = isInlineImage): RichText {
  const normal: Block[] = [];
  let deepest = -1;
  for (const block of blocks) {
    if (block.kind === 'image') {
      deepest = -1;
      if (isImage(block.src)) {
        const alt = wellFormed(cleanText(block.alt).replace(/\n/g, ' ').slice(0, 300));
        normal.push({ ...block, alt, width: isWidth(block.width) ? block.width : null });
      }
      continue;
    }
    const isItem = block.kind !== 'paragraph';
    const depth = isItem ? Math.max(0, Math.min(block.depth, deepest + 1, MOST_DEPTH)) : 0;
    deepest = isItem ? depth : -1;
    const runs = block.runs.map((run) => ({
      ...run,
      text: cleanText(run.text),
      href: run.href === null || isAgent(run.mention) ? null : safeHref(run.href),
      mention: isAgent(run.mention) ? run.mention : null,
    }));
    normal.push({ ...block, depth, runs: mergeRuns(runs) });
  }
  return normal.length === 0 ? EMPTY : normal;
}

const isAgent = (id: number | null): boolean => Number.isSafeInteger(id) && (id ?? 0) > 0 && (id ?? 0) < 1e15;
const isWidth = (width: number | null): boolean => Number.isInteger(width) && (width ?? 0) >= 1 && (width ?? 0) <= 100;

/** What of formatted text somebody can write besides what every editor has. */
export interface Extras {
  code: boolean;
  mentions: boolean;
  /** The width that a picture has at first, in per cent of the text's; null where pictures have their own. */
  imageWidth: number | null;
}

/** The document with nothing but what this editor can write, as where text is pasted that another editor wrote. */
export const withoutExtras = (blocks: RichText, { code, mentions, imageWidth }: Extras): RichText =>
  blocks.map((block): Block =>
    block.kind === 'image'
      ? { ...block, width: imageWidth === null ? null : (block.width ?? imageWidth) }
      : {
          ...block,
          runs: block.runs.map((run) => ({
            ...run,
            code: code && run.code,
            mention: mentions ? run.mention : null,
          })),
        },
  );

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
