export const messages = {
  offline: 'The inbox could not be reached. Check your connection and try again.',
  signedOut: 'Your session has ended. Please sign in again.',
  server: 'Something went wrong. Please try again.',
  badAnswer: 'The inbox answered in a way this page does not understand. Please reload it.',
} as const;
