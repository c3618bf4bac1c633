import { EditorState, Modifier, type SelectionState } from 'draft-js';
import { flushSync } from 'react-dom';
import { BrowserChanges } from './browser-changes';
import { changedBy, insertText } from './change';
import { caretUnder, isSameSelection, readSelection, showSelection, targetOf } from './selection';

/** The editor whose text is in a shadow root. */
export interface Editing {
  read(): EditorState;
  put(state: EditorState): void;
  takeFiles(files: readonly File[]): void;
}

export interface Connection {
  /** Selects in the page what the editor has selected; to be called after each render. */
  show(): void;
  end(): void;
}

/** Events that draft-js must not get: it would look up the document's selection, or begin a mode that needs it to end. */
const STOPPED = [
  ...([
    'keyup',
    'mouseup',
    'keypress',
    'textInput',
    'input',
    'compositionstart',
    'compositionupdate',
    'compositionend',
  ] as const),
  ...(['dragstart', 'dragenter', 'dragover', 'dragleave', 'dragend', 'drop'] as const),
];

/**
 * Makes draft-js right in a shadow root, where `document.getSelection()` names only the shadow's host. The selection is read
 * from the root and set in it, and each change of the browser's becomes one of the state, so that React alone writes to the
 * DOM (spec section 5).
 *
 * @param text the element around the editor, which gets events before draft-js does
 */
export function connect(text: HTMLElement, root: ShadowRoot, editing: Editing): Connection {
  const editor = text.querySelector<HTMLElement>('[contenteditable="true"]');
  if (editor === null) return { show: () => undefined, end: () => undefined };
  const changes = new BrowserChanges(editor);
  // The text that a word of an input method replaces, once the browser has said so; null while none is written.
  let composed: { target: SelectionState | null } | null = null;
  // draft-js acts on the state that was rendered last.
  const put = (state: EditorState) => flushSync(() => editing.put(state));
  const isFocused = () => root.activeElement === editor;

  const show = () => {
    if (composed !== null) return;
    changes.accept();
    const state = editing.read();
    if (isFocused() && state.getSelection().getHasFocus()) showSelection(root, editor, state);
  };
  const takeSelection = () => {
    if (composed !== null || !isFocused()) return;
    const state = editing.read();
    const selection = readSelection(root, editor, state);
    if (selection === null || isSameSelection(selection, state.getSelection())) return;
    put(EditorState.acceptSelection(state, selection));
  };
  const change = (event: InputEvent) => {
    if (composed !== null) {
      composed.target ??= targetOf(event, editor, editing.read());
      return;
    }
    event.preventDefault();
    takeSelection();
    const state = editing.read();
    const next = changedBy(event, state, targetOf(event, editor, state));
    if (next !== null && next !== state) put(next);
  };
  const undoInput = () => {
    if (composed !== null) return;
    changes.undo();
    show();
  };
  const compose = () => {
    if (composed !== null) return;
    takeSelection();
    // draft-js renders nothing in this mode, so the DOM is the input method's.
    put(EditorState.set(editing.read(), { inCompositionMode: true }));
    composed = { target: null };
  };
  const endComposition = ({ data }: CompositionEvent) => {
    if (composed === null) return;
    const { target } = composed;
    composed = null;
    changes.undo();
    put(withWord(EditorState.set(editing.read(), { inCompositionMode: false }), target, data));
  };

  const until = new AbortController();
  const options = { capture: true, signal: until.signal };
  listen(text, { takeSelection, change, undoInput, compose, endComposition }, options);
  takeDrops(text, root, editor, { ...editing, put }, options);
  const end = () => {
    until.abort();
    changes.end();
  };
  return { show, end };
}

interface Listeners {
  takeSelection(): void;
  change(event: InputEvent): void;
  undoInput(): void;
  compose(): void;
  endComposition(event: CompositionEvent): void;
}

/** Adds the listeners to the editor's element; the signal of `options` removes them. */
function listen(text: HTMLElement, listeners: Listeners, options: AddEventListenerOptions): void {
  const { takeSelection, change, undoInput, compose, endComposition } = listeners;
  for (const name of STOPPED) text.addEventListener(name, (event) => event.stopPropagation(), options);
  for (const name of ['keydown', 'keyup', 'mouseup', 'copy', 'cut', 'paste']) {
    text.addEventListener(name, takeSelection, options);
  }
  document.addEventListener('selectionchange', takeSelection, options);
  text.addEventListener('beforeinput', change, options);
  text.addEventListener('input', undoInput, options);
  text.addEventListener('compositionstart', compose, options);
  text.addEventListener('compositionend', endComposition, options);
}

/** Returns the state with a word in the place of the text that an agent corrects by it, or at the caret. */
function withWord(state: EditorState, target: SelectionState | null, word: string): EditorState {
  const content = state.getCurrentContent();
  const isThere = target && content.getBlockForKey(target.getStartKey()) && content.getBlockForKey(target.getEndKey());
  const range = isThere ? target : state.getSelection();
  return word === '' && range.isCollapsed() ? state : insertText(state, range, word);
}

/** Files and words that are dropped. Words of this text move to where they are dropped. */
function takeDrops(
  text: HTMLElement,
  root: ShadowRoot,
  editor: HTMLElement,
  editing: Editing,
  options: AddEventListenerOptions,
): void {
  let isOwn = false;
  text.addEventListener('dragstart', () => (isOwn = true), options);
  text.addEventListener('dragend', () => (isOwn = false), options);
  text.addEventListener('dragover', (event) => event.preventDefault(), options);
  text.addEventListener(
    'drop',
    (event) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      const words = event.dataTransfer?.getData('text/plain') ?? '';
      if (files.length > 0) editing.takeFiles(files);
      if (files.length > 0 || words === '') return;
      const state = editing.read();
      const [from, to] = [state.getSelection(), caretUnder(event, root, editor, state) ?? state.getSelection()];
      const moved = () => Modifier.moveText(state.getCurrentContent(), from, to);
      editing.put(isOwn ? EditorState.push(state, moved(), 'insert-fragment') : insertText(state, to, words));
      editor.focus();
    },
    options,
  );
}
