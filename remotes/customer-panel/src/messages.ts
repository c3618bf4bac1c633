import type { CorrectableField, CorrectionRefusal, CustomerJoin, CustomerMatch } from '@inbox/domain';

const tickets = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`;
const sharedWords: Record<CustomerMatch['by'], string> = {
  phone: 'Same phone',
  email: 'Same e-mail',
  both: 'Same phone and e-mail',
};

export const messages = {
  panel: 'Customer details',
  noTicket: 'Open a conversation to see its customer.',
  profile: 'Profile',
  unavailable: 'Customer data unavailable.',
  wholeName: 'Show whole name',
  clipName: 'Show less of the name',
  spent: (amount: string) => `${amount} spent`,
  email: 'Email',
  phone: 'Phone',
  city: 'City',
  copy: (field: string) => `Copy ${field.toLowerCase()}`,
  copied: 'Copied',
  stats: 'Order stats',
  noStats: 'No stats yet.',
  orders: 'orders',
  delivered: 'delivered',
  returned: 'returned',
  pastTickets: 'Past Tickets',
  noPastTickets: 'No other tickets of this customer.',
  correction: {
    button: 'Correct details',
    title: 'Correct customer details',
    labels: { full_name: 'Name', email: 'Email', phone: 'Phone', city: 'City' } satisfies Record<
      CorrectableField,
      string
    >,
    refused: {
      no_name: 'Enter a name.',
      email: 'Enter a valid e-mail address.',
      phone: 'Enter a Valid Number',
      too_long: 'This is too long.',
    } satisfies Record<CorrectionRefusal, string>,
  },
  same: {
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
  },
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  retry: 'Retry',
  loading: 'Loading',
} as const;
