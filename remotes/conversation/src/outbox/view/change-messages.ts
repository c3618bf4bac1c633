import type { TicketChange } from '../ticket-change';

function what(change: TicketChange): string {
  switch (change.kind) {
    case 'assign':
      return `Assign to ${change.name}`;
    case 'close':
      return change.send_csat ? 'Close and send CSAT' : 'Close';
    case 'reopen':
      return 'Reopen';
    case 'add-tag':
      return `Add tag ${change.tag}`;
    case 'remove-tag':
      return `Remove tag ${change.tag}`;
  }
}

/** What the list of replies that are not sent says. */
export const outboxMessages = {
  title: (count: number) => (count === 1 ? '1 message is not sent yet' : `${count} messages are not sent yet`),
  retry: (text: string) => `Send now: ${text}`,
  discard: (text: string) => `Discard: ${text}`,
} as const;

/** What the list of changes that wait says, and what is asked of the agent. */
export const changeMessages = {
  what,
  title: (count: number) => (count === 1 ? '1 change is not made yet' : `${count} changes are not made yet`),
  waiting: {
    server: 'The server is not answering, trying again',
    busy: 'Too much was asked of the inbox at once. It is done in a moment.',
    replies: 'It is done when your reply has left.',
    behind: 'It is done after what was asked for before it.',
  },
  met: 'The ticket has changed meanwhile.',
  now: (text: string) => `Do it now: ${text}`,
  held: {
    title: 'The ticket has changed meanwhile. Do it all the same?',
    both: 'The ticket and your change',
    wrote: 'The customer has written meanwhile.',
    nobody: 'Nobody has this ticket now.',
    owner: (name: string) => (name === '' ? 'Somebody else has this ticket now.' : `${name} has this ticket now.`),
    yours: 'Your change',
    anyway: 'Do it anyway',
  },
} as const;
