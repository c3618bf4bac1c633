import type { RecipientField, SenderDoubt } from '@inbox/domain';

const domainToo = (isOtherDomain: boolean): string => (isOtherDomain ? ' Its domain is another one, too.' : '');

/** What is said of whom an e-mail goes to, and whom one came from. */
export const recipientMessages = {
  group: 'Recipients',
  fields: { to: 'To', cc: 'Cc', bcc: 'Bcc' } satisfies Record<RecipientField, string>,
  copies: 'Cc/Bcc',
  folded: (first: string, others: number) =>
    `To ${first}${others > 0 ? ` and ${others} more` : ''}. Change the recipients`,
  more: (others: number) => `+${others}`,
  fold: 'Fold the recipients',
  notCustomers: 'not the customer’s address',
  /** Spec section 8. */
  nobody: 'Recipient mail should not be empty',
  elsewhere: (addresses: string) => `This reply also goes to ${addresses}: not the customer’s address.`,
  elsewhereOnly: (addresses: string) => `This reply goes to ${addresses}, and not to the customer’s address.`,
  lastMail: {
    other_sender: (email: string, isOtherDomain: boolean) =>
      `The last mail is from ${email}, not from the customer. Your reply does not go there.${domainToo(isOtherDomain)}`,
    co_author: (email: string, isOtherDomain: boolean) =>
      `The last mail is also from ${email}. Your reply does not go there.${domainToo(isOtherDomain)}`,
    reply_to: (email: string, isOtherDomain: boolean) =>
      `The last mail asks for answers to ${email}, which is not the customer’s address. Your reply does not go there.${domainToo(isOtherDomain)}`,
  },
  use: (email: string) => `Reply to ${email} too`,
  sender: {
    label: 'About the sender',
    other_sender: (email: string, isOtherDomain: boolean, customer: string) =>
      `Sent by ${email}, not by the customer (${customer}).${domainToo(isOtherDomain)}`,
    co_author: (email: string, isOtherDomain: boolean) =>
      `Sent by the customer and by ${email}.${domainToo(isOtherDomain)}`,
    unverified: (why: string) => `Unverified sender: ${why}`,
    doubt: {
      dmarc_failed: (domain) => `${domain} says how its mails are proven, and this one is not.`,
      other_domain: (domain, proven) => `this mail was sent for ${proven}, not for ${domain}.`,
      spf_failed: (domain) => `the server that brought this mail may not send for ${domain}.`,
      broken_signature: () => 'the signature of this mail does not match what it says.',
      partly_signed: () => 'the signature of this mail covers only a part of it.',
      no_proof: (domain) => `nothing proves that this mail comes from ${domain}.`,
      several_senders: () => 'this mail names no sender, or several.',
      dns_failed: (domain) => `the records of ${domain} could not be read in time.`,
      too_complex: () => 'this mail is too large or too complex to be checked.',
    } satisfies Record<SenderDoubt, (domain: string, proven: string) => string>,
    through: (address: string, author: string) =>
      `Unverified sender: this mail came through ${address}, which names ${author} as its author. Nothing proves that.`,
    look_alike: (domain: string, known: string) =>
      `${domain} looks like the customer’s ${known}, and is another domain.`,
    name_is_address: (name: string, email: string) =>
      `The name “${name}” has an address in it. The mail’s own is ${email}.`,
    reply_to: (email: string, isOtherDomain: boolean) =>
      `Asks for answers to ${email}, which is not the customer’s address.${domainToo(isOtherDomain)}`,
  },
} as const;
