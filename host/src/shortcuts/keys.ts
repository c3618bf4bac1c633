import { isComposing } from '@inbox/ui';
import { hasCommand, keyOf, plainKey } from '@inbox/ui/keys';

/** The shell's own single key, for the sheet of shortcuts. All others are in the descriptions of panels. */
export const SHEET_KEY = '?';

/** Opens and closes the inspector, once it was turned on. Before, the keys are the browser's, as for its own tools. */
export const INSPECTOR_CHORD = 'Ctrl+Shift+I';

/** Whoever is in one of these is writing, or choosing by letters. */
const TAKES_KEYS = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=file])',
  'textarea',
  'select',
  'iframe',
  '[contenteditable]:not([contenteditable=false])',
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'listbox', 'menu', 'menubar', 'tree'].map(
    (role) => `[role=${role}]`,
  ),
].join(', ');

const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]';
const MODAL = 'dialog[open], [aria-modal=true]';

/** The element that the key was pressed in and all around it, also through shadow roots. */
const around = (event: KeyboardEvent): Element[] =>
  event.composedPath().filter((node): node is Element => node instanceof Element);

/** Is a dialog in the way? What lies behind it is not to be moved by keys. */
export const isInDialog = (event: KeyboardEvent): boolean =>
  around(event).some((element) => element.matches(DIALOG)) || document.querySelector(MODAL) !== null;

/** The single key that was pressed as a shortcut; null when somebody types, holds a modifier, or is in a dialog. */
export function shortcutKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || isComposing(event)) return null;
  if (around(event).some((element) => element.matches(TAKES_KEYS)) || isInDialog(event)) return null;
  return plainKey(event);
}

const isCommand = (event: KeyboardEvent, key: string): boolean =>
  !event.defaultPrevented && !isComposing(event) && hasCommand(event) && keyOf(event) === key;

/** Ctrl+K or Cmd+K, also while typing. */
export const isPaletteKey = (event: KeyboardEvent): boolean => isCommand(event, 'k');

/** Ctrl+Shift+I, also while typing. */
export const isInspectorKey = (event: KeyboardEvent): boolean => event.ctrlKey && isCommand(event, 'I');
