import type { EmailAddress } from '@inbox/domain';
import { cleanAddress } from '@inbox/domain/conversation';
import { addressParser, type Address, type Email, type Mailbox } from 'postal-mime';
import { oneLine } from '../text/western-text';

/** Values of all headers of this name, in lower case, as the mail has them. */
export function headersOf(email: Email, name: string): string[] {
  return email.headers.filter(({ key }) => key === name).map(({ value }) => value);
}

/** People whom a header names, those of groups among them. */
export function peopleOf(given: Address[] | undefined): EmailAddress[] {
  const flat = (given ?? []).flatMap((each): Mailbox[] => (each.group === undefined ? [each] : each.group));
  return flat
    .map(({ address, name }) => ({ email: cleanAddress(oneLine(address ?? '')), name: cleanName(oneLine(name ?? '')) }))
    .filter(({ email }) => email !== '');
}

/** People whom the value of a header names. */
export const readPeople = (value: string): EmailAddress[] => peopleOf(addressParser(value, { flatten: true }));

/** The mail's From; several people may have written it. */
export function fromOf(email: Email): EmailAddress[] {
  const header = headersOf(email, 'from')[0];
  const several = header === undefined ? [] : addressParser(header, { flatten: true });
  const people = peopleOf(several.length > 1 || email.from === undefined ? several : [email.from]);
  const [only] = people;
  if (only === undefined || people.length > 1 || several.length < 2) return people;
  // 'Pillai, Meera <meera@…>': a comma that should be in quotes takes the name apart.
  return [
    {
      ...only,
      name: several
        .map(({ name }) => oneLine(name))
        .filter(Boolean)
        .join(', '),
    },
  ];
}

/** Something before one @, and something after it. */
export function isAddress({ email }: EmailAddress): boolean {
  return email.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(email);
}

/** Some programs put a name into single quotes as well, or one bracket too many around the address. */
const cleanName = (name: string): string =>
  name
    .replace(/^'([^']+)'$/, '$1')
    .replace(/^([^<]*)>$/, '$1')
    .trim();
