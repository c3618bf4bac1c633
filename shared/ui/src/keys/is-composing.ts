import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Key code of every key that an input method takes. Safari says 'composing' no more by the Enter that ends a word. */
const TAKEN = 229;

/**
 * Does an input method take this key, for Hindi or Japanese say? It belongs to the word that is being written: fields, and what stands
 * around them, must not act on it.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === TAKEN;
}
