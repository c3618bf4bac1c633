import sanitize from 'sanitize-html';
import { messages } from '../errors/messages';
import { WorkError } from '../errors/errors';

/**
 * The most elements that may be open at once. Real mails have some dozens. The time of sanitising grows with the square of
 * this number: a megabyte of `<b>` took 42 seconds.
 */
const MOST_OPEN = 1_000;

/** The HTML has more nested elements than any real text. */
export class NestedTooDeepError extends WorkError {
  constructor() {
    super(400, messages.nestedTooDeep, 'too_long');
  }
}

/**
 * Sanitises HTML in time linear in its length.
 * @throws NestedTooDeepError if more than 1,000 elements are open at once
 */
export function sanitizeBounded(html: string, rules: sanitize.IOptions): string {
  let open = 0;
  return sanitize(html, {
    ...rules,
    onOpenTag() {
      open += 1;
      if (open > MOST_OPEN) throw new NestedTooDeepError();
    },
    onCloseTag() {
      open -= 1;
    },
  });
}

/** The length of the HTML in UTF-16 units, without its inline pictures. */
export const lengthBesidePictures = (html: string): number =>
  html.replace(/data:image\/[a-z.+-]{1,30};base64,[a-z\d+/=\s]*/gi, '').length;
