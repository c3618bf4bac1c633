import { EditorState, Modifier } from 'draft-js';
import { blockAt } from './changes';

/** An emoji of one or more code points: a flag, or emoji with skin tones, tags, keycaps and joiners (UTS #51, section 1.4.9). */
const EMOJI =
  /^(?:\p{RI}{2}|\p{Emoji}(?:\p{EMod}|\ufe0f?\u20e3|\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f|[\u{e0020}-\u{e007e}]+\u{e007f})?)*)$/u;

/** A code point at the end, with the selector of its variant. */
const LAST_SIGN = /.[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]?$/su;

let segmenters: Readonly<Record<'grapheme' | 'word', Intl.Segmenter>> | undefined;

/** Returns what breaks text into graphemes or words; null where the browser has no Intl.Segmenter. */
function segmenterOf(granularity: 'grapheme' | 'word'): Intl.Segmenter | null {
  if (typeof Intl.Segmenter !== 'function') return null;
  segmenters ??= {
    grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
    word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  };
  return segmenters[granularity];
}

/**
 * Returns how much of a line Backspace, Delete, and either with Ctrl take, in UTF-16 units, as text fields of Chromium do:
 * Backspace takes an emoji at once, and of any other grapheme its last code point, so that a Hindi vowel sign can be
 * corrected alone. Delete takes a grapheme. With Ctrl they take a word, or an emoji, and what separates it. Zero at the
 * line's end, and where the browser has no Intl.Segmenter: then the editor's own rule applies.
 */
export const REMOVED = {
  backspace(before: string): number {
    const grapheme = segmenterOf('grapheme')
      ?.segment(before)
      .containing(before.length - 1)?.segment;
    if (grapheme === undefined || EMOJI.test(grapheme)) return grapheme?.length ?? 0;
    return LAST_SIGN.exec(grapheme)?.[0].length ?? 1;
  },
  delete: (_before: string, after: string): number =>
    segmenterOf('grapheme')?.segment(after).containing(0)?.segment.length ?? 0,
  'backspace-word'(before: string): number {
    const words = segmenterOf('word')?.segment(before);
    let at = before.length;
    for (let part = words?.containing(at - 1); part !== undefined; part = words?.containing(at - 1)) {
      at = part.index;
      if (isWord(part) || at === 0) break;
    }
    return before.length - at;
  },
  'delete-word'(_before: string, after: string): number {
    let length = 0;
    for (const part of segmenterOf('word')?.segment(after) ?? []) {
      length += part.segment.length;
      if (isWord(part)) break;
    }
    return length;
  },
} as const;

const isWord = ({ segment, isWordLike }: Intl.SegmentData): boolean => isWordLike === true || EMOJI.test(segment);

const isRemoval = (command: string): command is keyof typeof REMOVED => Object.hasOwn(REMOVED, command);

/**
 * Removes what a command of draft-js takes beside the caret (see `REMOVED`). draft-js itself takes a code point, which
 * breaks an emoji of several. Null where draft-js acts: other commands, a selection, and the ends of a line.
 */
export function removeBesideCaret(state: EditorState, command: string): EditorState | null {
  const selection = state.getSelection();
  if (!isRemoval(command) || !selection.isCollapsed()) return null;
  const [text, at] = [blockAt(state).getText(), selection.getStartOffset()];
  const length = REMOVED[command](text.slice(0, at), text.slice(at));
  if (length === 0) return null;
  const isBackward = command.startsWith('backspace');
  const focusOffset = isBackward ? at - length : at + length;
  const content = Modifier.removeRange(
    state.getCurrentContent(),
    selection.merge({ focusOffset, isBackward }),
    isBackward ? 'backward' : 'forward',
  );
  const changes = { backspace: 'backspace-character', delete: 'delete-character' } as const;
  const change = command === 'backspace' || command === 'delete' ? changes[command] : 'remove-range';
  return EditorState.push(state, content.set('selectionBefore', selection) as typeof content, change);
}
