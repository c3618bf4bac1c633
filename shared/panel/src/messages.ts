export const messages = {
  broken: 'This part of the page has stopped working.',
} as const;
