import type { AutomaticMail, EmailMessage, SenderDoubt } from '../messages/content';
import { isLookAlike, readableDomain } from '../text/look-alike';
import { isSameAddress } from './reply-addresses';

/** What an agent should know of a mail's sender before answering. */
export type SenderWarning =
  /** It is in the customer's thread, and somebody else has written it. */
  | { kind: 'other_sender'; email: string; isOtherDomain: boolean }
  /** The customer and somebody else have written it. */
  | { kind: 'co_author'; email: string; isOtherDomain: boolean }
  /** It asks for answers to an address that is not the customer's. */
  | { kind: 'reply_to'; email: string; isOtherDomain: boolean };

type Mail = Pick<EmailMessage, 'actor' | 'from' | 'reply_to' | 'automatic'>;

/** What mail servers report is never from the customer, and nobody would answer it. */
const BY_SERVERS: readonly string[] = ['bounce', 'delayed', 'delivered'] satisfies AutomaticMail['kind'][];

/** What follows the @, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * What is to be said of a mail's sender.
 * @param customer the address of the ticket's customer; null when the ticket has none, so that nothing can differ from it
 */
export function senderWarnings(
  { actor, from, reply_to = [], automatic }: Mail,
  customer: string | null,
): SenderWarning[] {
  if (actor === 'merchant' || BY_SERVERS.includes(automatic?.kind ?? '')) return [];
  const others = (people: readonly { email: string }[]) =>
    people.map(({ email }) => email).filter((email) => customer !== null && !isSameAddress(email, customer));
  const of = (email: string) => ({ email, isOtherDomain: domainOf(email) !== domainOf(customer ?? '') });
  const senders = others(from);
  const kind = senders.length < from.length ? 'co_author' : 'other_sender';
  const asked = others(reply_to).filter((email) => !senders.some((sender) => isSameAddress(sender, email)));
  return [
    ...senders.map((email) => ({ kind, ...of(email) }) as const),
    ...asked.map((email) => ({ kind: 'reply_to', ...of(email) }) as const),
  ];
}

/** The addresses beside the customer's that a mail's sender would have an answer go to, each once. */
export function otherAddresses(mail: Mail, customer: string | null): string[] {
  return senderWarnings(mail, customer).map(({ email }) => email);
}

/** What makes a mail's sender doubtful by itself, beside whom it is from. */
export type SenderQuestion =
  /** It is not proven that it comes from the domain it says. */
  | { kind: 'unverified'; doubt: SenderDoubt; domain: string; proven: string }
  /** It came through a group, and nothing proves the author that the group names. */
  | { kind: 'through'; through: string; author: string }
  /** The domain is made to be taken for the customer's. */
  | { kind: 'look_alike'; domain: string; known: string }
  /** The name beside the address is another address. */
  | { kind: 'name_is_address'; name: string; email: string };

const ADDRESS_IN_NAME = /[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+\.[^\s<>"'(),;:@.]{2,}/u;

/**
 * What is doubtful of a mail's sender.
 * @param customer the address of the ticket's customer, for which another domain may be made to be taken
 */
export function senderQuestions(
  {
    actor,
    from,
    reply_to = [],
    sender_check,
    sent_through,
  }: Mail & Pick<EmailMessage, 'sender_check' | 'sent_through'>,
  customer: string | null,
): SenderQuestion[] {
  if (actor === 'merchant') return [];
  const people = [...from, ...reply_to];
  const known = customer === null ? '' : domainOf(customer);
  const domains = [...new Set(people.map(({ email }) => domainOf(email)))].filter((one) => isLookAlike(one, known));
  const named = people.filter(({ name, email }) => {
    const inName = ADDRESS_IN_NAME.exec(name.normalize('NFKC'))?.[0];
    return inName !== undefined && !isSameAddress(inName, email);
  });
  const doubt = sender_check?.verified === false ? sender_check.doubt : undefined;
  const author = from[0]?.email ?? '';
  return [
    ...(doubt === undefined ? [] : [doubtful(doubt, { author, through: sent_through?.email, sender_check })]),
    ...domains.map((domain) => ({ kind: 'look_alike', domain: readableDomain(domain), known }) as const),
    ...named.map(({ name, email }) => ({ kind: 'name_is_address', name, email }) as const),
  ];
}

function doubtful(
  doubt: SenderDoubt,
  {
    author,
    through,
    sender_check,
  }: { author: string; through: string | undefined } & Pick<EmailMessage, 'sender_check'>,
): SenderQuestion {
  if (through !== undefined) return { kind: 'through', through, author };
  return { kind: 'unverified', doubt, domain: domainOf(author), proven: sender_check?.proven_domain ?? '' };
}
