import { EMPTY, isBlank, type RichText } from './rich-text';
import { toHtml } from './to-html';

const isSame = (one: RichText, other: RichText): boolean => toHtml(one) === toHtml(other);

/**
 * The text with another signature below it.
 * @param before the signature that was put below it, blank for none
 * @param next what takes its place, blank for none
 * @returns null when `before` does not stand at the end any more: the agent has changed it, or taken it away
 */
export function withSignature(text: RichText, before: RichText, next: RichText): RichText | null {
  const above = isBlank(before) ? text : without(text, before);
  if (above === null) return null;
  if (isBlank(next)) return above;
  return [...(isBlank(above) ? EMPTY : above), ...EMPTY, ...next];
}

/** What stands above it, without the line between. */
function without(text: RichText, signature: RichText): RichText | null {
  const at = text.length - signature.length;
  if (at < 0 || !isSame(text.slice(at), signature)) return null;
  const above = text.slice(0, at);
  const hasLine = isBlank(above.slice(-1)) && above.length > 0;
  const written = hasLine ? above.slice(0, -1) : above;
  return written.length === 0 ? EMPTY : written;
}
