import type { PhoneNumber } from '../ids';

/**
 * What people write between the digits: blanks, brackets, dots, slashes, all that looks like a dash (in Japan the sign of
 * a long vowel too), the parts of keycap emoji, and the invisible marks that address books and chats put around a number.
 */
const BETWEEN = String.raw`\s\p{Cf}\p{Pd}\u02d7\u2043\u2212\u30fc\u00b7\u2022\ufe0f\u20e3\(\)\[\]._\/`;

const SCHEME = String.raw`(?:tel|callto|sms):(?:\/\/)?`;

/** What follows the number: an extension of a switchboard, which is no part of it, and parameters of a link. */
const EXTENSION = String.raw`(?:[;,]?\s*(?:extension|extn|ext|x|#)\s*[.:=]?\s*\p{Nd}{1,7}\s*|;[a-z][^\p{Nd}]*=.*)`;

const WRITTEN = new RegExp(String.raw`^\s*(?:${SCHEME})?([\p{Nd}+${BETWEEN}]*?)${EXTENSION}?\s*$`, 'iu');

/** The digit that a letter of Unicode's kind 'decimal digit' stands for: each script has its ten in a row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => (digit >= '0' && digit <= '9' ? digit : plainDigit(digit)));

/** The trunk zero that some write although a country goes before it. Numbers of Italy have it with the country too. */
const withoutTrunkZero = (text: string): string =>
  text.replace(/^(\D*(?:\+|00)[^(]*)\(\s*0\s*\)/, (whole, country: string) =>
    /^(?:00)?39$/.test(country.replace(/\D/g, '')) ? whole : country,
  );

/** Nobody writes a number with more signs than this; longer texts are not looked at. */
const LONGEST = 100;

/**
 * A phone number as somebody typed or pasted it, in plain digits, with a plus before them where the country is among
 * them; `00` is such a plus. Null for what is no phone number. It may be a part of one: nothing is said of its length.
 */
export function typedNumber(text: string): string | null {
  if (text.length > LONGEST) return null;
  const written = WRITTEN.exec(plain(text))?.[1]?.replace(/\p{Cf}/gu, '');
  if (written === undefined) return null;
  const number = withoutTrunkZero(written);
  const digits = number.replace(/\D/g, '');
  if (digits === '') return null;
  if (/\d\D*\+/.test(number)) return null;
  // What looks like an extension is one of a whole number only.
  if (digits.length < 7 && /[x#;]/i.test(text)) return null;
  if (number.includes('+')) return `+${digits.replace(/^00/, '')}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits;
}

/** Digits of a number with its country at most (E.164). */
const MOST_DIGITS = 15;

/**
 * Whether a text is a phone number as people write it, or the beginning of one (spec section 5: any other empties its
 * field). A beginning of signs alone, such as a plus, is one too.
 */
export function mayBePhone(text: string): boolean {
  // Superscripts, fractions and circled digits are no digits of a number, though they look like some.
  if (text.length > LONGEST || /\p{No}/u.test(text) || !WRITTEN.test(plain(text))) return false;
  const number = typedNumber(text);
  if (number === null) return !/\p{Nd}/u.test(text);
  return number.replace(/\D/g, '').length <= MOST_DIGITS;
}

/** The last ten digits of what somebody typed, which is what the forms show and send (spec sections 5 and 9). */
export function lastTenDigits(text: string): string {
  return (typedNumber(text) ?? plain(text)).replace(/\D/g, '').slice(-10);
}

/** Do two numbers look the same, with or without the country? For a look at one person's own data, never to find one. */
export function looksLikeNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => typedNumber(text)?.replace(/\D/g, '').replace(/^0+/, '') ?? '');
  if (a === undefined || b === undefined || a === '' || b === '') return false;
  return a === b || (Math.min(a.length, b.length) >= 7 && (a.endsWith(b) || b.endsWith(a)));
}

/** The digits of a number without its plus, as WhatsApp has them. */
export const digitsOf = (number: PhoneNumber): string => number.slice(1);
