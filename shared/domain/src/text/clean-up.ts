/** The list's search text: slashes and backslashes stripped, trimmed (spec section 5). */
export function cleanSearch(text: string): string {
  return text.replace(/[/\\]/g, '').trim();
}

/** An address as it is compared: trimmed, lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Letters for an avatar: first letters of the first and last word, or the first alone where a letter is one with signs,
 * and two would be too wide; a question mark when there is no name.
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined].map((word) =>
    firstLetter(word ?? ''),
  );
  const both = letters.join('');
  const shown = both.length > letters.length ? (letters[0] ?? '') : both;
  return shown.toLocaleUpperCase() || '?';
}

/** Words that begin with a letter which nothing can be joined to. */
const PLAIN = /^[A-Za-z0-9](?![^ -~])/;

/** Made when a word first needs it: to make one takes as long as to draw many rows. */
let graphemes: Intl.Segmenter | undefined;

/** The first letter as a person sees it: with its vowel signs and joined parts, which the scripts of India need. */
function firstLetter(word: string): string {
  if (PLAIN.test(word)) return word.charAt(0);
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(word)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment;
  }
  return '';
}
