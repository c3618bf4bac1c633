import { MAX_FILES_PER_SEND } from '@inbox/domain';
import { MOST_ANALYTICS_DAYS } from '@inbox/domain/analytics';

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
  previewsForAdmins: 'Only store admins may preview a panel.',
  operatorsOnly: 'Only those who operate panels may do this.',
  adminsOnly: 'Only store admins may see this.',
  analyticsForAdmins: 'Only store admins may see the figures of the shop.',
  badRange: {
    future: 'The range ends in the future.',
    end_before_start: 'The range ends before it begins.',
    too_long: `The range has more than ${MOST_ANALYTICS_DAYS} days.`,
  },
  embedNotBuilt: 'The embedding script is not built here: run node scripts/build.mjs, and start the inbox again.',
  noEmbedVersion: (version: string) =>
    `There is no version ${version.slice(0, 60)} of embed.js here; /embed/versions.json lists those that there are.`,
  noFrame: 'This version of embed.js has no iframe mode: show the panel with Inbox.mount.',
  noSuchMerchant: 'The address of the frame must name a merchant by its short name: /embed/frame?merchant=SHORT-NAME',
  fileMissing: 'The file is not on the server any more.',
  notFetched: 'The file has not come from the channel yet.',
  tooMany: 'Too many attempts. Please try again later.',
  panelTokenMissing: 'A panel token is needed: Authorization: Bearer TOKEN.',
  panelTokenUnknown: 'This panel token is not known here.',
  panelTokenExpired: (name: string, at: Date) => `The panel token ${name} expired on ${at.toISOString().slice(0, 10)}.`,
  panelTokenRevoked: (name: string) => `The panel token ${name} was revoked.`,
  panelTokenOfAnother: (name: string, its: string, wanted: string) =>
    `The panel token ${name} is for ${its}, not for ${wanted}.`,
  panelDoorBusy: 'Other builds are being received. Please try again in a moment.',
  panelTooOften: (most: number) => `A token publishes ${most} builds an hour at most.`,
  collision: 'Somebody else changed this at the same moment. Please try again.',
  server: 'Something went wrong. Please try again.',
} as const;
