/** What the bar for chosen tickets and the report of its work say; they are loaded when tickets are chosen. */
export const bulkMessages = {
  bar: 'Chosen tickets',
  chosen: (count: number | null) => (count === null ? 'All matching' : `${count.toLocaleString('en-IN')} chosen`),
  announced: (count: number | null) => {
    if (count === null) return 'All matching tickets are chosen';
    return count === 1 ? '1 ticket is chosen' : `${count.toLocaleString('en-IN')} tickets are chosen`;
  },
  chooseLoaded: (count: number) => `Choose all ${count.toLocaleString('en-IN')} loaded`,
  chooseAll: (count: number | null) =>
    count === null ? 'Choose all that match' : `Choose all ${count.toLocaleString('en-IN')} that match`,
  allLoaded: (count: number) => `All ${count.toLocaleString('en-IN')} loaded`,
  allMatching: (count: number | null) =>
    count === null ? 'All that match' : `All ${count.toLocaleString('en-IN')} that match`,
  tooMany: 'At most 5,000 tickets can be changed at once. Narrow the filters down, or choose fewer.',
  clear: 'Clear the choice',
  assign: 'Assign',
  transfer: 'Transfer',
  close: 'Close',
  markUnread: 'Mark as Unread',
  message: 'Send message',
  notAssigned: 'Tickets are not yet assigned to be closed.',
  working: {
    assign: 'Assigning',
    close: 'Closing',
    unread: 'Marking as unread',
  },
  progress: (done: number, total: number) => `${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`,
  failures: 'Tickets that could not be changed',
  moreFailures: (count: number) => `and ${count.toLocaleString('en-IN')} more`,
  dismiss: 'Dismiss',
  brokenOff: {
    offline: 'The connection broke',
    timeout: 'The server is not answering',
    server: 'The server failed',
  },
  broken: 'It is not known whether all of it was done. Trying again finishes it, and does nothing twice.',
  again: 'Try again',
} as const;
