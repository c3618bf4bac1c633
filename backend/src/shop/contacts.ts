import { lastTenDigits, normalEmail } from '@inbox/domain';
import { PHONE_DIGITS } from '@inbox/domain/conversation';

/** By what a customer and what a shop says are matched. */
export interface Contacts {
  /** In lower case. */
  emails: string[];
  /** Last ten digits. */
  phones: string[];
}

type Maybe = string | null | undefined;

/** Sorted and without doubles; what is no whole phone number matches nobody. */
export function contactsOf(emails: readonly Maybe[], phones: readonly Maybe[]): Contacts {
  const sorted = (texts: string[]) => [...new Set(texts)].sort();
  return {
    emails: sorted(emails.map((email) => normalEmail(email ?? '')).filter((email) => email.includes('@'))),
    phones: sorted(phones.map((phone) => lastTenDigits(phone ?? '')).filter(({ length }) => length === PHONE_DIGITS)),
  };
}

/** A number without a country is taken as an Indian one. */
const HOME = '+91';

/** How a shop may have written these phone numbers: its search takes whole numbers only. */
export function writtenNumbers(phones: readonly Maybe[]): string[] {
  const written = phones.flatMap((phone) => {
    const digits = (phone ?? '').replace(/\D/g, '');
    const local = lastTenDigits(digits);
    if (local.length < PHONE_DIGITS) return [];
    return [digits.length > PHONE_DIGITS ? `+${digits}` : `${HOME}${digits}`, local];
  });
  return [...new Set(written)];
}

export const isNobody = ({ emails, phones }: Contacts): boolean => emails.length + phones.length === 0;

export const doMatch = (one: Contacts, other: Contacts): boolean =>
  one.emails.some((email) => other.emails.includes(email)) || one.phones.some((phone) => other.phones.includes(phone));
