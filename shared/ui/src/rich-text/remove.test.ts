/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { ContentState, EditorState } from 'draft-js';
import { removeBesideCaret } from './remove';

/** The text with the caret where the bar is. */
function at(text: string): EditorState {
  const state = EditorState.createWithContent(ContentState.createFromText(text.replace('|', '')));
  const offset = text.indexOf('|');
  return EditorState.acceptSelection(state, state.getSelection().merge({ anchorOffset: offset, focusOffset: offset }));
}

/** The text after a command, with the bar at the caret; null where draft-js acts. */
function after(text: string, command: string): string | null {
  const next = removeBesideCaret(at(text), command);
  if (next === null) return null;
  const [left, caret] = [next.getCurrentContent().getPlainText(), next.getSelection().getAnchorOffset()];
  return `${left.slice(0, caret)}|${left.slice(caret)}`;
}

// Each row is what a text area of Chromium does with the same keys.
describe('keys that remove text', () => {
  it.each([
    ['a family', 'a👩‍👩‍👦|', 'a|'],
    ['a flag, of two that touch', 'a🇧🇷🇨🇱|', 'a🇧🇷|'],
    ['a letter of a flag that has no pair', 'a🇧🇷🇨|', 'a🇧🇷|'],
    ['a flag of tags', 'a🏴󠁧󠁢󠁳󠁣󠁴󠁿|', 'a|'],
    ['a skin tone with its hand', 'a🤚🏾|b', 'a|b'],
    ['a skin tone after a letter, alone', 'a🏾|', 'a|'],
    ['a keycap', '#7️⃣|', '#|'],
    ['a heart with its variation selector', 'a❤️|', 'a|'],
    ['a sign that only looks joined', '👩\u200d|', '👩|'],
    ['the vowel sign of a Hindi letter', 'मी|', 'म|'],
    ['the last consonant of a Hindi conjunct', 'द्म|', 'द्|'],
    ['an accent of its own', 'o\u0308|', 'o|'],
    ['a Chinese letter beyond 16 bits with its variant', '𠮟\u{e0101}|', '|'],
    ['nothing at the beginning of a line', '|a', null],
  ])('Backspace takes %s', (_, text, wanted) => expect(after(text, 'backspace')).toBe(wanted));

  it.each([
    ['a family', '|👩‍👩‍👦b', '|b'],
    ['a Hindi syllable', 'a|द्मि', 'a|'],
    ['a letter with its accent', '|o\u0308b', '|b'],
    ['nothing at the end of a line', 'a|', null],
  ])('Delete takes %s', (_, text, wanted) => expect(after(text, 'delete')).toBe(wanted));

  it.each([
    ['backspace-word', 'see #️⃣ here, |now', 'see #️⃣ |now'],
    ['backspace-word', 'see #️⃣|', 'see |'],
    ['backspace-word', '  |', '|'],
    ['delete-word', '|, 👍🏿 yes', '| yes'],
    ['delete-word', 'a| नमस्ते जी', 'a| जी'],
  ])('%s breaks no emoji and no syllable: %s', (command, text, wanted) => expect(after(text, command)).toBe(wanted));

  it('leaves a selection, other commands, and browsers without Intl.Segmenter to draft-js', () => {
    const selected = EditorState.acceptSelection(at('ab|'), at('ab|').getSelection().merge({ anchorOffset: 0 }));
    expect(removeBesideCaret(selected, 'backspace')).toBeNull();
    expect(after('ab|', 'bold')).toBeNull();
    const { Segmenter } = Intl;
    Object.defineProperty(Intl, 'Segmenter', { value: undefined });
    const all = ['backspace', 'delete', 'backspace-word', 'delete-word'].map((key) => after('a👩‍👩‍👦|👍🏿', key));
    Object.defineProperty(Intl, 'Segmenter', { value: Segmenter });
    expect(all).toEqual([null, null, null, null]);
  });
});
