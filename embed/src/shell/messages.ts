/** What people read in place of a panel. */
export const messages = {
  signedOut: { title: 'You are signed out', text: 'Sign in to this page again to go on.' },
  notStarted: 'This part of the page could not be loaded. Please try again.',
  notices: 'Notices',
  failed: (name: string) => `${name} could not be loaded.`,
} as const;
