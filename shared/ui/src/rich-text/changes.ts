import {
  AtomicBlockUtils,
  ContentState,
  EditorState,
  Modifier,
  RichUtils,
  SelectionState,
  type ContentBlock,
} from 'draft-js';
import { alignOf, fromDraft, IMAGE, LINK, toDraft } from './draft-content';
import { linkedRuns } from './links';
import { MOST_DEPTH, normalText, PLAIN, type Align, type Block, type RichText, type TextStyle } from './rich-text';

/** What the toolbar and the clipboard do with the text: each takes a state of draft-js and answers the next. */

/** The block in which the selection begins. */
export const blockAt = (state: EditorState): ContentBlock =>
  state.getCurrentContent().getBlockForKey(state.getSelection().getStartKey());

export function toggleAlign(state: EditorState, align: Exclude<Align, null>): EditorState {
  const data = blockAt(state).getData();
  const next = data.get('align') === align ? data.delete('align') : data.set('align', align);
  const content = Modifier.setBlockData(state.getCurrentContent(), state.getSelection(), next);
  return EditorState.push(state, content, 'change-block-data');
}

export const currentAlign = (state: EditorState): Align => alignOf(blockAt(state));

/** Moves the list's items that are selected; others stay. */
export function indent(state: EditorState, by: 1 | -1): EditorState {
  const content = state.getCurrentContent();
  const [start, end] = [state.getSelection().getStartKey(), state.getSelection().getEndKey()];
  let isIn = false;
  const blocks = content.getBlockMap().map((block) => {
    const key = block?.getKey();
    if (block === undefined) throw new Error('A document without a block.');
    isIn ||= key === start;
    const isItem = isIn && block.getType().endsWith('list-item');
    if (key === end) isIn = false;
    const depth = Math.max(0, Math.min(block.getDepth() + by, MOST_DEPTH));
    return isItem ? (block.set('depth', depth) as ContentBlock) : block;
  });
  return EditorState.push(state, content.set('blockMap', blocks) as ContentState, 'adjust-depth');
}

/** Enter in an empty item ends the list, or the list within the list. Null where Enter does what it always does. */
export function endList(state: EditorState): EditorState | null {
  const block = blockAt(state);
  if (!block.getType().endsWith('list-item') || block.getLength() > 0) return null;
  return block.getDepth() > 0 ? indent(state, -1) : RichUtils.toggleBlockType(state, block.getType());
}

/** Where the text under the selection leads; empty for nowhere. */
export function currentLink(state: EditorState): string {
  const range = linkRange(state);
  const key = range && blockAt(state).getEntityAt(range.getStartOffset());
  if (!key) return '';
  const { url } = state.getCurrentContent().getEntity(key).getData() as { url?: unknown };
  return typeof url === 'string' ? url : '';
}

/** The whole link in which the selection begins. */
function linkRange(state: EditorState): SelectionState | null {
  const content = state.getCurrentContent();
  const [block, at] = [blockAt(state), state.getSelection().getStartOffset()];
  const keyAt = (offset: number) => {
    const key = block.getEntityAt(offset);
    return key !== null && content.getEntity(key).getType() === LINK ? key : null;
  };
  const key = keyAt(at) ?? (state.getSelection().isCollapsed() && at > 0 ? keyAt(at - 1) : null);
  if (key === null) return null;
  let [start, end] = [keyAt(at) === key ? at : at - 1, at];
  while (start > 0 && keyAt(start - 1) === key) start -= 1;
  while (end < block.getLength() && keyAt(end) === key) end += 1;
  return SelectionState.createEmpty(block.getKey()).merge({ anchorOffset: start, focusOffset: end });
}

/** Makes the selection lead there, or the link that it is in; with neither, the address itself is written as a link. */
export function setLink(state: EditorState, href: string): EditorState {
  const range = state.getSelection().isCollapsed() ? linkRange(state) : state.getSelection();
  if (range === null) return insertText(state, [{ ...PLAIN, text: href.replace(/^mailto:/, ''), href }]);
  const content = state.getCurrentContent().createEntity(LINK, 'MUTABLE', { url: href });
  const linked = Modifier.applyEntity(content, range, content.getLastCreatedEntityKey());
  return caretAt(EditorState.push(state, linked, 'apply-entity'), range);
}

export function removeLink(state: EditorState): EditorState {
  const range = state.getSelection().isCollapsed() ? linkRange(state) : state.getSelection();
  if (range === null) return state;
  const content = Modifier.applyEntity(state.getCurrentContent(), range, null);
  return caretAt(EditorState.push(state, content, 'apply-entity'), range);
}

const caretAt = (state: EditorState, range: SelectionState): EditorState =>
  EditorState.forceSelection(
    state,
    state.getSelection().merge({
      anchorKey: range.getEndKey(),
      anchorOffset: range.getEndOffset(),
      focusKey: range.getEndKey(),
      focusOffset: range.getEndOffset(),
      isBackward: false,
    }),
  );

/** @param width in per cent of the text's; null for the picture's own */
export function insertImage(
  state: EditorState,
  { src, alt, width }: { src: string; alt: string; width: number | null },
): EditorState {
  const content = state.getCurrentContent().createEntity(IMAGE, 'IMMUTABLE', { src, alt, width });
  const withEntity = EditorState.set(state, { currentContent: content });
  return AtomicBlockUtils.insertAtomicBlock(withEntity, content.getLastCreatedEntityKey(), ' ');
}

/** Another entity in the place of the picture's: draft-js shares an entity's data with every state that undo goes back to. */
export function setImageWidth(state: EditorState, block: ContentBlock, width: number): EditorState {
  const content = state.getCurrentContent();
  const key = block.getEntityAt(0);
  if (!key) return state;
  const data = content.getEntity(key).getData() as { src: string; alt: string };
  const made = content.createEntity(IMAGE, 'IMMUTABLE', { ...data, width });
  const range = SelectionState.createEmpty(block.getKey()).merge({ focusOffset: block.getLength() });
  const changed = Modifier.applyEntity(made, range, made.getLastCreatedEntityKey());
  return EditorState.push(state, changed, 'apply-entity');
}

export function removeImage(state: EditorState, block: ContentBlock): EditorState {
  const content = state.getCurrentContent();
  const key = block.getKey();
  const next = content.getKeyAfter(key) ?? content.getKeyBefore(key);
  const range = SelectionState.createEmpty(key).merge({ focusOffset: block.getLength() });
  const cleared = Modifier.setBlockType(Modifier.removeRange(content, range, 'backward'), range, 'unstyled');
  const removed =
    next === undefined || next === null
      ? cleared
      : (cleared.set('blockMap', cleared.getBlockMap().delete(key)) as ContentState);
  const caret = SelectionState.createEmpty(next ?? key);
  return EditorState.forceSelection(EditorState.push(state, removed, 'remove-range'), caret);
}

/** Puts a document in the place of the selection. */
export function insertRichText(state: EditorState, text: RichText): EditorState {
  const fragment = toDraft(text).getBlockMap();
  const content = Modifier.replaceWithFragment(state.getCurrentContent(), state.getSelection(), fragment);
  return EditorState.push(state, content, 'insert-fragment');
}

const insertText = (state: EditorState, runs: (TextStyle & { text: string })[]): EditorState =>
  insertRichText(state, [{ kind: 'paragraph', depth: 0, align: null, runs }]);

/** Pasted text without marks: an address over a selection makes that a link, any other stands as one. */
export function pasteText(state: EditorState, text: string): EditorState {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const isSelected = !state.getSelection().isCollapsed();
  const [only] = lines;
  const linked = linkedRuns((only ?? '').trim(), PLAIN);
  if (isSelected && lines.length === 1 && linked.length === 1 && linked[0]?.href) {
    return setLink(state, linked[0].href);
  }
  const style = state.getCurrentInlineStyle();
  const written = {
    ...PLAIN,
    bold: style.has('BOLD'),
    italic: style.has('ITALIC'),
    underline: style.has('UNDERLINE'),
    code: style.has('CODE'),
  };
  return insertRichText(
    state,
    lines.map((line) => ({ kind: 'paragraph', depth: 0, align: null, runs: linkedRuns(line, written) })),
  );
}

/**
 * Puts another document in the place of what is there. Blocks at its beginning that stay as they are keep the caret; a
 * caret behind them goes to the end.
 */
export function replaceText(state: EditorState, text: RichText): EditorState {
  const content = state.getCurrentContent();
  const [before, after] = [fromDraft(content), normalText(text)];
  const blocks = content.getBlocksAsArray();
  let same = 0;
  while (same < blocks.length && same < after.length && isSameBlock(before[same], after[same])) same += 1;
  // A block that no document can hold is in the editor's alone.
  if (before.length !== blocks.length) same = 0;
  const next = toDraft(after.slice(same)).getBlocksAsArray();
  const replaced = ContentState.createFromBlockArray([
    ...blocks.slice(0, same),
    ...(same === after.length ? [] : next),
  ]);
  const last = replaced.getLastBlock();
  const end = { anchorKey: last.getKey(), anchorOffset: last.getLength() };
  const caret = state.getSelection();
  const isKept = [caret.getAnchorKey(), caret.getFocusKey()].every((key) =>
    blocks.slice(0, same).some((block) => block.getKey() === key),
  );
  const selection = isKept
    ? caret
    : caret.merge({ ...end, focusKey: end.anchorKey, focusOffset: end.anchorOffset, isBackward: false });
  const changed = replaced.merge({ selectionBefore: caret, selectionAfter: selection }) as ContentState;
  return EditorState.push(state, changed, 'insert-fragment');
}

const isSameBlock = (one: Block | undefined, other: Block | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
