import { MOST_RECIPIENTS } from '../channels/send-limits';
import { normalEmail } from '../text/clean-up';
import { cleanAddress } from './mail-address';

/** Whom an e-mail goes to: addresses, each once over all three. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** The recipients of a reply, as the reply box shows them and its send carries them. */
export interface ReplyAddresses extends Recipients {
  /** Those that the agent has chosen; of all others only the customer's own is taken. */
  chosen: string[];
}

/** Recipients that an agent has changed. */
export interface ChangedRecipients extends Recipients {
  /** The customer's address when they were changed first. It is the only one that the agent has not chosen. */
  customer: string | null;
}

export const RECIPIENT_FIELDS = ['to', 'cc', 'bcc'] as const;
export type RecipientField = (typeof RECIPIENT_FIELDS)[number];

const LONGEST_ADDRESS = 320;
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;

/** Is it written as an address on the public internet is? */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text);
}

/** Do both name one mailbox? Whatever their case; null names none. */
export function isSameAddress(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && normalEmail(a) === normalEmail(b);
}

/**
 * What an agent has typed or pasted, as addresses: separated by commas, semicolons or line ends, with or without a name
 * before `<…>`. What is none comes back as it was typed.
 */
export function readAddresses(text: string): { addresses: string[]; wrong: string[] } {
  const parts = text
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const addresses: string[] = [];
  const wrong: string[] = [];
  for (const part of parts) {
    const email = cleanAddress(part);
    (isEmailAddress(email) ? addresses : wrong).push(isEmailAddress(email) ? email : part);
  }
  return { addresses: unique(addresses), wrong };
}

function unique(addresses: readonly string[]): string[] {
  const seen = new Set<string>();
  return addresses.filter((address) => !seen.has(normalEmail(address)) && seen.add(normalEmail(address)));
}

/** All addresses, in the order of the fields. */
export const allRecipients = ({ to, cc, bcc }: Recipients): string[] => [...to, ...cc, ...bcc];

/** Whom a reply goes to as long as nobody changes it: the ticket's customer, never who wrote last. */
export function defaultRecipients(customer: string | null): ChangedRecipients {
  return { to: customer === null ? [] : [customer], cc: [], bcc: [], customer };
}

/**
 * What is in force: the changed recipients as long as the customer is the one for whom they were changed, else the default.
 * @param customer the address of the ticket's customer now
 */
export function currentRecipients(changed: ChangedRecipients | undefined, customer: string | null): ChangedRecipients {
  const isSame = changed !== undefined && (changed.customer === customer || isSameAddress(changed.customer, customer));
  return isSame ? changed : defaultRecipients(customer);
}

/** What a send carries, to be changed again; undefined when it goes to the customer alone. */
export function changedRecipients({ chosen, ...recipients }: ReplyAddresses): ChangedRecipients | undefined {
  const isChosen = (address: string) => chosen.some((other) => isSameAddress(other, address));
  const customer = allRecipients(recipients).find((address) => !isChosen(address)) ?? null;
  return isDefaultRecipients(recipients, customer) ? undefined : { ...recipients, customer };
}

/** As a send carries them. */
export function replyAddresses({ customer, ...recipients }: ChangedRecipients): ReplyAddresses {
  const chosen = allRecipients(recipients).filter((address) => !isSameAddress(address, customer));
  return { ...recipients, chosen: unique(chosen) };
}

/** An address is in one field only: added to one, it leaves the others. */
export function addRecipients(
  before: ChangedRecipients,
  field: RecipientField,
  added: readonly string[],
): ChangedRecipients {
  const isAdded = (address: string) => added.some((other) => isSameAddress(address, other));
  const without = {
    to: before.to.filter((address) => !isAdded(address)),
    cc: before.cc.filter((address) => !isAdded(address)),
    bcc: before.bcc.filter((address) => !isAdded(address)),
  };
  return { ...before, ...without, [field]: unique([...without[field], ...added]).slice(0, MOST_RECIPIENTS) };
}

/** Takes an address out of all fields. */
export function removeRecipient(before: ChangedRecipients, address: string): ChangedRecipients {
  const others = (addresses: string[]) => addresses.filter((other) => !isSameAddress(other, address));
  return { ...before, to: others(before.to), cc: others(before.cc), bcc: others(before.bcc) };
}

/** Is it what would be without any change? */
export function isDefaultRecipients({ to, cc, bcc }: Recipients, customer: string | null): boolean {
  const [only, ...more] = [...to, ...cc, ...bcc];
  if (only === undefined) return customer === null;
  return more.length === 0 && to.length === 1 && isSameAddress(only, customer);
}

export type RecipientRefusal = 'none' | 'wrong' | 'not_chosen';
export type RecipientVerdict =
  | { allowed: true }
  | { allowed: false; reason: RecipientRefusal; field: RecipientField; address: string };

/**
 * May a reply to this customer go there? Guarantee: never the wrong recipient. The customer's own address is taken, and
 * any other only when it is written as an address and the agent has chosen it. So what a mail's sender asks for is not
 * used by itself, and a reply that was written to an address that is no longer the customer's is refused.
 * @param customer the address of the ticket's customer, null when it has none
 */
export function mayReplyTo(addresses: ReplyAddresses, customer: string | null): RecipientVerdict {
  if (addresses.to.length === 0) return { allowed: false, reason: 'none', field: 'to', address: '' };
  for (const field of RECIPIENT_FIELDS) {
    for (const address of addresses[field]) {
      if (isSameAddress(address, customer)) continue;
      if (!isEmailAddress(address)) return { allowed: false, reason: 'wrong', field, address };
      const isChosen = addresses.chosen.some((chosen) => isSameAddress(chosen, address));
      if (!isChosen) return { allowed: false, reason: 'not_chosen', field, address };
    }
  }
  return { allowed: true };
}
