import type { CustomerJoin, CustomerMatch } from '@inbox/domain';

const tickets = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`;
const sharedWords: Record<CustomerMatch['by'], string> = {
  phone: 'Same phone',
  email: 'Same e-mail',
  both: 'Same phone and e-mail',
};

/** What store admins are told of conversations of one person; with the part that they alone load. */
export const sameMessages = {
  failed: 'Whether this customer has other entries is not known.',
  retry: 'Retry looking for other entries',
  matches: 'Possibly the same person',
  joins: 'Joined entries',
  by: ({ by, tickets: count }: CustomerMatch) => `${sharedWords[by]} · ${tickets(count)}`,
  join: 'Join',
  joinWith: (name: string) => `Join with ${name}`,
  joinTitle: 'Join these entries?',
  joinText: ({ full_name, tickets: count }: CustomerMatch, name: string) =>
    `${tickets(count)}, the conversations and the orders of ${full_name} become those of ${name}. What is not known of ${name} is filled in. The entries can be parted again.`,
  part: 'Part',
  partFrom: (name: string) => `Part ${name}`,
  partTitle: 'Part these entries?',
  partText: ({ full_name }: CustomerJoin, name: string) =>
    `What came from ${full_name} when the entries were joined goes back there: conversations with all their tickets, and orders. What was filled in for ${name} is taken back unless it was corrected since.`,
} as const;
