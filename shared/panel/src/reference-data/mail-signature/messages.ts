/** Of the signature of an agent's mails. */
export const messages = {
  title: 'Signature',
  mailbox: 'Mailbox',
  note: 'It stands below new e-mails that you write from this mailbox. Leave it empty for none.',
  loading: 'Loading your signatures…',
  notLoaded: 'Your signatures could not be loaded.',
  retry: 'Retry',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Signature has been saved',
  notSaved: 'The signature could not be saved. Please try again.',
} as const;
