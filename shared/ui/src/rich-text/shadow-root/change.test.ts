/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { EditorState, type SelectionState } from 'draft-js';
import { fromDraft, toDraft } from '../draft-content';
import { fromHtml } from '../from-html';
import { toHtml } from '../to-html';
import { changedBy } from './change';

/** The state of one line, with a range of it selected. */
function selected(html: string, from: number, to: number): EditorState {
  const state = EditorState.createWithContent(toDraft(fromHtml(html)));
  return EditorState.acceptSelection(state, state.getSelection().merge({ anchorOffset: from, focusOffset: to }));
}

const event = (inputType: string, data: string | null = null) => new InputEvent('beforeinput', { inputType, data });

/** The line after an input event on a selected range; `target` is the range of the event itself. */
function after(html: string, [from, to]: number[], input: InputEvent, target?: number[]): string | null {
  const state = selected(html, from ?? 0, to ?? 0);
  const range: SelectionState | null = target
    ? state.getSelection().merge({ anchorOffset: target[0], focusOffset: target[1] })
    : null;
  const next = changedBy(input, state, range);
  return next && toHtml(fromDraft(next.getCurrentContent()));
}

describe('an input event of the browser changes the text', () => {
  it.each([
    ['a letter at the caret', 'ac', [1, 1], event('insertText', 'b'), undefined, 'abc'],
    ['a letter over the selection', 'abcd', [1, 3], event('insertText', 'x'), undefined, 'axd'],
    ['a correction of the spelling', 'helo you', [8, 8], event('insertReplacementText', 'hello'), [0, 4], 'hello you'],
    ['the letter before the caret', 'a🇧🇷b', [5, 5], event('deleteContentBackward'), [1, 5], 'ab'],
    ['the line before the caret', 'one two', [5, 5], event('deleteSoftLineBackward'), [0, 5], 'wo'],
    ['bold by a menu', 'ab', [0, 2], event('formatBold'), undefined, '<strong>ab</strong>'],
  ])('%s', (_, html, range, input, target, wanted) =>
    expect(after(html, range, input, target)).toBe(`<div>${wanted}</div>`),
  );

  it.each([
    ['within a link', 2, '<a href="https://shop.example">lixnk</a>'],
    ['after a link', 4, '<a href="https://shop.example">link</a>x'],
  ])('a letter %s belongs to it only there', (_, at, wanted) => {
    const html = '<div><a href="https://shop.example">link</a></div>';
    expect(after(html, [at, at], event('insertText', 'x'))).toBe(`<div>${wanted}</div>`);
  });

  it('what is cut is left to draft-js, and what no document can hold is refused', () => {
    expect(after('ab', [0, 2], event('deleteByCut'), [0, 2])).toBeNull();
    expect(after('ab', [0, 2], event('formatFontColor', 'red'))).toBeNull();
  });
});
