import type { EmailAddress } from '@inbox/domain';
import { domainOf, isOwnAddress, isSameAddress } from '@inbox/domain/conversation';
import type { Email } from 'postal-mime';
import type { ContentDetails } from '../../../conversations/thread/content-details';
import { fromOf, headersOf, isAddress, peopleOf, readPeople } from './mail-people';

/** The people who may have written a mail, as far as its headers say. */
export interface MailAuthors {
  /** Likeliest first. */
  addresses: EmailAddress[];
  /** Their name, for a mail that has no address of theirs; empty when it has no name either. */
  name: string;
}

/** Mailing lists and groups say so in one of these (RFC 2369, RFC 2919, and as Google writes it). */
const LIST_HEADERS = ['list-id', 'list-post', 'mailing-list', 'x-google-group-id'];

/** A group that writes its own address into From names the author before it, as in 'Meera Pillai via Care'. */
const VIA = /^(.*\S) (?:via|über|a través de|przez|经由|通过) \S/iu;

/** Addresses that programs send from, such as the contact form of a shop. */
const PROGRAM = /^(?:mailer|(?:contact-?)?forms?|wordpress|(?:no|do-?not)-?_?reply|notifications?)(?:\+.*)?@/i;

/**
 * Finds out who wrote a mail. A contact form writes an address of its own into From, and its visitor into Reply-To. A group
 * or mailing list that writes its own address into From names the author in X-Original-From, X-Original-Sender or, alone
 * beside its own, in Reply-To or Cc. Where it does not, the author has no address: two people behind one group stay two.
 * @param envelopeSender the SMTP envelope's sender, empty for bounces
 */
export function readAuthors(email: Email, envelopeSender: string): MailAuthors {
  const from = fromOf(email);
  const [group] = from;
  const sender = peopleOf(email.sender && [email.sender]);
  const others = [...sender, ...peopleOf(email.replyTo), { email: envelopeSender, name: '' }];
  const all = { addresses: [...from, ...others].filter(isAddress), name: group?.name ?? '' };
  if (group === undefined) return all;
  if (!LIST_HEADERS.some((name) => headersOf(email, name).length > 0)) {
    const visitor = visitorOf(email, group);
    return visitor === undefined ? all : { ...all, addresses: [visitor, ...all.addresses] };
  }
  const named = VIA.exec(group.name)?.[1];
  const isGroups = named !== undefined && isSentTo(email, group);
  const author = originalOf(email, group) ?? (isGroups ? answeredOf(email, group) : undefined);
  const name = unquoted(named ?? group.name);
  // The sender of a group's mail, in its header and in its envelope, is the group.
  if (author === undefined && !isGroups) return { ...all, addresses: from.filter(isAddress), name };
  return { addresses: author === undefined ? [] : [{ ...author, name: author.name || name }], name };
}

const othersThan =
  (group: EmailAddress) =>
  (one: EmailAddress): boolean =>
    isAddress(one) && !isSameAddress(one.email, group.email);

/** Was the mail written to this address? Then its author's is another one. */
function isSentTo(email: Email, { email: address }: EmailAddress): boolean {
  if (peopleOf([...(email.to ?? []), ...(email.cc ?? [])]).some((one) => isSameAddress(one.email, address)))
    return true;
  const names = ['list-post', 'mailing-list'].flatMap((name) => headersOf(email, name));
  return names.some((value) => value.toLowerCase().includes(address.toLowerCase()));
}

/** The visitor of a form, for whom a program wrote the mail: all of them would otherwise be one customer. */
function visitorOf(email: Email, { email: program }: EmailAddress): EmailAddress | undefined {
  const [visitor, ...others] = peopleOf(email.replyTo).filter(isAddress);
  const isAlone = visitor !== undefined && others.length === 0 && domainOf(visitor.email) !== domainOf(program);
  return isAlone && PROGRAM.test(program) ? visitor : undefined;
}

/** The author, as the group itself names them. */
const originalOf = (email: Email, group: EmailAddress): EmailAddress | undefined =>
  ['x-original-from', 'x-original-sender']
    .flatMap((name) => headersOf(email, name).flatMap(readPeople))
    .find(othersThan(group));

/** The author as the one whom answers go to. Of several it may be any, and a wrong author is worse than none. */
function answeredOf(email: Email, group: EmailAddress): EmailAddress | undefined {
  for (const people of [email.replyTo, email.cc]) {
    const [one, ...more] = peopleOf(people).filter(othersThan(group));
    const isNamed = one !== undefined && (one.name === '' || group.name.includes(one.name));
    if (isNamed && more.length === 0) return one;
  }
  return undefined;
}

const unquoted = (name: string): string => name.replace(/^(['"])(.*)\1$/, '$2');

/** A mail's author, as its ticket and its thread show them. */
export interface Authored {
  author: EmailAddress | undefined;
  details: ContentDetails;
}

/**
 * Chooses the author of a mail that came to this mailbox. It is never the mailbox itself: an answer would come back as a new
 * mail. The mailbox is also no address for answers.
 * @param own the mailbox's addresses
 */
export function authorFor(details: ContentDetails, { addresses }: MailAuthors, own: readonly string[]): Authored {
  const { from = [], reply_to = [] } = details;
  const author = addresses.find(({ email }) => !isOwnAddress(email, own));
  const answersGoTo = reply_to.filter(({ email }) => !isOwnAddress(email, own));
  const isFrom = author === undefined || from.some(({ email }) => isSameAddress(email, author.email));
  const [through] = from;
  return {
    author,
    details: {
      ...details,
      reply_to: answersGoTo,
      ...(!isFrom && { from: [author] }),
      ...(!isFrom && through && { sent_through: through, ...checkThrough(details, through, author) }),
    },
  };
}

/** The domain that is proven is the group's, and says nothing of an author from another one. */
function checkThrough(
  { sender_check }: ContentDetails,
  through: EmailAddress,
  author: EmailAddress,
): Pick<ContentDetails, 'sender_check'> {
  const proven_domain = domainOf(through.email);
  if (sender_check?.verified !== true || proven_domain === domainOf(author.email)) return {};
  return { sender_check: { verified: false, doubt: 'other_domain', proven_domain } };
}
