import { normalEmail } from '../text/clean-up';
import { isEmailAddress, RECIPIENT_FIELDS, type RecipientField, type Recipients } from './reply-addresses';
import { MOST_RECIPIENTS } from '../channels/send-limits';

/** Bytes of all pictures in the text of one e-mail. */
export const MOST_INLINE_IMAGE_BYTES = 5_000_000;

/** Addresses of one group. */
export const MOST_GROUP_ADDRESSES = 50;

/** Addresses under one name (spec section 3). */
export interface EmailGroup {
  group_name: string;
  email_ids: string[];
}

export type NewEmailVerdict =
  | { allowed: true }
  | { allowed: false; reason: 'none' | 'wrong' | 'many'; field: RecipientField; address: string };

/** May an e-mail begin with these recipients? To must name somebody (spec section 5), and every address must be one. */
export function mayWriteTo(recipients: Recipients): NewEmailVerdict {
  if (recipients.to.length === 0) return { allowed: false, reason: 'none', field: 'to', address: '' };
  for (const field of RECIPIENT_FIELDS) {
    if (recipients[field].length > MOST_RECIPIENTS) return { allowed: false, reason: 'many', field, address: '' };
    const wrong = recipients[field].find((address) => !isEmailAddress(address));
    if (wrong !== undefined) return { allowed: false, reason: 'wrong', field, address: wrong };
  }
  return { allowed: true };
}

/** Each address once over all three fields, in the order of first mention. */
export function eachOnce({ to, cc, bcc }: Recipients): Recipients {
  const seen = new Set<string>();
  const once = (addresses: readonly string[]) =>
    addresses.filter((address) => !seen.has(normalEmail(address)) && seen.add(normalEmail(address)));
  return { to: once(to), cc: once(cc), bcc: once(bcc) };
}

/** The groups whose name, or one of whose addresses, has what was typed last; the ones that begin with it first. */
export function suggestedGroups(groups: readonly EmailGroup[], typed: string): EmailGroup[] {
  const fragment = (typed.split(/[,;]/).at(-1) ?? '').trim().toLowerCase();
  if (fragment === '') return [];
  const begins = (group: EmailGroup) => group.group_name.toLowerCase().startsWith(fragment);
  const has = (group: EmailGroup) =>
    group.email_ids.length > 0 &&
    [group.group_name, ...group.email_ids].some((text) => text.toLowerCase().includes(fragment));
  const found = groups.filter(has);
  return [...found.filter(begins), ...found.filter((group) => !begins(group))];
}
