import { withoutBidiControls } from '@inbox/domain/conversation';

/** Where Windows' Western character set has letters, and Latin-1 has control characters that nobody writes. */
const LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Text that was decoded as Latin-1 although it is Windows-1252, as Node 20 does under both names: without this every
 * curly quote, dash and euro of a mail from Windows is lost.
 */
export function westernText(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) => LETTERS[letter.charCodeAt(0) - 0x80] ?? letter);
}

/** A header's text as one line, which changes the direction of nothing beside it. */
export const oneLine = (text: string): string => withoutBidiControls(westernText(text)).replace(/\s+/g, ' ').trim();
