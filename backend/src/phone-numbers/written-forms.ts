import type { PhoneNumber } from '@inbox/domain';
import { digitsOf } from '@inbox/domain/conversation';
import { sql, type RawBuilder } from 'kysely';
import { nationalPart, readNumber, type CountryCode } from './read-number';

/** Lists the ids that WhatsApp may have for a number: those of Mexico and Brazil have older forms as well. */
export function whatsappIds(number: PhoneNumber): string[] {
  const digits = digitsOf(number);
  const older = [digits.replace(/^52(\d{10})$/, '521$1'), digits.replace(/^(55\d\d)9([6-9]\d{7})$/, '$1$2')];
  return [...new Set([digits, ...older])];
}

/**
 * Lists the forms in which a number may be stored: older releases stored numbers as they came, with and without country
 * and plus.
 * @param home leaves out the forms that are another number in a shop of this country; null leaves out none, for a search
 *   that may find too much
 */
export function writtenForms(number: PhoneNumber, home: CountryCode | null): string[] {
  const parts = nationalPart(number);
  const ids = whatsappIds(number);
  const national = parts === null ? [] : ['', '0', '1', '8'].map((trunk) => `${trunk}${parts.national}`);
  const forms = [
    ...ids.map((id) => `+${id}`),
    ...ids,
    `00${digitsOf(number)}`,
    ...(parts === null ? [] : [`+${parts.country}0${parts.national}`, `${parts.country}0${parts.national}`]),
    ...national,
  ];
  return [...new Set(forms)].filter((form) => home === null || readNumber(form, home) === number);
}

/** Is one of these forms in the column? Found by the index on its last ten digits, then compared as a whole. */
export function isOneOf(column: string, forms: readonly string[]): RawBuilder<boolean> {
  const tails = [...new Set(forms.map((form) => form.slice(-10)))];
  const ref = sql.ref(column);
  return sql<boolean>`(right(${ref}, 10) = any(${tails}::text[]) and ${ref} = any(${[...forms]}::text[]))`;
}
