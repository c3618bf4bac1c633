import type { PhoneNumber } from '@inbox/domain';
import { lastTenDigits, typedNumber } from '@inbox/domain/conversation';
// The smaller metadata accept any digits of about the right length: 1 702 555 0123 would be an Indian number.
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

export type { CountryCode };

export const isCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/** A number without its country that has fewer digits than this is read only if it is valid. */
const WHOLE = 10;

/** Numbers of digits that a number with its country may have (E.164). */
const SHORTEST = 7;
const LONGEST = 15;

interface Read {
  number: PhoneNumber;
  isValid: boolean;
}

/** WhatsApp still names Mexican mobiles by `521`, and Brazilian ones without the nine that all of them have now. */
const sinceRenamed = (number: string): string =>
  number.replace(/^\+521(\d{10})$/, '+52$1').replace(/^(\+55\d\d)([6-9]\d{7})$/, '$19$2');

function parse(text: string, home?: CountryCode): Read | null {
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...(home && { defaultCountry: home }) });
  const number = sinceRenamed(parsed?.number ?? text);
  const digits = number.length - 1;
  if (!/^\+\d+$/.test(number) || digits < SHORTEST || digits > LONGEST) return null;
  const isValid = parsed !== undefined && (parsed.isValid() || number !== parsed.number);
  return { number: number as PhoneNumber, isValid };
}

function read(written: string, home: CountryCode): Read | null {
  const text = typedNumber(written);
  if (text === null) return null;
  if (text.startsWith('+')) return parse(text);
  const own = parse(text, home);
  if (own?.isValid || text.length < WHOLE) return own?.isValid ? own : null;
  const foreign = text.length > WHOLE ? parse(`+${text}`) : null;
  return foreign?.isValid ? foreign : own;
}

/**
 * Reads a phone number with its country. A number without a plus (or 00) is one of `home`, with or without its trunk zero.
 * If it has more than ten digits and is none of `home`, it is read as one that begins with its country.
 * @returns null for a text that is no phone number, or a part of one
 */
export const readNumber = (written: string, home: CountryCode): PhoneNumber | null =>
  read(written, home)?.number ?? null;

/** Reads a number that stands beside a country, as in an address. If it is valid there, it is a number of that country. */
export function readNumberNear(written: string, country: string, home: CountryCode): PhoneNumber | null {
  const near = isCountry(country) ? read(written, country) : null;
  return near?.isValid ? near.number : readNumber(written, home);
}

/**
 * Reads the number that an agent means in a form (spec sections 5 and 9). Without a country, the last ten digits are a
 * number of `home`, even if the only customer with these ten digits is of another country.
 */
export function readTypedNumber(typed: string, home: CountryCode): PhoneNumber | null {
  const whole = read(typed, home);
  if (whole === null || whole.isValid || typedNumber(typed)?.startsWith('+')) return whole?.number ?? null;
  return readNumber(lastTenDigits(typed), home);
}

/** Reads a whole and valid number with its country; null for anything else, such as the beginning of one. */
export function readWholeNumber(typed: string): PhoneNumber | null {
  const text = typedNumber(typed);
  const number = text?.startsWith('+') ? parse(text) : null;
  return number?.isValid ? number.number : null;
}

/** Parts a number from its country's calling code; null if the country is not known. */
export function nationalPart(number: PhoneNumber): { country: string; national: string } | null {
  const parsed = parsePhoneNumberFromString(number);
  return parsed === undefined ? null : { country: parsed.countryCallingCode, national: parsed.nationalNumber };
}
