/** What an agent is asked who signs out with work that is stored in this browser alone. */
export const signOutMessages = {
  unsent: 'Not everything has been sent',
  unfinished: 'You have unfinished drafts',
  list: 'Stored in this browser alone',
  silent: (panel: string) => `${panel} does not answer, and has stored something here`,
  keepHint:
    'Keep for me: it stays in this browser, encrypted, until you sign in here again. Nobody else can read it, and nothing is sent meanwhile.',
  noHttps: 'This page has no https, so the browser cannot encrypt: nothing can be kept for you safely.',
  noKey: 'The inbox has given this browser no key to encrypt with, so nothing can be kept for you safely.',
  send: 'Send first',
  keep: 'Keep for me',
  discard: 'Discard',
  cancel: 'Cancel',
  sending: (left: number) => (left === 1 ? 'Sending… 1 is left' : `Sending… ${left} are left`),
  stop: 'Stop waiting',
  offline: 'There is no connection, so nothing can be sent now.',
  refused: (count: number) =>
    count === 1
      ? '1 could not be sent: it was refused, or a colleague has answered meanwhile. Cancel to look at it.'
      : `${count} could not be sent: they were refused, or a colleague has answered meanwhile. Cancel to look at them.`,
  slow: 'The server has not taken all of it yet. Try again, or choose something else.',
  noAnswer: (panel: string) => `${panel} does not answer, so nobody can tell whether all has been sent.`,
  sureTitle: 'Discard all of this?',
  sure: 'It is removed from this browser and cannot be brought back. Nothing of it is sent.',
  discardNow: 'Discard and log out',
  back: 'Back',
} as const;
