import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type AnyKeyboardEvent = KeyboardEvent | ReactKeyboardEvent;

/** Text in a script other than Latin, such as Cyrillic, Greek, Devanagari or Hebrew. */
const OTHER_SCRIPT = /^[^\p{Script=Latin}\p{Script=Common}]+$/u;
const SIGN = /^[^\p{L}\p{M}\p{N}]$/u;

/** AltGr types the third sign of a key. Browsers on Windows may report it as Ctrl+Alt alone. */
const isAltGr = (event: AnyKeyboardEvent): boolean =>
  event.getModifierState('AltGraph') || (event.ctrlKey && event.altKey && !event.metaKey);

/** Returns the letter that a Latin keyboard has at the position of the pressed key. */
function latinLetter({ code, shiftKey }: AnyKeyboardEvent): string | undefined {
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key(.)$/.exec(code)?.[1];
}

/**
 * Returns what a pressed key is for a shortcut: the sign or Latin letter that it types, wherever that is on the layout; on
 * layouts of other scripts the letter at its place. Letters are lower case, and upper case with Shift; CapsLock does not
 * count. Modifiers are not looked at, see `plainKey` and `hasCommand`.
 */
export function keyOf(event: AnyKeyboardEvent): string {
  const key = (OTHER_SCRIPT.test(event.key) && latinLetter(event)) || event.key;
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Returns the key of a shortcut without Ctrl, Cmd and Alt; null with one of them. A sign that AltGr types counts. */
export function plainKey(event: AnyKeyboardEvent): string | null {
  if (isAltGr(event)) return SIGN.test(event.key) ? event.key : null;
  return event.ctrlKey || event.metaKey || event.altKey ? null : keyOf(event);
}

/** Is Ctrl or Cmd held for a shortcut? What AltGr types is none. */
export const hasCommand = (event: AnyKeyboardEvent): boolean =>
  event.ctrlKey !== event.metaKey && !event.altKey && !isAltGr(event);
