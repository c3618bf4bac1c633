export const messages = {
  ticketId: 'Ticket id',
  enter: 'Enter ticket id',
  add: 'Add',
  adding: 'Adding..',
  linked: 'Tickets have been linked',
  linkFailed: 'ERROR! Could not add ticket id',
  unlink: (id: number) => `Remove the link with #${id}`,
  unlinked: (id: number) => `The link with #${id} has been removed`,
  unlinkFailed: 'ERROR! Could not remove ticket id',
  none: 'No linked tickets.',
  notOwner: 'Only the owner of this ticket may link it.',
  list: 'Linked tickets',
  /** Told of a ticket that was left meanwhile. */
  of: (id: number, words: string) => `#${id}: ${words}`,
} as const;
