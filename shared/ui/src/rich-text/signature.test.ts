/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { isUnwritten } from '@inbox/domain/conversation';
import { ContentState, EditorState } from 'draft-js';
import { replaceText } from './changes';
import { fromDraft } from './draft-content';
import { fromHtml } from './from-html';
import { EMPTY } from './rich-text';
import { withSignature } from './signature';
import { toHtml } from './to-html';

const ASHA = '<div>Asha <strong>Rao</strong></div><div>Kurta House</div>';
const ORDERS = '<ul><li>Orders</li></ul>';
const put = (text: string, before: string, next: string) => {
  const changed = withSignature(text === '' ? EMPTY : fromHtml(text), fromHtml(before), fromHtml(next));
  return changed && toHtml(changed);
};

describe('a signature', () => {
  it('stands below an empty mail with a line to write in, which counts as unwritten', () => {
    const begun = put('', '', ASHA);
    expect(begun).toBe(`<div><br></div><div><br></div>${ASHA}`);
    expect(isUnwritten(begun ?? '', ASHA)).toBe(true);
    expect(isUnwritten(`<div>x</div>${begun}`, ASHA)).toBe(false);
    expect([isUnwritten(ASHA, ''), isUnwritten(ASHA, undefined), isUnwritten('', null)]).toEqual([false, false, true]);
  });

  it.each([
    ['below what is written', '<div>Packed</div>', '', ASHA, `<div>Packed</div><div><br></div>${ASHA}`],
    [
      'in the place of another',
      `<div>Packed</div><div><br></div>${ASHA}`,
      ASHA,
      ORDERS,
      `<div>Packed</div><div><br></div>${ORDERS}`,
    ],
    ['taken away', `<div>Packed</div><div><br></div>${ASHA}`, ASHA, '', '<div>Packed</div>'],
    ['of an empty mail, taken away', `<div><br></div><div><br></div>${ASHA}`, ASHA, '', '<div><br></div>'],
    ['none for none', '<div>Packed</div>', '', '', '<div>Packed</div>'],
  ])('%s', (_, text, before, next, after) => expect(put(text, before, next)).toBe(after));

  it.each([
    ['changed', `<div>Packed</div><div>Asha</div>`],
    ['taken away', '<div>Packed</div>'],
    ['no longer at the end', `${ASHA}<div>P.S.</div>`],
  ])('that the agent has %s stays theirs', (_, text) => expect(put(text, ASHA, ORDERS)).toBeNull());
});

describe('another text in the editor', () => {
  const stateOf = (html: string) =>
    EditorState.createWithContent(
      ContentState.createFromBlockArray(
        replaceText(EditorState.createEmpty(), fromHtml(html)).getCurrentContent().getBlocksAsArray(),
      ),
    );

  it('leaves the caret where the text up to it is the same', () => {
    const state = EditorState.moveFocusToEnd(stateOf('<div>Packed</div>'));
    const caret = state.getSelection();
    const next = replaceText(state, fromHtml(`<div>Packed</div>${ASHA}`));
    expect(toHtml(fromDraft(next.getCurrentContent()))).toBe(`<div>Packed</div>${ASHA}`);
    expect([next.getSelection().getAnchorKey(), next.getSelection().getAnchorOffset()]).toEqual([
      caret.getAnchorKey(),
      6,
    ]);
    expect(next.getSelection().getHasFocus()).toBe(true);
  });

  it('puts it at the end where it is another', () => {
    const next = replaceText(
      EditorState.moveFocusToEnd(stateOf('<div>Packed</div>')),
      fromHtml('<div>Sent</div><div>Bye</div>'),
    );
    const block = next.getCurrentContent().getLastBlock();
    expect([next.getSelection().getFocusKey(), next.getSelection().getFocusOffset()]).toEqual([block.getKey(), 3]);
    const fewer = replaceText(next, fromHtml('<div>Sent</div>'));
    expect(toHtml(fromDraft(fewer.getCurrentContent()))).toBe('<div>Sent</div>');
  });
});
