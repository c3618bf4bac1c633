/** What the header's dialogs say; with them, as they are loaded when one is first wanted. */
export const dialogMessages = {
  adding: 'Adding..',
  done: 'Done',
  followUpIn: 'Follow up in',
  endsFollowUp: 'The ticket opens again now.',
  staysOpen: 'The ticket stays open.',
  noFollowUp: 'no',
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
  opensAgain: (time: string) => `The ticket opens again on ${time}.`,
  noSubscribers: 'Nobody follows this ticket yet.',
  addSubscriber: 'Add a subscriber',
  chooseAgent: 'Choose an agent',
  removeSubscriber: (name: string) => `Remove ${name}`,
  formerAgent: 'Former agent',
  ticketId: 'Ticket id',
  enterTicketId: 'Enter ticket id',
} as const;
