import type { EditorState, SelectionState } from 'draft-js';

/** A place in the DOM: a node, and an offset in it as ranges count. */
type DomPoint = readonly [node: Node, offset: number];

/** A place in the text: the block's key, and UTF-16 units from its start. */
interface Place {
  key: string;
  offset: number;
}

/** Chromium has this besides the standard's `getComposedRanges`, which came with Safari 17, Chromium 137 and Firefox 142. */
interface SelectableRoot extends ShadowRoot {
  getSelection?(): Selection | null;
}

/** Attribute that draft-js gives the element of each block. */
const BLOCK = '[data-block="true"]';

/** Returns where the page's selection begins and ends; `document.getSelection()` itself names only the shadow host. */
function selectedPoints(root: SelectableRoot): { anchor: DomPoint; focus: DomPoint } | null {
  const selection = document.getSelection();
  const range = selection?.getComposedRanges?.({ shadowRoots: [root] })[0];
  if (range !== undefined) {
    const ends: [DomPoint, DomPoint] = [
      [range.startContainer, range.startOffset],
      [range.endContainer, range.endOffset],
    ];
    const [anchor, focus] = selection?.direction === 'backward' ? [ends[1], ends[0]] : ends;
    return { anchor, focus };
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = root.getSelection?.() ?? selection ?? {};
  if (!anchorNode || !focusNode) return null;
  return { anchor: [anchorNode, anchorOffset ?? 0], focus: [focusNode, focusOffset ?? 0] };
}

/** Returns the place in the text of a point in the DOM of the editor; null for a point outside it. */
function placeAt(editor: Element, [node, offset]: DomPoint): Place | null {
  if (!editor.contains(node)) return null;
  const range = document.createRange();
  const block = (node instanceof Element ? node : node.parentElement)?.closest(BLOCK);
  if (block) {
    range.setStart(block, 0);
    range.setEnd(node, offset);
    return { key: keyOf(block), offset: range.toString().length };
  }
  range.setStart(node, offset);
  const blocks = [...editor.querySelectorAll(BLOCK)];
  const next = blocks.find((each) => range.comparePoint(each, 0) >= 0);
  const last = blocks.at(-1);
  if (next) return { key: keyOf(next), offset: 0 };
  return last ? { key: keyOf(last), offset: Infinity } : null;
}

/** draft-js writes the block's key, then the numbers of a decorator and a leaf. */
const keyOf = (block: Element): string => block.getAttribute('data-offset-key')?.split('-')[0] ?? '';

/** Returns the point in the DOM of a place in the text; null for a picture, which has no text. */
function pointOf(editor: Element, { key, offset }: Place): DomPoint | null {
  const block = editor.querySelector(`${BLOCK}[data-offset-key="${key}-0-0"]`);
  if (block === null || block.getAttribute('contenteditable') === 'false') return null;
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { length } = text as Text;
    if (offset <= before + length) return [text, offset - before];
    before += length;
  }
  return [block.querySelector('[data-text]')?.parentNode ?? block, 0];
}

/** Returns the text's selection between two points of the DOM; null if one of them is outside the editor. */
function selectionBetween(editor: Element, state: EditorState, from: DomPoint, to: DomPoint): SelectionState | null {
  const content = state.getCurrentContent();
  const [anchor, focus] = [from, to].map((point) => {
    const place = placeAt(editor, point);
    const block = place === null ? undefined : content.getBlockForKey(place.key);
    // draft-js writes a line feed more where a line ends with one.
    return place && block ? { ...place, offset: Math.min(place.offset, block.getLength()) } : null;
  });
  if (!anchor || !focus) return null;
  const keys = content.getBlockMap().keySeq();
  const isBackward =
    anchor.key === focus.key
      ? focus.offset < anchor.offset
      : keys.find((key) => key === anchor.key || key === focus.key) === focus.key;
  return state.getSelection().merge({
    anchorKey: anchor.key,
    anchorOffset: anchor.offset,
    focusKey: focus.key,
    focusOffset: focus.offset,
    isBackward,
  });
}

/** Returns the text's selection as the page has it; null if the page's selection is outside the editor. */
export function readSelection(root: ShadowRoot, editor: Element, state: EditorState): SelectionState | null {
  const points = selectedPoints(root);
  return points && selectionBetween(editor, state, points.anchor, points.focus);
}

/** Returns the text that an `InputEvent` is about to change; null where the event does not say so. */
export function targetOf(event: InputEvent, editor: Element, state: EditorState): SelectionState | null {
  const [range] = event.getTargetRanges();
  if (range === undefined) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  return selectionBetween(editor, state, [startContainer, startOffset], [endContainer, endOffset]);
}

/** Returns the caret's place under the pointer; null outside the text, and where the browser cannot say. */
export function caretUnder(
  { clientX, clientY }: MouseEvent,
  root: ShadowRoot,
  editor: Element,
  state: EditorState,
): SelectionState | null {
  const caret = document.caretPositionFromPoint?.(clientX, clientY, { shadowRoots: [root] });
  if (!caret) return null;
  const point: DomPoint = [caret.offsetNode, caret.offset];
  return selectionBetween(editor, state, point, point);
}

/** Shows the editor's selection in the page. It leaves an equal selection alone, so that arrow keys keep their column. */
export function showSelection(root: ShadowRoot, editor: Element, state: EditorState): void {
  const selection = state.getSelection();
  const shown = readSelection(root, editor, state);
  if (shown !== null && isSameSelection(shown, selection)) return;
  const anchor = pointOf(editor, { key: selection.getAnchorKey(), offset: selection.getAnchorOffset() });
  const focus = pointOf(editor, { key: selection.getFocusKey(), offset: selection.getFocusOffset() });
  if (anchor && focus) document.getSelection()?.setBaseAndExtent(...anchor, ...focus);
}

/** Compares two selections by their ends. */
export const isSameSelection = (one: SelectionState, other: SelectionState): boolean =>
  one.getAnchorKey() === other.getAnchorKey() &&
  one.getAnchorOffset() === other.getAnchorOffset() &&
  one.getFocusKey() === other.getFocusKey() &&
  one.getFocusOffset() === other.getFocusOffset();
