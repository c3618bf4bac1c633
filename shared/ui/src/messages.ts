import type { ConversationSource, Priority, TicketStatus } from '@inbox/domain';

export const messages = {
  retry: 'Retry',
  asOf: (time: string) => `As of ${time}`,
  partFailed: 'This part could not be loaded.',
  close: 'Close',
  search: 'Search',
  clearSearch: 'Clear search',
  loading: 'Loading',
  assignMe: 'assign me',
  searchAgents: 'Search agents',
  noAgents: 'No agent of this name.',
  countUnknown: 'number not known',
  unread: (count: number) => `${count} unread`,
  expired: 'Ticket is expired!',
  expiresIn: (left: string) => `Expires in ${left}`,
  priority: (name: string) => `Priority ${name}`,
  status: {
    unassigned: 'Unassigned',
    assigned: 'Assigned',
    assigned_to_bot: 'Bot',
    open: 'Open',
    follow_up: 'Follow up',
    closed: 'Closed',
    other: 'Other status',
  } satisfies Record<TicketStatus, string>,
  priorities: { 0: 'None', 1: 'High', 2: 'Medium', 3: 'Low' } satisfies Record<Priority, string>,
  channel: {
    whatsapp: 'WhatsApp',
    email: 'Email',
    instagram: 'Instagram',
    messenger: 'Messenger',
    phone: 'Phone',
    comment: 'Comment',
    other: 'Other channel',
  } satisfies Record<ConversationSource, string>,
} as const;

/** How statuses, priorities and channels are called, the same in every panel. */
export const { status: statusLabels, priorities: priorityLabels, channel: channelLabels } = messages;
