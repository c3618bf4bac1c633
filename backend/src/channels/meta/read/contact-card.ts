import * as z from 'zod/mini';
import { dayWords, own } from './answers';
import { lenientList, lenientText, lenientWord } from './lenient-text';
import { messages } from '../messages';

const name = z.pipe(
  z.nullish(
    z.object({
      formatted_name: lenientText,
      prefix: lenientText,
      first_name: lenientText,
      middle_name: lenientText,
      last_name: lenientText,
      suffix: lenientText,
    }),
  ),
  z.transform((told) => told ?? undefined),
);

/** A contact card of WhatsApp. Every part of it may be missing. */
export const contactCard = z.object({
  name,
  org: z.nullish(z.object({ company: lenientText, department: lenientText, title: lenientText })),
  phones: lenientList(z.object({ phone: lenientWord, wa_id: lenientWord, type: lenientText })),
  emails: lenientList(z.object({ email: lenientText, type: lenientText })),
  urls: lenientList(z.object({ url: lenientText, type: lenientText })),
  addresses: lenientList(
    z.object({
      street: lenientText,
      city: lenientText,
      state: lenientText,
      zip: lenientWord,
      country: lenientText,
      country_code: lenientText,
      type: lenientText,
    }),
  ),
  ims: lenientList(z.object({ service: lenientText, user_id: lenientText })),
  birthday: lenientText,
  note: lenientText,
});
type ContactCard = z.infer<typeof contactCard>;

/** All that is on a card, the name first, one thing a line, with what it is: "(mobile)", "(work)". */
export function contactLines(card: ContactCard): string[] {
  const { org, phones, emails, urls, addresses, ims, birthday, note } = card;
  const place = [org?.title, org?.department, org?.company].map((part) => part?.trim()).filter(Boolean);
  const named = nameOf(card.name);
  const lines = [
    place.join(', '),
    ...phones.map(({ phone, wa_id, type }) => typed(phone || (wa_id && `+${wa_id.replace(/^\+/, '')}`), type)),
    ...emails.map(({ email, type }) => typed(email, type)),
    ...urls.map(({ url, type }) => typed(url, type)),
    ...addresses.map((each) => typed(addressOf(each), each.type)),
    ...ims.map(({ service, user_id }) => typed(user_id, service)),
    birthday.trim() && messages.field(messages.birthday, dayWords(birthday.trim())),
    note,
  ].flatMap((line) => line.trim() || []);
  if (named === '' && lines.length === 0) return [messages.emptyCard];
  const isFirm = named === '' && place.length > 0;
  return isFirm ? lines : [named || messages.unnamedCard, ...lines];
}

function nameOf(told: ContactCard['name']): string {
  if (told === undefined) return '';
  const { formatted_name, prefix, first_name, middle_name, last_name, suffix } = told;
  const parts = [prefix, first_name, middle_name, last_name, suffix].map((part) => part.trim());
  return formatted_name.trim() || parts.filter(Boolean).join(' ');
}

function addressOf({ street, city, state, zip, country, country_code }: ContactCard['addresses'][number]): string {
  const lines = street.split(/[\r\n]+/).map((line) => line.trim());
  const town = [city, zip].map((part) => part.trim()).filter(Boolean);
  const parts = [...lines, town.join(' '), state.trim(), country.trim() || country_code.trim()];
  return parts.filter(Boolean).join(', ');
}

/** A telephone of Apple calls its own kinds `_$!<Home>!$_`. */
function typed(value: string, type: string): string {
  const kind = type
    .replace(/^_\$!<|>!\$_$/g, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase();
  const word = own(messages.contactKinds, kind) ?? kind;
  if (value.trim() === '') return '';
  return word === '' ? value.trim() : messages.typed(value.trim(), word);
}
