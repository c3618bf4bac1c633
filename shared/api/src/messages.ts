import { MAX_FILES_PER_SEND } from '@inbox/domain';

export const messages = {
  offline: 'The inbox could not be reached. Check your connection and try again.',
  unanswered: 'The server is not answering. Please try again.',
  signedOut: 'Your session has ended. Please sign in again.',
  server: 'Something went wrong. Please try again.',
  badAnswer: 'The inbox answered in a way this page does not understand. Please reload it.',
  followUpHours: 'Choose a follow-up in 1 to 23 hours, or 0 for none',
  tooManyFiles: `You cannot send more than ${MAX_FILES_PER_SEND} files at a time`,
} as const;
