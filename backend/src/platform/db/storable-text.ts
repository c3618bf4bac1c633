/** Half of a surrogate pair: with the flag, a whole pair is a letter and no surrogate. */
const TORN = /\p{Surrogate}/gu;

/**
 * Text as PostgreSQL can store it: without NUL, and with each half of a torn surrogate pair replaced by U+FFFD. Applied
 * where text from outside is stored, so that no message can fail for how it is written.
 */
export function storable(text: string): string {
  return text.replace(TORN, '\ufffd').replaceAll('\0', '');
}

/** The same for JSON, whose every text is made storable. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}
