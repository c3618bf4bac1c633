import { MOST_PASSKEYS } from '@inbox/api/sign-in';
import { MAX_FILES_PER_SEND } from '@inbox/domain';
import { MOST_ANALYTICS_DAYS } from '@inbox/domain/analytics';

const NOTHING_SAVED =
  'The inbox cannot save anything right now. Keep this page open: what you send waits in your browser and leaves by itself later. Tell the person who runs your inbox.';
const PARTS_MISSING =
  'Parts of the inbox are missing on its server. Keep this page open and do not reload it: a part that is not here yet may not load. Tell the person who runs your inbox.';

export const messages = {
  badRequest: 'Some fields of the request are not valid.',
  badJson: 'The request is not valid JSON.',
  nestedDeep: 'The request has too many lists or objects within each other.',
  badValue: 'The request has a value that cannot be used.',
  badCursor: 'This is not where a page begins.',
  signedOut: 'Your session has ended. Please sign in again.',
  noSession: 'This session has ended already.',
  secondStep: {
    passwordWrong: 'The password is wrong.',
    proofWrong: 'The password or the code is wrong, or the code was used before. Type the one that the app shows now.',
    wrong: "This code is wrong. Type the one that the app shows now, and check that your phone's clock is right.",
    expired: 'The QR code is too old. Please begin again.',
    isOff: 'The authenticator app is not in use any more. Please reload the page.',
    busy: 'Too many people are signing in. Please try again in a moment.',
    wait: (seconds: number) =>
      `Too many attempts. Please try again in ${seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`,
  },
  passkey: {
    expired: 'This took too long. Please begin again.',
    wrong: 'What the device answered did not hold, so that no passkey was added. Please begin again.',
    known: 'This device has a passkey for the inbox already.',
    full: `There are ${MOST_PASSKEYS} passkeys. Remove one that you do not use first.`,
    gone: 'This passkey was removed already.',
  },
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
  statusForAdmins: 'Only store admins may see how the inbox fares.',
  noticeGone: 'This notice is no longer there. Refresh the page.',
  deadLetterGone: 'This delivery is not here any more: it was taken in, or forgotten.',
  noRetryHere: 'This delivery cannot be taken in again from here: whoever sent it has to send it again.',
  notTakenIn: 'Could not be taken in:',
  auditForAdmins: 'Only store admins may see who did what.',
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
  infected: 'The file has a virus and was not stored.',
  moving: 'Your inbox is being moved to another place. It will be back in a moment, and nothing is lost.',
  noFileStore: 'Files cannot be opened or added right now. Please try again in a moment.',
  notScanned: 'The file could not be checked for viruses. Please try again in a moment.',
  isInfected: 'The file has a virus and is not kept here.',
  notFetched: 'The file has not come from the channel yet.',
  tooMany: 'Too many attempts. Please try again later.',
  tokenTooOften: (seconds: number) =>
    `This browser or program asks too often. It is answered again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  merchantTooOften: (seconds: number) =>
    `Your shop asks more than the inbox answers at once. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  panelTokenMissing: 'A panel token is needed: Authorization: Bearer TOKEN.',
  panelTokenUnknown: 'This panel token is not known here.',
  panelTokenExpired: (name: string, at: Date) => `The panel token ${name} expired on ${at.toISOString().slice(0, 10)}.`,
  panelTokenRevoked: (name: string) => `The panel token ${name} was revoked.`,
  panelTokenOfAnother: (name: string, its: string, wanted: string) =>
    `The panel token ${name} is for ${its}, not for ${wanted}.`,
  panelRoutesBusy: 'Other builds are being received. Please try again in a moment.',
  panelTooOften: (most: number) => `A token publishes ${most} builds an hour at most.`,
  collision: 'Somebody else changed this at the same moment. Please try again.',
  notReady: { database: NOTHING_SAVED, files: NOTHING_SAVED, page: PARTS_MISSING, panels: PARTS_MISSING },
  noDatabase: 'The inbox cannot reach its data right now. Please try again in a moment.',
  server: 'Something went wrong. Please try again.',
} as const;
