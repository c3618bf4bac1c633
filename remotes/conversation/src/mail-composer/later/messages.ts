import type { SendTimeProblem } from '@inbox/domain';

/** Of mails that leave at a chosen time. */
export const messages = {
  open: 'Send later',
  inOneHour: 'In 1 hour',
  tomorrow: 'Tomorrow 9:00',
  choose: 'Choose date and time',
  at: 'Date and time',
  note: 'By the clock of this device.',
  cancel: 'Cancel',
  save: 'Send later',
  problem: {
    past: 'Choose a time that is still to come.',
    too_far: 'Choose a time within a year.',
  } satisfies Record<SendTimeProblem, string>,
  planned: (time: string) => `The e-mail will be sent on ${time}`,
  failed: 'The e-mail could not be planned. Please try again.',

  list: 'E-mails that are sent later',
  when: (time: string) => `Will be sent on ${time}`,
  notSent: (reason: string) => `Not sent: ${reason}`,
  to: (addresses: string) => `To ${addresses}`,
  by: (name: string) => `by ${name}`,
  edit: 'Edit',
  editLabel: (what: string) => `Edit the e-mail that is sent later: ${what}`,
  callOff: 'Cancel sending',
  callOffLabel: (what: string) => `Cancel sending: ${what}`,
  remove: 'Remove',
  removeLabel: (what: string) => `Remove the e-mail that was not sent: ${what}`,
  calledOff: 'The e-mail will not be sent',
  draftFirst: 'Send or discard what you have written in the drawer first.',
  unstored: 'This browser could not store the e-mail, so it stays as it is.',
  loadFailed: 'E-mails that are sent later could not be loaded.',
  retry: 'Retry',
  retryLabel: 'Retry loading e-mails that are sent later',
} as const;
