import { normalEmail, type PhoneNumber } from '@inbox/domain';
import { digitsOf } from '@inbox/domain/conversation';
import { nationalPart, readNumber, readNumberNear, type CountryCode } from '../phone-numbers/read-number';

/** By what a customer and what a shop says are matched. */
export interface Contacts {
  /** In lower case. */
  emails: string[];
  /** Numbers with their countries. */
  phones: PhoneNumber[];
}

type Maybe = string | null | undefined;

/** Sorted and without doubles; what is no whole phone number matches nobody. A number without a country is one of `home`. */
export function contactsOf(emails: readonly Maybe[], phones: readonly Maybe[], home: CountryCode): Contacts {
  const sorted = <T extends string>(texts: T[]): T[] => [...new Set(texts)].sort();
  return {
    emails: sorted(emails.map((email) => normalEmail(email ?? '')).filter((email) => email.includes('@'))),
    phones: sorted(phones.flatMap((phone) => readNumber(phone ?? '', home) ?? [])),
  };
}

/** Reads the phone of an address, which belongs to the country of the address if it has none and is valid there. */
export function phoneOfAddress(
  address: { phone?: Maybe; country?: Maybe } | null | undefined,
  home: CountryCode,
): string | null {
  if (!address?.phone) return null;
  return readNumberNear(address.phone, address.country ?? home, home) ?? address.phone;
}

/** How a shop may have written these phone numbers: its search takes whole numbers only. */
export function searchedNumbers(phones: readonly PhoneNumber[], home: CountryCode): string[] {
  const written = phones.flatMap((phone) => {
    const { national = '' } = nationalPart(phone) ?? {};
    return readNumber(national, home) === phone ? [phone, national] : [phone];
  });
  return [...new Set(written)];
}

/** The release before this one compares numbers by their last ten digits, and may run beside it. */
export const lastDigits = (phones: readonly PhoneNumber[]): string[] => [
  ...new Set(phones.map((phone) => digitsOf(phone).slice(-10))),
];

export const isNobody = ({ emails, phones }: Contacts): boolean => emails.length + phones.length === 0;

export const doMatch = (one: Contacts, other: Contacts): boolean =>
  one.emails.some((email) => other.emails.includes(email)) || one.phones.some((phone) => other.phones.includes(phone));
