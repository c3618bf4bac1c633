import type { Email } from 'postal-mime';
import { idsIn, knownIds } from '../content/message-ids';

const MAX_RECIPIENT = 320;
/** A report about more names these: so long a list nobody reads. */
const MAX_RECIPIENTS = 10;
const MAX_REASON = 500;
/** A report has one original; what says more than this is no report. */
const MAX_FIELDS = 65_536;

/** Is it a report by its own type (RFC 6522)? A person who forwards one may send its parts along. */
export function isReport({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*multipart\/report\b/i.test(type);
}

/** The texts of a mail's parts of these types. */
export function partsOf(email: Email, ...types: string[]): string[] {
  return email.attachments.filter(({ mimeType }) => types.includes(mimeType)).map(({ content }) => textOf(content));
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content.slice(0, MAX_FIELDS);
  return Buffer.from(new Uint8Array(content).subarray(0, MAX_FIELDS)).toString();
}

/** Groups of fields, as empty lines part them. */
export const groupsOf = (text: string): string[] => text.split(/\r?\n[ \t]*\r?\n/);

/** A field's value, unfolded. */
export function field(group: string, name: string): string | undefined {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(group);
  return found?.[1]?.replace(/\s+/g, ' ').trim();
}

/** What follows the type of a field, as in `rfc822; asha@shop.example` and `smtp; 550 No such user`. */
export function typed(value: string | undefined): string | undefined {
  return value?.replace(/^[^;]*;\s*/, '');
}

/** Addresses without brackets, each once. */
export function recipientsOf(given: readonly (string | undefined)[]): string[] {
  const addresses = given
    .map((address) => address?.replace(/^<|>$/g, '').trim() ?? '')
    .filter((address) => address.includes('@') && address.length <= MAX_RECIPIENT);
  return [...new Set(addresses)].slice(0, MAX_RECIPIENTS);
}

export const reasonOf = (words: string | undefined): string | undefined =>
  words === undefined || words === '' ? undefined : words.slice(0, MAX_REASON);

/** The ids of the mail that a report returns, or its headers, and then those that the report answers. */
export function reportedIds(email: Email, original: string | undefined): string[] {
  return [
    ...new Set([original, email.inReplyTo, email.references].flatMap((header) => idsIn(header)).flatMap(knownIds)),
  ];
}

/** The Message-ID of the mail that is returned with a report. */
export function returnedId(email: Email): string | undefined {
  const [original] = partsOf(
    email,
    'message/rfc822',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global',
    'message/global-headers',
  );
  return original === undefined ? undefined : field(groupsOf(original)[0] ?? '', 'message-id');
}
