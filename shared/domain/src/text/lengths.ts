/**
 * How long a text may be that stands in one line of the inbox, in UTF-16 units. One rule for every channel and for what
 * agents type: a list answer stays small, whatever somebody calls themselves.
 */
export const MOST_LETTERS = {
  /** Of a person, an account or a sender. */
  name: 200,
  /** Of an e-mail. A header's line has 998 bytes at most (RFC 5322). */
  subject: 500,
  /** File systems take 255 bytes, and a letter of India's scripts has three. */
  fileName: 150,
} as const;

/** What stands in place of the rest. */
const MORE = '…';

/** Units after the cut that are looked at to know whether a letter ends there; a longer letter is not one that is read. */
const LONGEST_LETTER = 64;

/** Made when a text is first cut: it takes as long as to draw many rows. */
let graphemes: Intl.Segmenter | undefined;

/**
 * At most `most` UTF-16 units of the text, with an ellipsis for what is missing. It is cut between letters as people see
 * them: no vowel sign, joined emoji or surrogate pair is torn. Takes as long for a megabyte as for a kilobyte.
 */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : firstLetters(text, most - MORE.length).trimEnd() + MORE;
}

/** The same for a file's name, whose extension stays. */
export function cutFileName(name: string, most: number = MOST_LETTERS.fileName): string {
  if (name.length <= most) return name;
  const extension = /\.\w{1,10}$/.exec(name.slice(-11))?.[0] ?? '';
  return cutText(name.slice(0, name.length - extension.length), most - extension.length) + extension;
}

/** Asks for the letter at the cut alone: to count up to it takes the square of a long text's length. */
function firstLetters(text: string, most: number): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const end = graphemes.segment(text.slice(0, most + LONGEST_LETTER)).containing(most)?.index ?? most;
  // One letter that is longer than all that there is room for: marks piled up by somebody who tries what happens.
  return end > most - LONGEST_LETTER ? text.slice(0, end) : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
