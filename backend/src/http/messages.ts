import { MAX_FILES_PER_SEND } from '@inbox/domain';

export const messages = {
  badRequest: 'Some fields of the request are not valid.',
  badJson: 'The request is not valid JSON.',
  badValue: 'The request has a value that cannot be used.',
  badCursor: 'This is not where a page begins.',
  signedOut: 'Your session has ended. Please sign in again.',
  noPermission: 'Feature not subscribed!',
  notFound: 'There is nothing at this address.',
  tooLarge: 'The request is too large.',
  badType: 'The request must be JSON.',
  tooManyFiles: `You cannot send more than ${MAX_FILES_PER_SEND} files at a time`,
  noFile: 'There is no file in the request.',
  noAttachment: 'There is no such file.',
  operatorsOnly: 'Only those who operate panels may do this.',
  adminsOnly: 'Only store admins may see this.',
  notFetched: 'The file has not come from the channel yet.',
  tooMany: 'Too many attempts. Please try again later.',
  collision: 'Somebody else changed this at the same moment. Please try again.',
  server: 'Something went wrong. Please try again.',
} as const;
