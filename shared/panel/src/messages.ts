export const messages = {
  /** Of a panel that showed, and broke later; `panel` is its title. */
  broken: (panel: string) => `${panel}: this part of the page has stopped working.`,
  copyFailed: 'The browser does not allow copying here.',
  retry: 'Retry',
  notNow: 'That cannot be done right now.',
} as const;
