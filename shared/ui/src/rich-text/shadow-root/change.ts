import { EditorState, Modifier, RichUtils, type ContentState, type SelectionState } from 'draft-js';
import { removeBesideCaret } from '../remove';

/** Inline styles by the browser's own commands, as a context menu offers them. */
const STYLES: Readonly<Record<string, string>> = {
  formatBold: 'BOLD',
  formatItalic: 'ITALIC',
  formatUnderline: 'UNDERLINE',
};

/** Commands of draft-js for what keyboards on a screen send without a key. */
const REMOVALS: Readonly<Record<string, string>> = {
  deleteContentBackward: 'backspace',
  deleteContentForward: 'delete',
};

/**
 * Returns the state after an input event (Input Events Level 2, section 5.1.2), which the browser itself must not carry out.
 *
 * @param target the text that the event changes; null where the event does not say so
 */
export function changedBy(event: InputEvent, state: EditorState, target: SelectionState | null): EditorState | null {
  const { inputType, data, dataTransfer } = event;
  const style = STYLES[inputType];
  if (style !== undefined) return RichUtils.toggleInlineStyle(state, style);
  if (inputType === 'historyUndo') return EditorState.undo(state);
  if (inputType === 'historyRedo') return EditorState.redo(state);
  if (inputType === 'insertLineBreak') return RichUtils.insertSoftNewline(state);
  if (inputType === 'insertParagraph') {
    return EditorState.push(state, Modifier.splitBlock(state.getCurrentContent(), state.getSelection()), 'split-block');
  }
  if (inputType === 'insertText') return insertText(state, state.getSelection(), data ?? '');
  if (inputType.startsWith('insert')) {
    return insertText(state, target ?? state.getSelection(), data ?? dataTransfer?.getData('text/plain') ?? '');
  }
  // draft-js removes what is cut.
  if (!inputType.startsWith('delete') || inputType === 'deleteByCut') return null;
  return removeBesideCaret(state, REMOVALS[inputType] ?? '') ?? remove(state, target ?? state.getSelection());
}

/** Returns the state with a text in the place of a range, in the style and the link that are at the caret. */
export function insertText(state: EditorState, range: SelectionState, text: string): EditorState {
  const content = state.getCurrentContent();
  const style = state.getCurrentInlineStyle();
  const next = Modifier.replaceText(content, range, text, style, linkAt(content, range));
  return EditorState.push(state, next, 'insert-characters');
}

function remove(state: EditorState, range: SelectionState): EditorState {
  if (range.isCollapsed()) return state;
  const next = Modifier.removeRange(state.getCurrentContent(), range, range.getIsBackward() ? 'backward' : 'forward');
  return EditorState.push(state, next, 'remove-range');
}

/** Returns the link around the range, which new text continues. A mention is never continued. */
function linkAt(content: ContentState, range: SelectionState): string | undefined {
  const block = content.getBlockForKey(range.getStartKey());
  const at = range.getStartOffset();
  const key = at < block.getLength() ? block.getEntityAt(at) : null;
  if (!key || content.getEntity(key).getMutability() !== 'MUTABLE') return undefined;
  return !range.isCollapsed() || (at > 0 && block.getEntityAt(at - 1) === key) ? key : undefined;
}
