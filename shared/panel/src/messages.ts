export const messages = {
  broken: 'This part of the page has stopped working.',
  copyFailed: 'The browser does not allow copying here.',
  notNow: 'That cannot be done right now.',
} as const;
